/** An https (or http) server on loopback that answers what each test says, and remembers what it was asked. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { inject } from "vitest";

export interface Asked {
	readonly method: string;
	/** Path and query. */
	readonly url: string;
	readonly headers: IncomingMessage["headers"];
	readonly body: string;
}

/** A body of text goes out as it is, anything else as JSON, none as nothing. `hang`: no answer; `reset`: the connection is cut. */
export type Reply =
	| { readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> }
	| "hang"
	| "reset";

export interface Loopback {
	readonly origin: string;
	readonly port: number;
	/** All requests since the last `says`, in order. */
	readonly asked: readonly Asked[];
	/** What it answers from now on; a function is called for each request. */
	says(reply: Reply | ((asked: Asked, nth: number) => Reply | Promise<Reply>)): void;
	close(): Promise<void>;
}

interface Pair {
	readonly cert: string;
	readonly key: string;
}

/** Listens on a free port: in clear text, with a certificate of its own, or with the one that this process trusts. */
export async function loopback(how: "http" | Pair = inject("certificates")): Promise<Loopback> {
	let asked: Asked[] = [];
	let answer: (one: Asked, nth: number) => Reply | Promise<Reply> = () => ({ status: 500, body: "nothing was said yet" });
	const listener: RequestListener = (request, response) => {
		void (async () => {
			const one = await read(request);
			asked.push(one);
			give(response, await answer(one, asked.length));
		})();
	};
	const server = how === "http" ? createServer(listener) : createTlsServer({ cert: how.cert, key: how.key }, listener);
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const { port } = server.address() as AddressInfo;
	return {
		origin: `${how === "http" ? "http" : "https"}://127.0.0.1:${port}`,
		port,
		get asked() {
			return asked;
		},
		says: (reply) => {
			asked = [];
			answer = typeof reply === "function" ? reply : () => reply;
		},
		close: async () => {
			const closed = new Promise((resolve) => server.close(resolve));
			server.closeAllConnections();
			await closed;
		},
	};
}

async function read(request: IncomingMessage): Promise<Asked> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	const { method = "", url = "", headers } = request;
	return { method, url, headers, body: Buffer.concat(chunks).toString() };
}

function give(response: ServerResponse, reply: Reply): void {
	if (reply === "hang") return;
	if (reply === "reset") {
		response.destroy();
		return;
	}
	const { status, body, headers = {} } = reply;
	const json = typeof body !== "string" && body !== undefined;
	const text = json ? JSON.stringify(body) : (body as string | undefined);
	const length: Record<string, string> = text === undefined ? {} : { "content-length": String(Buffer.byteLength(text)) };
	response.writeHead(status, { ...(json ? { "content-type": "application/json" } : {}), ...length, ...headers });
	response.end(text);
}
