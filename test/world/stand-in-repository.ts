/** The git repository that containers clone: the stand-in for ARO-HCP unless the caller brings one. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { WorldOptions } from "./types.ts";

/** Its URL. `dir` is where the stand-in is made. */
export async function standInRepository({ repositoryUrl, repository }: WorldOptions, dir: string): Promise<string> {
	if (repositoryUrl !== undefined) return repositoryUrl;
	const maker: string = "./repository/make-stand-in-repository.ts";
	const { makeStandInRepository } = await import(maker);
	const place = join(dir, "repository");
	await mkdir(place, { recursive: true });
	const { url } = await makeStandInRepository(place, repository ?? {});
	return url;
}
