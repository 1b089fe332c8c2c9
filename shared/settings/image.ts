/** The runner's image, pinned: what ran yesterday runs today. */
import { bad, good, type Kind, type Parsed, parsed } from "./kind.ts";

const expects = "an image reference with a tag or digest, such as registry.azurecr.io/runner:1.4.0";

/** Lower case throughout the path: with capitals a container group waits for its image for ever. */
const reference =
	/^(?:[a-z0-9][a-z0-9.-]*(?::\d{1,5})?\/)?[a-z0-9]+(?:[._-]+[a-z0-9]+)*(?:\/[a-z0-9]+(?:[._-]+[a-z0-9]+)*)*(?::([A-Za-z0-9_][A-Za-z0-9_.-]{0,127}))?(?:@(sha256:[0-9a-f]{64}))?$/;

/** Refuses a moving image: no tag, or `latest`, unless a digest pins it. */
export function parseImage(text: string): Parsed<string> {
	const match = text.match(reference);
	if (match === null) return bad(`must be ${expects}, in lower case.`);
	const [, tag, digest] = match;
	if (digest !== undefined) return good(text);
	if (tag === undefined) return bad(`has neither tag nor digest; it must be ${expects}.`);
	return tag.toLowerCase() === "latest" ? bad(`has the tag latest, which moves; it must be ${expects}.`) : good(text);
}

/** See parseImage. */
export const image: Kind<string> = parsed(expects, parseImage);
