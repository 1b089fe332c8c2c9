/** Passes calls on to Azurite as they are: Host header, path and token stay, so that its checks hold. */
import { Agent, request } from "node:https";
import type { Answer, Serve } from "./server.ts";

/** Of one connection only; Node sets its own. */
const hopByHop = new Set(["connection", "keep-alive", "transfer-encoding", "content-length", "expect"]);

export interface StorageProxy {
	serve: Serve;
	/** Ends its connections to Azurite. */
	stop(): void;
}

export function storageProxy(port: number, ca: string): StorageProxy {
	const agent = new Agent({ keepAlive: true, ca });
	/** When each item was written by the world's clock, which may be ahead of Azurite's. */
	const written = new Map<string, string>();
	const serve: Serve = (call) => {
		const headers = { ...without(call.headers), "content-length": String(call.body.length) };
		return new Promise<Answer>((resolve, reject) => {
			const options = { host: "127.0.0.1", port, method: call.method, path: call.path, headers, agent, ca };
			const outgoing = request(options, (response) => {
				const chunks: Buffer[] = [];
				response.on("data", (chunk: Buffer) => chunks.push(chunk));
				response.once("error", reject);
				response.once("end", () => {
					const kept = call.method === "HEAD" ? withoutHops(response.headers, "content-length") : without(response.headers);
					const item = call.path.split("?")[0] ?? "";
					if (call.method === "PUT" && response.statusCode === 201) written.set(item, new Date().toUTCString());
					const at = written.get(item);
					if (at !== undefined && kept["last-modified"] !== undefined) kept["last-modified"] = at;
					resolve({ status: response.statusCode ?? 502, headers: kept, body: Buffer.concat(chunks) });
				});
			});
			outgoing.once("error", reject);
			outgoing.end(call.body);
		});
	};
	return { serve, stop: () => agent.destroy() };
}

function without(headers: Readonly<Record<string, unknown>>): Record<string, string | string[]> {
	return withoutHops(headers);
}

/** `keep` stays although it belongs to one connection: the length of a HEAD's absent body says something. */
function withoutHops(headers: Readonly<Record<string, unknown>>, keep?: string): Record<string, string | string[]> {
	const kept = Object.entries(headers).filter(([name, value]) => value !== undefined && (name === keep || !hopByHop.has(name)));
	return Object.fromEntries(kept) as Record<string, string | string[]>;
}
