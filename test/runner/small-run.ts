/** A start for a small repository: one recipe, names that are not ARO-HCP's. */
import { join } from "node:path";
import { makefile, makeRepository } from "./repository.ts";
import { Script } from "./script.ts";

/** `more` is what else stands in the Makefile. The recipe makes `personal-dev-env` and the clean-up alike. */
export async function smallRun(folder: string, recipe: string, variables: Record<string, string> = {}, more = ""): Promise<Script> {
	const { url } = await makeRepository(join(folder, "repository"), makefile(recipe, more));
	const watched = { KEEPALIVED_RESOURCE_GROUP: "mine", KEEPALIVED_CLUSTER: "mine", KEEPALIVED_GROUPS: "mine" };
	return new Script(folder, { GIT_REPO_URL: url, ...watched, ...variables });
}

/** A recipe that leaves a line each time it runs. */
export const notingMake = "echo made >>$(TEST_FOLDER)/made";
