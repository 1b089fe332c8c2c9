/** The README's list of gates, from the gates themselves. */
import { gates } from "../../shared/domain/gates/index.ts";

/** A numbered line a gate, in the order in which they are judged. */
export function renderGatesList(): string {
	const line = ({ reason, shutWhen, orderPasses }: (typeof gates)[number], index: number): string =>
		`${index + 1}. \`${reason}\`: shut while ${shutWhen}${orderPasses ? " (an ordered redeploy passes it)" : ""}`;
	return gates.map(line).join("\n");
}
