/** Azurite as a child process: tables and blobs in memory, https, tokens as on Azure. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Certificates } from "./certificates.ts";

export interface Azurite {
	pid: number;
	/** PEM of the authority behind its certificate. */
	ca: string;
	blobPort: number;
	tablePort: number;
	stop(): Promise<void>;
}

const startDeadlineMs = 30_000;

/** Ends with its parent, however that one ends: the channel between them closes. */
const watchdog = "data:text/javascript,process.on('disconnect',()=>process.exit(1))";

function flags({ certFile, keyFile }: Certificates): string[] {
	const places = ["blob", "queue", "table"].flatMap((name) => {
		// Seconds. The proxy keeps connections; one that ends just as it is used again would look like a fault.
		return [`--${name}Host`, "127.0.0.1", `--${name}Port`, "0", `--${name}KeepAliveTimeout`, "3600"];
	});
	return [
		...places,
		"--inMemoryPersistence",
		"--silent",
		"--disableTelemetry",
		"--skipApiVersionCheck",
		...["--oauth", "basic"],
		...["--cert", certFile],
		...["--key", keyFile],
	];
}

/** `dir` is its working directory. Throws when it ends or says nothing before it listens. */
export async function startAzurite(dir: string, certificates: Certificates): Promise<Azurite> {
	await mkdir(dir, { recursive: true });
	const main = createRequire(import.meta.url).resolve("azurite/dist/src/azurite.js");
	const child = spawn(process.execPath, ["--import", watchdog, main, ...flags(certificates)], {
		cwd: dir,
		env: { PATH: process.env.PATH ?? "", HOME: dir },
		stdio: ["ignore", "pipe", "pipe", "ipc"],
	});
	try {
		const { blobPort, tablePort } = await listening(child);
		return { pid: child.pid ?? -1, ca: certificates.ca, blobPort, tablePort, stop: () => end(child) };
	} catch (error) {
		await end(child);
		throw error;
	}
}

/** Both ports, once it has printed them; it does so even when it is told to be silent. */
function listening(child: ChildProcess): Promise<{ blobPort: number; tablePort: number }> {
	return new Promise((resolve, reject) => {
		let said = "";
		const fail = (why: string) => reject(new Error(`Azurite ${why}: ${said.trim() || "it said nothing"}`));
		const timer = setTimeout(() => fail("did not start in time"), startDeadlineMs);
		const portOf = (service: string) => new RegExp(`${service} service is successfully listening at \\S+:(\\d+)`).exec(said)?.[1];
		const hear = (chunk: Buffer) => {
			said += chunk.toString();
			const [blob, table] = [portOf("Blob"), portOf("Table")];
			if (blob === undefined || table === undefined) return;
			clearTimeout(timer);
			resolve({ blobPort: Number(blob), tablePort: Number(table) });
		};
		child.stdout?.on("data", hear);
		child.stderr?.on("data", hear);
		child.once("error", (error) => fail(`did not start (${error.message})`));
		child.once("exit", (code) => {
			clearTimeout(timer);
			fail(`ended with code ${code}`);
		});
	});
}

/** It holds nothing worth keeping. */
function end(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return Promise.resolve();
	return new Promise((resolve) => {
		child.once("exit", () => resolve());
		child.kill("SIGKILL");
	});
}
