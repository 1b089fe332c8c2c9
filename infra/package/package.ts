/** `npm run package`: the folder that is published, and its size as a zip. */

import { assemblePackage } from "./assemble.ts";
import { bundle } from "./bundle.ts";
import { bundleFile, entryFile, packageDir } from "./places.ts";
import { describeSize, sizeOf } from "./size.ts";

await bundle(entryFile, bundleFile);
assemblePackage(bundleFile, packageDir);
console.log(`${packageDir}: ${describeSize(sizeOf(packageDir))}`);
console.log("publish: cd dist/package && func azure functionapp publish NAME --javascript --no-build");
