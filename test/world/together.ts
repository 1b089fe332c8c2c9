/** Starting several things at once without leaving any behind. */

/** Waits for all, also when one fails; then throws the first failure. So whatever did start is known by then. */
export async function together<T extends readonly unknown[]>(...parts: { [K in keyof T]: Promise<T[K]> }): Promise<T> {
	const ends = await Promise.allSettled(parts);
	const failed = ends.find((end): end is PromiseRejectedResult => end.status === "rejected");
	if (failed !== undefined) throw failed.reason;
	return ends.map((end) => (end as PromiseFulfilledResult<unknown>).value) as unknown as T;
}

/** What has to be ended, oldest first. */
export class Closers {
	#list: (() => Promise<void> | void)[] = [];

	add(close: () => Promise<void> | void): void {
		this.#list.push(close);
	}

	/** Newest first, each once; the rest also when one fails. */
	async closeAll(): Promise<void> {
		const failures: unknown[] = [];
		for (const close of this.#list.splice(0).reverse()) {
			try {
				await close();
			} catch (error) {
				failures.push(error);
			}
		}
		if (failures.length > 0) throw new AggregateError(failures, "the local world could not be ended whole");
	}
}
