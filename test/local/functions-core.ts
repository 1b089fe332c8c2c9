/** The part of the Functions host that the programming model library asks for, and the running of one invocation. */
import Module from "node:module";

type Callback = (...args: unknown[]) => unknown;
interface Binding {
	readonly type: string;
	readonly direction?: string;
	readonly schedule?: string;
}
interface Metadata {
	readonly name: string;
	readonly bindings: Readonly<Record<string, Binding>>;
}
interface InvocationModel {
	getArguments(): Promise<{ context: unknown; inputs: unknown[] }>;
	invokeFunction(context: unknown, inputs: unknown[], handler: Callback): Promise<unknown>;
	getResponse(context: unknown, result: unknown): Promise<unknown>;
}
interface ProgrammingModel {
	getInvocationModel(core: unknown): InvocationModel;
}

export interface Registered {
	readonly metadata: Metadata;
	readonly callback: Callback;
}

/** Loads a bundle as the Functions worker does; answers what it registered and how to invoke it. */
export function loadFunctions(bundle: string): FunctionsCore {
	const core = new FunctionsCore();
	const module = Module as unknown as { _load: (request: string, ...rest: unknown[]) => unknown };
	const load = module._load;
	module._load = function (this: unknown, request: string, ...rest: unknown[]): unknown {
		return request === "@azure/functions-core" ? core.api : Reflect.apply(load, this, [request, ...rest]);
	};
	Module.createRequire(bundle)(bundle);
	return core;
}

/** Registrations and invocations, with the library's own programming model doing every conversion. */
export class FunctionsCore {
	readonly registered: Registered[] = [];
	#model: ProgrammingModel | null = null;
	#invocations = 0;

	readonly api = {
		version: "3.12.0",
		hostVersion: "4.1037.0",
		registerFunction: (metadata: Metadata, callback: Callback) => {
			this.registered.push({ metadata, callback });
			return { dispose: () => {} };
		},
		registerHook: () => ({ dispose: () => {} }),
		setProgrammingModel: (model: ProgrammingModel) => {
			this.#model = model;
		},
		getProgrammingModel: () => this.#model,
		log: () => {},
		Disposable: class {
			dispose(): void {}
		},
	};

	/** The schedule of a timer; throws for a function that has none. */
	scheduleOf({ metadata }: Registered): string {
		const schedule = Object.values(metadata.bindings).find((binding) => binding.type === "timerTrigger")?.schedule;
		if (schedule === undefined) throw new Error(`${metadata.name} has no timer`);
		return schedule;
	}

	/** Runs one timer invocation. Rejects as the handler does. */
	async invokeTimer({ metadata, callback }: Registered, isPastDue: boolean): Promise<void> {
		if (this.#model === null) throw new Error("no programming model was set");
		const [input] = Object.entries(metadata.bindings).find(([, binding]) => binding.type === "timerTrigger") ?? [];
		// The host's own names: the library turns them into camelCase.
		const timer = { Schedule: { AdjustForDST: true }, ScheduleStatus: null, IsPastDue: isPastDue };
		const invocationId = `local-${++this.#invocations}`;
		const request = {
			invocationId,
			functionId: metadata.name,
			inputData: [{ name: input, data: { json: JSON.stringify(timer) } }],
			triggerMetadata: {},
		};
		const model = this.#model.getInvocationModel({ invocationId, metadata, request, log: () => {}, state: undefined });
		const { context, inputs } = await model.getArguments();
		const result = await model.invokeFunction(context, inputs, callback);
		await model.getResponse(context, result);
	}
}
