/** All generated texts. Add one here, and `npm run generate`, `npm run check` and its test know it. */

import { renderGatesList } from "./gates-list.ts";
import type { GeneratedText } from "./generated-text.ts";
import { renderSettingsSample } from "./settings-sample.ts";
import { renderSettingsTable } from "./settings-table.ts";

/** In the order in which they are written. */
export const generatedTexts: readonly GeneratedText[] = [
	{ file: "README.md", marker: "settings", render: renderSettingsTable },
	{ file: "README.md", marker: "gates", render: renderGatesList },
	{ file: "local.settings.sample.json", marker: null, render: renderSettingsSample },
];
