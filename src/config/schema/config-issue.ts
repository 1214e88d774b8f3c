import type { z } from 'zod';
import { ConfigError } from '../../errors/gemmark-error.ts';
import { issueText } from '../../errors/issue-text.ts';
import { thrownWithFolders } from '../../errors/thrown-text.ts';
import { didYouMean } from '../../text/nearest-name.ts';
import { type ContentPlace, fieldPath, placeOf } from '../field-path.ts';
import { fieldsAt } from './schema-fields.ts';

/**
 * Checks a part of what the operator wrote, which stands at `at`. Throws {@link ConfigError} with the first problem and
 * how many more there are: `gemmark.config.yaml:7: suites[0].decision.hits: must be a whole number of at least 1`.
 * `beside`: fields that may stand there too and are checked elsewhere.
 */
export function checkContent<T>(
	schema: z.ZodType<T>,
	value: unknown,
	place: ContentPlace,
	at: readonly PropertyKey[] = [],
	beside: readonly string[] = [],
): T {
	const parsed = readBy(schema, value, `${placeOf(place, at)}: ${at.length === 0 ? '' : `${fieldPath(at)}: `}`);
	if (parsed.success) return parsed.data;
	const problems = parsed.error.issues.flatMap((issue) => problemsOf(issue, schema, [], beside));
	// A misspelt field is why another one is missing.
	const first = problems.find(({ known }) => known !== undefined) ?? problems[0];
	const path = [...at, ...(first?.path ?? [])];
	const field = fieldPath(path);
	const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
	throw new ConfigError(
		`${placeOf(place, path)}: ${field === '' ? '' : `${field}: `}${first?.text ?? 'is not valid'}${more}`,
		{ hint: hintFor(field, first?.known), cause: parsed.error },
	);
}

/** What code has written may be a getter, and throw. */
function readBy<T>(schema: z.ZodType<T>, value: unknown, place: string): z.ZodSafeParseResult<T> {
	try {
		return schema.safeParse(value, { error: issueText });
	} catch (cause) {
		throw new ConfigError(`${place}throws ${thrownWithFolders(cause)} where a field is read`, {
			hint: 'Correct the code.',
			cause,
		});
	}
}

interface Problem {
	readonly path: readonly PropertyKey[];
	readonly text: string;
	/** Of an unknown field: those that there are. */
	readonly known?: readonly string[];
}

function problemsOf(
	issue: z.core.$ZodIssue,
	schema: z.core.$ZodType,
	above: readonly PropertyKey[],
	beside: readonly string[],
): readonly Problem[] {
	const path = [...above, ...issue.path];
	if (issue.code === 'unrecognized_keys') {
		const known = [...(path.length === 0 ? beside : []), ...(fieldsAt(schema, path) ?? [])];
		return issue.keys.map((key) => {
			const at = [...path, key];
			// A field of another form than the one that the rest has.
			if (known.includes(key)) return { path: at, text: 'does not go with the fields beside it' };
			return { path: at, text: `is no field here${didYouMean(key, known)}`, known };
		});
	}
	if (issue.code === 'invalid_key') return [{ path, text: issue.issues[0]?.message ?? issue.message }];
	const misses = issue.code === 'invalid_union' ? issue.errors.filter(isNearMiss) : [];
	const [branch] = misses.toSorted((one, other) => one.length - other.length);
	if (branch !== undefined) return branch.flatMap((inner) => problemsOf(inner, schema, path, beside));
	return [{ path, text: issue.message }];
}

/** Of a union's alternatives the one that the value seems to mean: right as a whole, wrong within. */
function isNearMiss(issues: readonly z.core.$ZodIssue[]): boolean {
	return issues.length > 0 && issues.every(({ path, code }) => path.length > 0 || code === 'unrecognized_keys');
}

function hintFor(field: string, known: readonly string[] | undefined): string {
	if (known !== undefined && known.length > 0) return `Known there: ${known.join(', ')}.`;
	return field === '' ? 'Correct it there.' : `Correct '${field}' there.`;
}
