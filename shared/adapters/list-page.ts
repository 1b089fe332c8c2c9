/** Pages of lists, as they come from a service. */

interface PageResponse {
	readonly status: number;
	readonly bodyAsText?: string | null;
}

/** For `onResponse`: throws at a 200 without a list in it, which the SDK would take for an empty page. */
export function refuseNoList(sentence: string): (response: PageResponse) => void {
	return ({ status, bodyAsText }) => {
		if (status === 200 && !holdsList(bodyAsText)) throw new TypeError(sentence);
	};
}

function holdsList(text: string | null | undefined): boolean {
	try {
		return Array.isArray(JSON.parse(text ?? "").value);
	} catch {
		return false;
	}
}
