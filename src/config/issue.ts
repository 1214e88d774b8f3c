import type { z } from 'zod';
import { issueText } from '../base/border.ts';
import { ConfigError } from '../base/errors.ts';
import { message } from '../base/message.ts';
import { thrownWithFolders } from '../base/thrown.ts';
import { didYouMean } from '../text/nearest-name.ts';

/**
 * Checks the part of a config at the path `at`. Throws {@link ConfigError} with the first problem and the number of others:
 * `gemmark.config.yaml:7: suites[0].decision.hits: must be a whole number of at least 1`. `beside`: other allowed fields, which
 * are checked elsewhere.
 */
export function checkContent<T>(
	schema: z.ZodType<T>,
	value: unknown,
	place: ContentPlace,
	at: readonly PropertyKey[] = [],
	beside: readonly string[] = [],
): T {
	const parsed = readBy(schema, value, [placeOf(place, at), ...(at.length === 0 ? [] : [fieldPath(at)])].join(': '));
	if (parsed.success) return parsed.data;
	const problems = parsed.error.issues.flatMap((issue) => problemsOf(issue, schema, [], beside));
	// A misspelt field explains a missing one.
	const first = problems.find(({ known }) => known !== undefined) ?? problems[0];
	const path = [...at, ...(first?.path ?? [])];
	const field = fieldPath(path);
	const said = message('config.field', {
		place: placeOf(place, path),
		problem: first?.text ?? 'not valid',
		...(field !== '' && { field }),
		...(problems.length > 1 && { more: problems.length - 1 }),
	});
	throw new ConfigError(said, { hint: hintFor(field, first?.known), cause: parsed.error });
}

/** A getter of a config in code may throw. */
function readBy<T>(schema: z.ZodType<T>, value: unknown, place: string): z.ZodSafeParseResult<T> {
	try {
		return schema.safeParse(value, { error: issueText });
	} catch (cause) {
		throw new ConfigError(message('config.getter-threw', { place, thrown: thrownWithFolders(cause) }), { cause });
	}
}

interface Problem {
	readonly path: readonly PropertyKey[];
	readonly text: string;
	/** For an unknown field: the valid ones. */
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
			// A field of another alternative of a union.
			if (known.includes(key)) return { path: at, text: 'cannot be combined with the other fields' };
			return { path: at, text: `is not a field here${didYouMean(key, known)}`, known };
		});
	}
	if (issue.code === 'invalid_key') return [{ path, text: issue.issues[0]?.message ?? issue.message }];
	const misses = issue.code === 'invalid_union' ? issue.errors.filter(isNearMiss) : [];
	const [branch] = misses.toSorted((one, other) => one.length - other.length);
	if (branch !== undefined) return branch.flatMap((inner) => problemsOf(inner, schema, path, beside));
	return [{ path, text: issue.message }];
}

/** Whether a value seems to mean this alternative of a union: valid itself, invalid inside. */
function isNearMiss(issues: readonly z.core.$ZodIssue[]): boolean {
	return issues.length > 0 && issues.every(({ path, code }) => path.length > 0 || code === 'unrecognized_keys');
}

function hintFor(field: string, known: readonly string[] | undefined): string {
	if (known !== undefined && known.length > 0) return `Fields: ${known.join(', ')}.`;
	return field === '' ? 'Fix it there.' : `Fix '${field}' there.`;
}

/** Formats a path, such as `suites[0].decision.hits`; empty for the whole. */
export function fieldPath(path: readonly PropertyKey[]): string {
	return path.reduce<string>((text, key) => {
		if (typeof key === 'number') return `${text}[${key}]`;
		return text === '' ? String(key) : `${text}.${String(key)}`;
	}, '');
}

/** The 1-based line of a field, or of the innermost existing part around it; undefined if unknown. */
export type LineOf = (path: readonly PropertyKey[]) => number | undefined;

/** Source of content, for errors. */
export interface ContentPlace {
	readonly file: string;
	readonly lineOf?: LineOf;
}

/** `file`, or `file:line` if the field's line is known. */
export function placeOf(place: ContentPlace, path: readonly PropertyKey[]): string {
	const line = place.lineOf?.(path);
	return line === undefined ? place.file : `${place.file}:${line}`;
}

/** Fields of a schema at `path`; undefined if it allows any, or has no objects there. */
export function fieldsAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): readonly string[] | undefined {
	const schemas = schemasAt(schema, path).filter(({ _zod }) => !FIELDLESS.has(_zod.def.type));
	const shapes = schemas.flatMap((one) => (one._zod.def.type === 'object' ? [one._zod.def] : []));
	// A catch-all that is not `never` allows other fields.
	const open = shapes.some(({ catchall }) => catchall !== undefined && catchall._zod.def.type !== 'never');
	if (open || shapes.length === 0 || shapes.length < schemas.length) return undefined;
	return [...new Set(shapes.flatMap(({ shape }) => Object.keys(shape)))];
}

/** Types without fields; `custom` is for values made by code. */
const FIELDLESS: ReadonlySet<string> = new Set(
	'string number boolean null undefined enum literal array tuple custom'.split(' '),
);

/** Zod's types of a schema at `path`, such as `number`; empty if unknown. */
export function typesAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): readonly string[] {
	return schemasAt(schema, path).map((one) => one._zod.def.type);
}

/** Whether the last field of the path is required. */
export function requiredAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): boolean {
	const fields = schemasAt(schema, path.slice(0, -1)).flatMap((one) => inside(one, path.at(-1) ?? ''));
	return fields.length > 0 && fields.every(({ _zod }) => _zod.optin !== 'optional');
}

function schemasAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): readonly z.core.$ZodTypes[] {
	return path.reduce<readonly z.core.$ZodTypes[]>(
		(schemas, key) => schemas.flatMap((one) => inside(one, key)).flatMap(alternatives),
		alternatives(schema),
	);
}

/** The schemas inside optionals, defaults, pipes and unions. */
function alternatives(schema: z.core.$ZodType): readonly z.core.$ZodTypes[] {
	const known = schema as z.core.$ZodTypes;
	const { def } = known._zod;
	switch (def.type) {
		case 'optional':
		case 'nullable':
		case 'nonoptional':
		case 'default':
		case 'prefault':
		case 'catch':
		case 'readonly':
			return alternatives(def.innerType);
		case 'pipe':
			return alternatives((def.in as z.core.$ZodTypes)._zod.def.type === 'transform' ? def.out : def.in);
		case 'union':
			return def.options.flatMap(alternatives);
		default:
			return [known];
	}
}

function inside({ _zod: { def } }: z.core.$ZodTypes, key: PropertyKey): readonly z.core.$ZodType[] {
	if (def.type === 'object') {
		const field = Object.hasOwn(def.shape, key) ? def.shape[String(key)] : undefined;
		return field === undefined ? [] : [field];
	}
	if (def.type === 'array' && typeof key === 'number') return [def.element];
	return def.type === 'record' ? [def.valueType] : [];
}
