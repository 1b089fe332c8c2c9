/** GET .../resourceGroups, with `$filter=tagName eq 'x' and tagValue eq 'y'`. */
import { answer } from "./answer.ts";
import { resourceGroupBody } from "./bodies.ts";
import type { Route } from "./route.ts";

export const listResourceGroups: Route = (state, _request, { query }) => {
	const filter = query.get("$filter") ?? "";
	const name = /tagName eq '([^']*)'/i.exec(filter)?.[1];
	const value = /tagValue eq '([^']*)'/i.exec(filter)?.[1];
	const groups = [...state.resourceGroups.values()].filter(({ tags }) => {
		return name === undefined || (name in tags && (value === undefined || tags[name] === value));
	});
	return answer(200, { value: groups.map((group) => resourceGroupBody(state, group)) });
};
