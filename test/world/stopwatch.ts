/** Real time that only goes forward, however a story moves the clocks: tells what began before what. */

/** Milliseconds since some fixed instant. */
export function realMs(): number {
	return Number(process.hrtime.bigint() / 1_000n) / 1_000;
}
