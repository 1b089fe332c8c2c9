/** The https skin put together: one world on this machine, ready in a second or two. */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { FaultBook } from "./fault-book.ts";
import { makeCertificates } from "./http/certificates.ts";
import { Recorder, writeRecords } from "./http/recorder.ts";
import { Runtime } from "./http/runtime.ts";
import { openServices, type Services } from "./http/services.ts";
import type { SlackMessage } from "./http/slack.ts";
import { standInRepository } from "./stand-in-repository.ts";
import { newWorldState } from "./state.ts";
import { Closers, together } from "./together.ts";
import type { World, WorldEvent, WorldOptions, WorldState } from "./types.ts";
import { platformVariables, settingsOf } from "./world-settings.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Starts everything. When something fails to start, all that did is ended again before this throws. */
export async function startWorld(options: WorldOptions): Promise<World> {
	const closers = new Closers();
	try {
		return await assemble(options, closers);
	} catch (error) {
		await closers.closeAll();
		throw error;
	}
}

/** What the parts of the world share. */
interface Core {
	state: WorldState;
	recorder: Recorder;
	faults: FaultBook;
	messages: SlackMessage[];
	onEvent: (event: WorldEvent) => void;
	runtime: Runtime;
	/** Set once they listen; no container runs before. */
	services: Services | null;
}

async function assemble(options: WorldOptions, closers: Closers): Promise<World> {
	const dir = await ownFolder(options.workDir, closers);
	const core = newCore(options, dir);
	for (const rule of options.faults ?? []) core.faults.add(rule);
	const certificates = await makeCertificates(dir);
	const [services, repositoryUrl] = await together(
		openServices({ options, dir, certificates, closers, ...core }),
		standInRepository(options, dir),
	);
	core.services = services;
	// Last, so that it ends first: after it no call starts a process any more.
	closers.add(() => core.runtime.stop());
	return worldOf(options, core, services, repositoryUrl, closers);
}

/** A folder of its own, removed at the end, inside the caller's. */
async function ownFolder(workDir: string, closers: Closers): Promise<string> {
	await mkdir(workDir, { recursive: true });
	const dir = await mkdtemp(join(resolve(workDir), "world-"));
	closers.add(() => rm(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
	return dir;
}

function newCore(options: WorldOptions, dir: string): Core {
	const onEvent = options.onEvent ?? (() => {});
	const { names, runnerResourceGroup, rules, environmentUp } = options;
	const state = newWorldState({ names, runnerResourceGroup, rules, environmentUp }, Date.now());
	const core: Omit<Core, "runtime"> = {
		state,
		recorder: new Recorder((record, begun) => onEvent({ kind: "call", record, begun })),
		faults: new FaultBook((message) => {
			onEvent({ kind: "dns", message });
			core.services?.forgetConnections();
		}),
		messages: [],
		onEvent,
		services: null,
	};
	const runtime = new Runtime({
		state,
		onEvent,
		containers: {
			dir: join(dir, "containers"),
			script: options.script ?? join(root, "infra/runner/run.sh"),
			platform: ({ identityId }) => {
				if (core.services === null) return {};
				const { endpoints, runnerPlace } = core.services;
				return platformVariables(endpoints, identityId === null ? null : runnerPlace, options.toolPath ?? [join(root, "test/world/bin")]);
			},
		},
	});
	return Object.assign(core, { runtime });
}

function worldOf(options: WorldOptions, core: Core, services: Services, repositoryUrl: string, closers: Closers): World {
	const { state, recorder, faults, runtime, messages } = core;
	const { names, runnerResourceGroup } = options;
	const { endpoints, appPlace, azurite } = services;
	let ownAzurite = options.storage === undefined;
	return {
		settings: settingsOf({ names, runnerResourceGroup, endpoints, identity: appPlace, repositoryUrl }),
		state,
		records: recorder.records,
		slackMessages: messages,
		get dnsFaults() {
			return faults.dns();
		},
		act: (act) => runtime.act(act),
		addFault: (rule) => faults.add(rule),
		removeFault: (name) => faults.remove(name),
		loseContainerGroup: (name) => runtime.act({ act: "loseContainerGroup", name }),
		containerProcesses: () => runtime.pids(),
		liveProcesses: () => [...(ownAzurite ? [azurite.pid] : []), ...runtime.pids()],
		writeRecords: (dir) => writeRecords(dir, recorder.records),
		stop: async () => {
			await closers.closeAll();
			ownAzurite = false;
		},
	};
}
