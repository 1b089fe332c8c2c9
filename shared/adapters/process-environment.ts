/** The one place where the process's environment variables are read. */

export function processEnvironment(): Readonly<Record<string, string | undefined>> {
	return { ...process.env };
}
