import type { z } from 'zod';
import { ConfigError, issueText } from '../base/errors.ts';
import { message } from '../base/message.ts';
import { thrownWithFolders } from '../base/thrown.ts';
import { didYouMean } from '../text/nearest-name.ts';

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
	const parsed = readBy(schema, value, [placeOf(place, at), ...(at.length === 0 ? [] : [fieldPath(at)])].join(': '));
	if (parsed.success) return parsed.data;
	const problems = parsed.error.issues.flatMap((issue) => problemsOf(issue, schema, [], beside));
	// A misspelt field is why another one is missing.
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

/** What code has written may be a getter, and throw. */
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

/** Of a union's alternatives the one that the value seems to mean: right as a whole, wrong within. */
function isNearMiss(issues: readonly z.core.$ZodIssue[]): boolean {
	return issues.length > 0 && issues.every(({ path, code }) => path.length > 0 || code === 'unrecognized_keys');
}

function hintFor(field: string, known: readonly string[] | undefined): string {
	if (known !== undefined && known.length > 0) return `Fields: ${known.join(', ')}.`;
	return field === '' ? 'Fix it there.' : `Fix '${field}' there.`;
}

/** A field's path as people write it: `suites[0].decision.hits`; nothing for the whole. */
export function fieldPath(path: readonly PropertyKey[]): string {
	return path.reduce<string>((text, key) => {
		if (typeof key === 'number') return `${text}[${key}]`;
		return text === '' ? String(key) : `${text}.${String(key)}`;
	}, '');
}

/** The line of a field, 1-based; of what encloses it where it is not there itself; absent where no line is known. */
export type LineOf = (path: readonly PropertyKey[]) => number | undefined;

/** Where content was written, for errors. */
export interface ContentPlace {
	readonly file: string;
	readonly lineOf?: LineOf | undefined;
}

/** `file`, or `file:line` where the line of the field is known. */
export function placeOf(place: ContentPlace, path: readonly PropertyKey[]): string {
	const line = place.lineOf?.(path);
	return line === undefined ? place.file : `${place.file}:${line}`;
}

/** Fields that a schema knows at `path`. Absent where it takes any, or is not of objects there. */
export function fieldsAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): readonly string[] | undefined {
	const schemas = schemasAt(schema, path).filter(({ _zod }) => !FIELDLESS.has(_zod.def.type));
	const shapes = schemas.flatMap((one) => (one._zod.def.type === 'object' ? [one._zod.def] : []));
	// A catch-all that is not `never` takes other fields too.
	const open = shapes.some(({ catchall }) => catchall !== undefined && !isNever(catchall));
	if (open || shapes.length === 0 || shapes.length < schemas.length) return undefined;
	return [...new Set(shapes.flatMap(({ shape }) => Object.keys(shape)))];
}

/** Alternatives that have no fields, whatever stands beside them; `custom` is what code made, which no file holds. */
const FIELDLESS: ReadonlySet<string> = new Set(
	'string number boolean null undefined enum literal array tuple custom'.split(' '),
);

/** Types that a schema takes at `path`, as zod calls them: `number`, `array`, ... Nothing where it is unknown. */
export function typesAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): readonly string[] {
	return schemasAt(schema, path).map((one) => one._zod.def.type);
}

/** Whether objects that have this path's last field must have it. */
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

/** What is within optionals, defaults, pipes and unions. */
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

function isNever(schema: z.core.$ZodType): boolean {
	return schema._zod.def.type === 'never';
}
