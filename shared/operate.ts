/** Steers the app from a terminal, in the state row and under the same rules of commit: `npm run operate -- status`. */
import { userInfo } from "node:os";
import { parseArgs } from "node:util";
import { createJsonLog } from "./adapters/json-log.ts";
import { processEnvironment } from "./adapters/process-environment.ts";
import { type Connection, connect } from "./connect.ts";
import { toInstant } from "./domain/instant.ts";
import { type Order, obey } from "./domain/orders.ts";
import { duration } from "./settings/durations.ts";
import { parseSettings } from "./settings/parse.ts";
import { currentStart, statusOf } from "./status.ts";
import { statusText } from "./status-text.ts";

const help = `Usage: npm run operate -- COMMAND

  status [--json]          phase and reason, gates, run and progress, messages, signs of life
  pause 3d [--why TEXT]    no deploy and no delete for that long (1h30m, 3d; at most 30d)
  resume                   end the pause
  redeploy                 rebuild now: passes the threshold, NeverSeen, BackingOff and
                           AttemptsUsedUp; every other gate and the second look hold
  retry                    what needed you is set right: attempts and counter start anew,
                           an owed clean-up comes first
  cancel                   give the current run up: fenced off, or stopped and cleaned up after

  --by NAME    who orders it, as told in Slack (default: your user name)
  --help       this text

Settings are environment variables, the same as the function app's.
Exit codes: 0 done, 1 refused or settings, 2 usage, 3 the state table could not be used.`;

const optionSpec = {
	json: { type: "boolean", default: false },
	why: { type: "string", default: "" },
	by: { type: "string" },
	help: { type: "boolean", default: false },
} as const;

interface Options {
	readonly json: boolean;
	readonly why: string;
	readonly by?: string | undefined;
	readonly help: boolean;
}

type Command = { readonly type: "status" } | Order;

async function main(args: readonly string[]): Promise<number> {
	const parsed = parse(args);
	if (typeof parsed === "string") return usage(parsed);
	if (parsed.options.help) {
		console.log(help);
		return 0;
	}
	const command = commandOf(parsed.words, parsed.options.why);
	if (typeof command === "string") return usage(command);
	const settings = parseSettings(processEnvironment(), "standalone");
	if (!settings.ok) {
		console.error(settings.error.message);
		return 1;
	}
	const connection = connect(settings.settings, createJsonLog());
	try {
		return command.type === "status"
			? await showStatus(connection, parsed.options.json)
			: await give(connection, command, parsed.options.by ?? userInfo().username);
	} catch (error) {
		console.error(error instanceof Error ? error.message : String(error));
		return 3;
	}
}

function usage(sentence: string): number {
	console.error(`${sentence}\n\n${help}`);
	return 2;
}

function parse(args: readonly string[]): { readonly words: readonly string[]; readonly options: Options } | string {
	try {
		const { positionals, values } = parseArgs({ args: [...args], options: optionSpec, allowPositionals: true });
		return { words: positionals, options: values };
	} catch (error) {
		return error instanceof Error ? error.message : String(error);
	}
}

function commandOf(words: readonly string[], why: string): Command | string {
	const [name, ...rest] = words;
	if (name === "pause") {
		const ms = pauseLength(rest[0] ?? "");
		return ms === null || rest.length !== 1
			? "pause takes one length of time, e.g. pause 4h or pause 3d, at most 30d."
			: { type: "pause", ms, why };
	}
	if (rest.length > 0) return `${name} takes nothing more.`;
	if (name === "status" || name === "resume" || name === "redeploy" || name === "retry" || name === "cancel") return { type: name };
	return name === undefined ? "Which command?" : `There is no command ${name}.`;
}

/** Settings are Go durations; a pause may also say days. */
function pauseLength(text: string): number | null {
	const days = text.match(/^(\d{1,2})d$/)?.[1];
	const parsed = duration.schema.safeParse(days === undefined ? text : `${Number(days) * 24}h`);
	return parsed.success ? parsed.data : null;
}

async function showStatus(connection: Connection, json: boolean): Promise<number> {
	const { environment, ports } = connection;
	const loaded = await ports.state.load(environment.key);
	const start = currentStart(loaded.keeper);
	const log = start === null ? null : await ports.containerGroups.logTail(start);
	const status = statusOf(loaded, environment.policy, toInstant(ports.clock.now()), log);
	console.log(json ? JSON.stringify(status, null, 2) : statusText(status));
	return 0;
}

/** Tries again on what a lost race left, a few times: the order is about what stands now. */
async function give(connection: Connection, order: Order, by: string): Promise<number> {
	const { environment, ports } = connection;
	for (let round = 0; round < 5; round++) {
		const now = toInstant(ports.clock.now());
		const before = await ports.state.load(environment.key);
		const obeyed = obey(before.keeper, order, by, environment.policy, now);
		if (obeyed.kind === "Refused") {
			console.error(obeyed.sentence);
			return 1;
		}
		const { memory, stage, messages } = obeyed.draft;
		const events = messages.map((message) => ({ at: now, kind: message.kind, text: message.title }));
		const commit = { before, after: { memory, stage }, messages, events, at: now, commitId: ports.random.uuid() };
		if ((await ports.state.commit(environment.key, commit)).kind === "Won") {
			console.log(`Done: ${messages.map((message) => message.title).join("; ")}.`);
			return 0;
		}
	}
	console.error("The state changed with every try; try again.");
	return 3;
}

// No await here: the bundle is CommonJS.
void main(process.argv.slice(2)).then((code) => {
	process.exitCode = code;
});
