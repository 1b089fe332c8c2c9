/** The git repository that containers clone: the stand-in for ARO-HCP unless the caller brings one. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { makeStandInRepository } from "./repository/make-stand-in-repository.ts";
import type { WorldOptions } from "./types.ts";

/** Its URL. `dir` is where the stand-in is made. */
export async function standInRepository({ repositoryUrl, repository }: WorldOptions, dir: string): Promise<string> {
	if (repositoryUrl !== undefined) return repositoryUrl;
	const place = join(dir, "repository");
	await mkdir(place, { recursive: true });
	return (await makeStandInRepository(place, repository ?? {})).url;
}
