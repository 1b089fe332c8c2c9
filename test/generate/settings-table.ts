/** The settings as the README shows them. */
import type { AnyRow } from "../../shared/settings/row.ts";
import { settingNames, table } from "../../shared/settings/table.ts";

function code(text: string): string {
	return `\`${text}\``;
}

/** Table cells end at a bar. */
function cell(text: string): string {
	return text.replaceAll("|", "\\|");
}

function defaultOf(row: AnyRow): string {
	if (row.defaultWords !== null) return row.defaultWords;
	if (row.fallback !== null) return code(row.fallback);
	if (row.need === "never") return "none";
	return row.need === "always" ? "required" : "required with `RUNNER=aci`";
}

function meaningOf(row: AnyRow): string {
	const range = /^a (whole )?number from/.test(row.kind.expects) ? `; ${row.kind.expects}` : "";
	return `${row.meaning}${range}${row.secret ? " (secret)" : ""}`;
}

/** A Markdown table, one line a setting. */
export function renderSettingsTable(): string {
	const rows = settingNames.map((name) => `| ${code(name)} | ${cell(defaultOf(table[name]))} | ${cell(meaningOf(table[name]))} |`);
	return ["| setting | default | meaning |", "|---|---|---|", ...rows].join("\n");
}
