import type { z } from 'zod';

type UnionIssue = z.core.$ZodRawIssue<z.core.$ZodIssueInvalidUnion>;
type Values = readonly z.core.util.Primitive[];

/**
 * What is wrong with an argument that fits none of several schemas: the first objection of each, once, joined by `or`; where
 * they only name values, `oneOf` says them. Absent where zod tells nothing of them.
 */
export function unionIssue(issue: UnionIssue, or: string, oneOf: (values: Values) => string): string | undefined {
	const { options } = issue as { readonly options?: Values };
	if (options !== undefined) return oneOf(options);
	const objections = issue.errors.flatMap(([first]) => (first === undefined ? [] : [first]));
	if (objections.length === 0) return undefined;
	const named = objections.flatMap((objection) => (objection.code === 'invalid_value' ? [objection.values] : []));
	if (named.length === objections.length) return oneOf(named.flat());
	return [...new Set(objections.map(placed))].join(or);
}

function placed({ path, message }: z.core.$ZodIssue): string {
	return path.length === 0 ? message : `${path.map(String).join('.')}: ${message}`;
}
