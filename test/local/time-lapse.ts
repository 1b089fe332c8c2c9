/** Makes the clocks of this process run faster, so that a deadline of twenty minutes passes in seconds. */

const RealDate = Date;
const realNow = RealDate.now.bind(RealDate);
const realMonotonic = performance.now.bind(performance);

/** `speed` virtual seconds pass in a real one, from `origin` (real milliseconds since 1970) on. */
export function speedUp(speed: number, origin: number): void {
	const now = (): number => origin + (realNow() - origin) * speed;
	class FastDate extends RealDate {
		constructor(...args: unknown[]) {
			// What only converts keeps converting; what asks for the time gets ours.
			if (args.length === 0) super(now());
			else super(...(args as [string]));
		}
		static override now(): number {
			return Math.round(now());
		}
	}
	globalThis.Date = FastDate as DateConstructor;
	performance.now = () => realMonotonic() * speed;
}
