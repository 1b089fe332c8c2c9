/** The clocks of this process: run faster, or moved ahead, so that a deadline of hours passes in seconds. */

const RealDate = Date;
const realNow = RealDate.now.bind(RealDate);
const realMonotonic = performance.now.bind(performance);

const pace = { speed: 1, origin: 0, ahead: 0, installed: false };

/** `speed` virtual seconds pass in a real one, from `origin` (real milliseconds since 1970) on. */
export function speedUp(speed: number, origin: number): void {
	Object.assign(pace, { speed, origin });
	install();
}

/** Both clocks jump ahead by `ms`, as after a machine has slept. Timers that are set keep their real time. */
export function advance(ms: number): void {
	pace.ahead += ms;
	install();
}

/** Both clocks show the real time again, at the pace they had. */
export function backToReal(): void {
	pace.ahead = 0;
}

/** How far ahead the clocks were moved, in milliseconds. */
export function movedAhead(): number {
	return pace.ahead;
}

function now(): number {
	return pace.origin + (realNow() - pace.origin) * pace.speed + pace.ahead;
}

function install(): void {
	if (pace.installed) return;
	pace.installed = true;
	class MovedDate extends RealDate {
		constructor(...args: unknown[]) {
			// What only converts keeps converting; what asks for the time gets ours.
			if (args.length === 0) super(now());
			else super(...(args as [string]));
		}
		static override now(): number {
			return Math.round(now());
		}
	}
	globalThis.Date = MovedDate as DateConstructor;
	performance.now = () => realMonotonic() * pace.speed + pace.ahead;
}
