/** `npm run build`: the bundle where package.json's `main` says that it is. */
import { bundle } from "./bundle.ts";
import { bundleFile, entryFile } from "./places.ts";

await bundle(entryFile, bundleFile);
console.log(`built ${bundleFile}`);
