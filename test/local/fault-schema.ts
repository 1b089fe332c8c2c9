/** Faults of the services, as a scenario file says them. */
import * as z from "zod";
import type { FaultRule } from "../world/types.ts";
import { method, regex } from "./words.ts";

const text = z.string().min(1);
const yes = z.exactOptional(z.literal(true));

const answer = z
	.strictObject({
		status: z.exactOptional(z.int().min(100).max(599)),
		headers: z.exactOptional(z.record(z.string(), z.string())),
		body: z.exactOptional(z.json()),
		delayMs: z.exactOptional(z.int().min(0)),
		hang: yes,
		reset: yes,
		dropAnswer: yes,
		dns: yes,
	})
	.refine((value) => Object.keys(value).length > 0, "says nothing about the answer");

/** One rule. */
export const faultSchema: z.ZodType<FaultRule> = z
	.strictObject({
		service: z.enum(["arm", "identity", "table", "blob", "slack"]),
		method: z.exactOptional(method),
		path: z.exactOptional(regex),
		skip: z.exactOptional(z.int().min(0)),
		count: z.exactOptional(z.int().min(1)),
		answer,
		name: z.exactOptional(text),
	})
	.refine((rule) => rule.answer.dns !== true || rule.service === "arm", {
		message: "is possible for arm only: the others are reached by address",
		path: ["answer", "dns"],
	});
