/** `npm run generate`: writes all generated texts anew. With `--check` writes nothing, and exits 1 if any is stale. */
import { isStale, regenerate } from "./generated-text.ts";
import { generatedTexts } from "./texts.ts";

const [flag, ...others] = process.argv.slice(2);
if (others.length > 0 || (flag !== undefined && flag !== "--check")) {
	console.error("usage: generate [--check]");
	process.exit(2);
}
for (const text of generatedTexts) {
	const name = text.marker === null ? text.file : `${text.file} (${text.marker})`;
	if (flag === undefined) console.log(`${regenerate(text) ? "written " : "the same"} ${name}`);
	else if (isStale(text)) {
		console.error(`stale: ${name}; run npm run generate`);
		process.exitCode = 1;
	}
}
