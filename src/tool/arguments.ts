import type { z } from 'zod';
import { detached } from '../json/detached.ts';
import { isJsonObject, type JsonObject } from '../json/json-value.ts';
import { withFixedSize } from '../text/app-words/fixed-size.ts';
import type { AppWords } from '../text/app-words/words.ts';

/** Arguments that fit the tool's schema, or why they do not, in the app's language. `extra` are keys the schema does not know. */
export type CheckedArguments =
	| { readonly valid: true; readonly arguments: JsonObject; readonly extra: readonly string[] }
	| { readonly valid: false; readonly problem: string; readonly extra: readonly string[] };

/**
 * Checks what the model wrote against the schema. Unknown keys are left out, for the model may imagine them, unless the
 * schema takes others by a catch-all. The arguments share nothing with `rawArgs`, nor with the defaults of the schema: what a
 * handler does to its own changes no record of the call, and no later call.
 */
export async function checkArguments(
	schema: z.ZodObject,
	rawArgs: unknown,
	words: AppWords,
): Promise<CheckedArguments> {
	if (!isJsonObject(rawArgs)) {
		return { valid: false, problem: words.noObject(describeType(rawArgs)), extra: [] };
	}
	// Without a prototype, a missing key such as `constructor` is not found on Object.prototype.
	const known: Record<string, unknown> = Object.create(null);
	const extra: string[] = [];
	for (const key of Object.keys(rawArgs)) {
		// A schema such as `z.unknown()` hands on the very object it was given, and others may change it.
		if (Object.hasOwn(schema.shape, key) || (takesOthers(schema) && key !== '__proto__'))
			known[key] = detached(rawArgs[key]);
		else extra.push(key);
	}
	const parsed = await schema.safeParseAsync(known, {
		error: (issue) => words.argumentIssue(withFixedSize(issue)),
	});
	if (parsed.success) return { valid: true, arguments: detached(parsed.data) as JsonObject, extra };
	return { valid: false, problem: describeIssues(parsed.error.issues), extra };
}

/** `z.strictObject` catches all others to refuse them. */
function takesOthers({ _zod: { def } }: z.ZodObject): boolean {
	return def.catchall !== undefined && def.catchall._zod.def.type !== 'never';
}

/** More would only push the rest of the conversation out of a small context. */
const MAX_ISSUES = 3;
const MAX_PROBLEM_CHARS = 300;

function describeIssues(issues: readonly z.core.$ZodIssue[]): string {
	const lines = issues.slice(0, MAX_ISSUES).map((issue) => {
		const path = issue.path.map(String).join('.');
		return path === '' ? issue.message : `${path}: ${issue.message}`;
	});
	return lines.join('; ').slice(0, MAX_PROBLEM_CHARS);
}

function describeType(value: unknown): string {
	if (value === null) return 'null';
	return Array.isArray(value) ? 'array' : typeof value;
}
