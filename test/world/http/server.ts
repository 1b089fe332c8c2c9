/** One loopback server a service: it reads a call, lets a fault meet it, has it served, answers and records. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { type ActiveFault, type Fate, fateOf, meet, nameOf } from "../faults.ts";
import { realMs } from "../stopwatch.ts";
import type { Service } from "../types.ts";
import type { Certificates } from "./certificates.ts";
import type { Arrived, Recorder } from "./recorder.ts";

export interface Answer {
	status: number;
	headers: Record<string, string | string[]>;
	body: Buffer;
}

export type Serve = (call: Arrived) => Promise<Answer> | Answer;

export interface ServerOptions {
	service: Service;
	/** null: plain http. */
	certificates: Certificates | null;
	faults: readonly ActiveFault[];
	recorder: Recorder;
	serve: Serve;
	/** false just now: the next call is made over a new connection and so looks up the name. Default true. */
	keepConnections?: () => boolean;
}

export interface RunningServer {
	port: number;
	/** Ends the connections that nobody uses just now. */
	closeIdle(): void;
	stop(): Promise<void>;
}

/** Listens on a free port of 127.0.0.1. */
export async function openServer(options: ServerOptions): Promise<RunningServer> {
	const stopping = new AbortController();
	const listener = (request: IncomingMessage, response: ServerResponse) => {
		void handle(options, request, response, stopping.signal);
	};
	const { certificates } = options;
	const server: Server =
		certificates === null ? createServer(listener) : createTlsServer({ cert: certificates.cert, key: certificates.key }, listener);
	// Callers keep connections for long; ending one just as it is used again would look like a fault.
	server.keepAliveTimeout = 120_000;
	await new Promise<void>((resolve, reject) => {
		server.once("error", reject);
		server.listen(0, "127.0.0.1", resolve);
	});
	return {
		port: (server.address() as AddressInfo).port,
		closeIdle: () => server.closeIdleConnections(),
		stop: async () => {
			stopping.abort();
			const closed = new Promise((resolve) => server.close(resolve));
			server.closeAllConnections();
			await closed;
		},
	};
}

async function handle(options: ServerOptions, request: IncomingMessage, response: ServerResponse, stopping: AbortSignal): Promise<void> {
	const { service, faults, recorder } = options;
	const method = request.method ?? "GET";
	const path = request.url ?? "/";
	const call = { n: recorder.next(), at: Date.now(), begun: realMs(), service, method, path, headers: request.headers };
	const rule = meet(faults, { service, method, path });
	const fate = fateOf(rule?.answer ?? null);
	const fault = rule === null ? undefined : nameOf(rule);
	const whole = await readBody(request);
	// A call that was cut off on its way in never was one.
	const arrived: Arrived = { ...call, body: whole ?? Buffer.alloc(0) };
	const given = whole === null ? null : await answerTo(options, arrived, fate, stopping);
	if (given === "silence") await gone(response);
	const heard = given !== null && given !== "silence" && !response.destroyed && !stopping.aborted;
	if (options.keepConnections?.() === false) response.shouldKeepAlive = false;
	if (heard) await send(response, method, given);
	else response.destroy();
	const ended = heard ? given : { headers: {}, body: Buffer.alloc(0), status: null };
	recorder.keep(arrived, { ...ended, fault }, Date.now());
}

/** null: cut the connection. */
async function answerTo(options: ServerOptions, call: Arrived, fate: Fate, stopping: AbortSignal): Promise<Answer | "silence" | null> {
	await wait(fate.delayMs, stopping);
	if (stopping.aborted) return null;
	const served = fate.served ? await serveSafely(options.serve, call) : null;
	if (fate.answer === "none") return "silence";
	if (fate.answer === "cut") return null;
	return fate.answer === "real" ? served : jsonAnswer(fate.answer.status, fate.answer.body, fate.answer.headers);
}

/** A mistake in the world itself must not look like a service's answer. */
async function serveSafely(serve: Serve, call: Arrived): Promise<Answer> {
	try {
		return await serve(call);
	} catch (error) {
		return jsonAnswer(599, `the local world is broken: ${error instanceof Error ? error.stack : String(error)}`);
	}
}

/** A string goes out as it is, null as nothing, anything else as JSON. */
export function jsonAnswer(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
	if (body === null || body === undefined) return { status, headers, body: Buffer.alloc(0) };
	const type = typeof body === "string" ? "text/plain; charset=utf-8" : "application/json; charset=utf-8";
	const text = typeof body === "string" ? body : JSON.stringify(body);
	return { status, headers: { "content-type": type, ...headers }, body: Buffer.from(text) };
}

async function send(response: ServerResponse, method: string, { status, headers, body }: Answer): Promise<void> {
	const bodiless = method === "HEAD" || status === 204 || status === 304;
	const length = bodiless ? {} : { "content-length": String(body.length) };
	await new Promise<void>((resolve) => {
		response.once("close", resolve);
		response.writeHead(status, { ...headers, ...length }).end(bodiless ? undefined : body, resolve);
	});
}

/** null: the caller cut it off. */
function readBody(request: IncomingMessage): Promise<Buffer | null> {
	return new Promise((resolve) => {
		const chunks: Buffer[] = [];
		request.on("data", (chunk: Buffer) => chunks.push(chunk));
		request.once("end", () => resolve(Buffer.concat(chunks)));
		request.once("error", () => resolve(null));
		request.once("close", () => resolve(null));
	});
}

function gone(response: ServerResponse): Promise<void> {
	if (response.destroyed) return Promise.resolve();
	return new Promise((resolve) => response.once("close", resolve));
}

function wait(ms: number, stopping: AbortSignal): Promise<void> {
	if (ms <= 0 || stopping.aborted) return Promise.resolve();
	return new Promise((resolve) => {
		const timer = setTimeout(resolve, ms);
		stopping.addEventListener("abort", () => {
			clearTimeout(timer);
			resolve();
		});
	});
}
