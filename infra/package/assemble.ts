/** The folder that is published: the bundle, host.json, and a package.json that says where the bundle is. */
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { manifest, root } from "./places.ts";

/** Makes `folder` anew. Nothing in it is installed or built later, so it names no dependencies. */
export function assemblePackage(bundled: string, folder: string): void {
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	copyFileSync(bundled, join(folder, "index.js"));
	copyFileSync(join(root, "host.json"), join(folder, "host.json"));
	const { name, version, license, engines } = manifest;
	const published = { name, version, private: true, license, main: "index.js", engines };
	writeFileSync(join(folder, "package.json"), `${JSON.stringify(published, null, 2)}\n`);
}
