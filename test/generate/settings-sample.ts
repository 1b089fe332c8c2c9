/** The settings as a local.settings.json to begin with. */
import { settingNames, table } from "../../shared/settings/table.ts";

/**
 * Every setting that has to be set or has a default; what may be missing and has
 * none is left out, since a placeholder in its place would be refused.
 */
export function renderSettingsSample(): string {
	const values: Record<string, string> = { FUNCTIONS_WORKER_RUNTIME: "node" };
	for (const name of settingNames) {
		const { sample } = table[name];
		if (sample !== null) values[name] = sample;
	}
	return `${JSON.stringify({ IsEncrypted: false, Values: values }, null, 2)}\n`;
}
