/** A person's own environment variables, as the runner script inherits them on their machine. */
import { table } from "../settings/table.ts";

const secrets = new Set(Object.entries(table).flatMap(([name, row]) => (row.secret ? [name] : [])));

/** All but the app's secrets: make has no business with its storage or its webhook. */
export function personEnvironment(variables: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string | undefined>> {
	return Object.fromEntries(Object.entries(variables).filter(([name]) => !secrets.has(name)));
}
