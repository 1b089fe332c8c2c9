/** A process that plays one story after another for `npm run stories`: what they share is loaded and started once. */
import { on } from "node:events";
import { startAzurite } from "../world/http/azurite.ts";
import { makeCertificates } from "../world/http/certificates.ts";
import { interruptSignal, isInterruption } from "./interrupt.ts";
import { readScenario } from "./scenario-files.ts";
import { playStory } from "./story.ts";
import { inTemporaryFolder } from "./temporary-folder.ts";

/** What the parent says: play this one. */
export interface PlayOrder {
	readonly name: string;
}

/** What it is told of a story. `failures` empty: it went as told. */
export interface PlayReport {
	readonly failures: readonly string[];
}

const signal = interruptSignal();
const silent = { set: {}, record: null, goOn: false, onEvent: () => {}, onEnd: () => {}, signal };

async function main(): Promise<void> {
	// From the first moment on, so that none is missed; ends with the parent.
	const orders = on(process, "message", { close: ["disconnect"], signal });
	await inTemporaryFolder(async (dir) => {
		const storage = await startAzurite(dir, await makeCertificates(dir));
		try {
			for await (const [order] of orders as AsyncIterable<[PlayOrder]>) {
				const { failures } = await playStory(readScenario(order.name), { ...silent, storage });
				process.send?.({ failures } satisfies PlayReport);
			}
		} finally {
			await storage.stop();
		}
	});
}

try {
	await main();
} catch (error) {
	if (!(await isInterruption(signal))) {
		console.error(error instanceof Error ? error.message : String(error));
		process.exitCode = 1;
	}
}
process.exit();
