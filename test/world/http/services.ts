/** All servers of the world: ARM, identity, Slack, and Azurite behind its two proxies. */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { FaultBook } from "../fault-book.ts";
import { appIdentity, identityId, runnerIdentity } from "../identities.ts";
import { type Closers, together } from "../together.ts";
import type { Service, WorldEvent, WorldOptions, WorldState } from "../types.ts";
import type { Endpoints, IdentityPlace } from "../world-settings.ts";
import { serveArm } from "./arm.ts";
import { type Azurite, startAzurite } from "./azurite.ts";
import type { Certificates } from "./certificates.ts";
import { newPlace, serveIdentity } from "./identity.ts";
import type { Recorder } from "./recorder.ts";
import type { Runtime } from "./runtime.ts";
import { openServer, type RunningServer, type Serve } from "./server.ts";
import { type SlackMessage, serveSlack } from "./slack.ts";
import { storageProxy } from "./storage-proxy.ts";
import { account, prepareStorage, runsContainer } from "./storage-start.ts";

export interface ServicesInput {
	options: WorldOptions;
	dir: string;
	state: WorldState;
	certificates: Certificates;
	faults: FaultBook;
	recorder: Recorder;
	runtime: Runtime;
	messages: SlackMessage[];
	onEvent: (event: WorldEvent) => void;
	closers: Closers;
}

export interface Services {
	endpoints: Endpoints;
	azurite: Azurite;
	appPlace: IdentityPlace;
	runnerPlace: IdentityPlace;
	/** Whoever calls ARM next looks up its name. */
	forgetConnections(): void;
}

/** Everything listens and storage is prepared when this returns; what it started is in `closers`. */
export async function openServices(input: ServicesInput): Promise<Services> {
	const webhookPath = `/services/T0KEEPALIVE/B0LOCAL/${randomBytes(12).toString("hex")}`;
	input.recorder.mask.hide(webhookPath);
	const places = identityPlaces(input);
	const [azurite, arm, identity, slack] = await together(
		openAzurite(input),
		openArm(input),
		open(input, "identity", serveIdentity([places.app, places.runner], input.recorder), null),
		open(input, "slack", serveSlack({ path: webhookPath, messages: input.messages, onEvent: input.onEvent })),
	);
	const [table, blob] = await together(openProxy(input, "table", azurite), openProxy(input, "blob", azurite));
	await prepareStorage(azurite);
	const placeAt = ({ path, header }: { path: string; header: string }): IdentityPlace => {
		return { endpoint: `http://127.0.0.1:${identity.port}${path}`, header };
	};
	return {
		endpoints: {
			arm: armOrigin(arm),
			table: `https://127.0.0.1:${table.port}/${account}`,
			blob: `https://127.0.0.1:${blob.port}/${account}`,
			runs: `https://127.0.0.1:${blob.port}/${account}/${runsContainer}`,
			webhook: `https://127.0.0.1:${slack.port}${webhookPath}`,
			caFile: input.certificates.caFile,
		},
		azurite,
		appPlace: placeAt(places.app),
		runnerPlace: placeAt(places.runner),
		forgetConnections: () => arm.closeIdle(),
	};
}

function identityPlaces({ options }: ServicesInput) {
	const idOf = (identity: typeof appIdentity) => identityId(identity, options.names.subscriptionId, options.runnerResourceGroup);
	return {
		app: newPlace("/msi/token", appIdentity, idOf(appIdentity), false),
		runner: newPlace("/container/token", runnerIdentity, idOf(runnerIdentity), true),
	};
}

/** While its name fails to resolve, ARM keeps no connection: the fault would go unnoticed over one. */
async function open(
	input: ServicesInput,
	service: Service,
	serve: Serve,
	certificates: Certificates | null = input.certificates,
): Promise<RunningServer> {
	const { recorder, closers } = input;
	const keepConnections = (): boolean => service !== "arm" || input.faults.dns().length === 0;
	const server = await openServer({ service, certificates, faults: input.faults.active, recorder, serve, keepConnections });
	closers.add(() => server.stop());
	return server;
}

async function openAzurite({ options, dir, certificates, closers }: ServicesInput): Promise<Azurite> {
	if (options.storage !== undefined) return options.storage;
	const azurite = await startAzurite(join(dir, "azurite"), certificates);
	closers.add(() => azurite.stop());
	return azurite;
}

function armOrigin({ port }: RunningServer): string {
	return `https://localhost:${port}`;
}

async function openArm(input: ServicesInput): Promise<RunningServer> {
	const { state, runtime, recorder } = input;
	let origin = "";
	const serve = serveArm({ state, origin: () => origin, perform: (effects) => runtime.perform(effects), mask: recorder.mask });
	const server = await open(input, "arm", serve);
	origin = armOrigin(server);
	return server;
}

function openProxy(input: ServicesInput, service: "table" | "blob", azurite: Azurite): Promise<RunningServer> {
	const proxy = storageProxy(service === "table" ? azurite.tablePort : azurite.blobPort, azurite.ca);
	input.closers.add(() => proxy.stop());
	return open(input, service, proxy.serve);
}
