/** Small words of scenario files. */
import * as z from "zod";

/** Source of a regular expression. */
export const regex = z.string().min(1).refine(isRegex, "is no regular expression");

/** Of a call, as it is sent. */
export const method = z.string().regex(/^[A-Z]+$/, "must be in capitals, such as GET");

/** `500ms`, `3s`, `2m`, `5h`. */
export const span = z.string().regex(/^\d+(\.\d+)?(ms|s|m|h)$/, "must be a time such as 500ms, 3s, 2m or 5h");

function isRegex(pattern: string): boolean {
	try {
		new RegExp(pattern);
		return true;
	} catch {
		return false;
	}
}
