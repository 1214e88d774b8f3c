import type { z } from 'zod';
import { issueText } from '../../base/border.ts';
import { Overtime } from '../../base/call-with-timeout.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import { isRounded } from '../../base/json-loss.ts';
import { isInstance } from '../../base/thrown.ts';
import { givenSchema } from '../../text/guarded-pattern.ts';
import { didYouMean } from '../../text/nearest-name.ts';
import type { ExpectedCall } from './calls.ts';
import { ANYTHING } from './values.ts';

/** JSON Schema of the arguments of each tool, by its name. */
export type ToolParameters = ReadonlyMap<string, JsonObject>;

/** Why no call of these tools could be the expected one. */
export interface ExpectedIssue {
	/** Within the expected calls, such as `[0, 'arguments', 'city']`. */
	readonly path: readonly PropertyKey[];
	readonly text: string;
}

/**
 * The first thing expected that the tools cannot take: a name, an argument, a type or a value. Required arguments may be
 * omitted, and limits of a value (length, range) are ignored: a sample may ask for more than the tool takes.
 * `isChoice` returns whether a value means one of the tool's choices although it differs.
 */
export function expectedIssue(
	calls: readonly ExpectedCall[],
	tools: ToolParameters,
	isChoice: IsChoice = () => false,
): ExpectedIssue | undefined {
	for (const [index, call] of calls.entries()) {
		const parameters = tools.get(call.tool);
		if (parameters === undefined) {
			return { path: [index, 'tool'], text: `there is no tool '${call.tool}'${didYouMean(call.tool, tools.keys())}` };
		}
		for (const { path, name, value } of valuesOf(call)) {
			const text = argumentIssue(parameters, name, value, isChoice);
			if (text !== undefined) return { path: [index, ...path], text };
		}
	}
	return undefined;
}

/**
 * Why the tool refuses a call that has all that is expected: what {@link expectedIssue} lets pass, an argument that is
 * required or a limit. Of what is acceptable the first value that the tool takes counts. Undefined: it takes the call.
 */
export function refusedCall(
	{ arguments: given, acceptable = {} }: ExpectedCall,
	parameters: JsonObject,
): string | undefined {
	const { properties } = parameters;
	const takes = (name: string, value: JsonValue): boolean =>
		!isJsonObject(properties) || valueIssue(properties[name], value, isNoChoice, isRefusal) === undefined;
	const others = Object.entries(acceptable).map(([name, values]) => [
		name,
		values.find((value) => takes(name, value)) ?? values[0] ?? null,
	]);
	return valueIssue(parameters, { ...given, ...Object.fromEntries(others) }, isNoChoice, isRefusal);
}

const isNoChoice: IsChoice = () => false;

/**
 * The app drops what it does not know, where it is an argument or deeper; and a format that no pattern says is a note in a
 * JSON Schema, which a server need not check.
 */
const isRefusal: IssueFilter = (issue) =>
	issue.code !== 'unrecognized_keys' && (issue.code !== 'invalid_format' || issue.format === 'regex');

/** Whether an issue counts as one. */
type IssueFilter = (issue: z.core.$ZodIssue) => boolean;

type IsChoice = (value: JsonValue, choice: JsonValue) => boolean;

function* valuesOf({ arguments: given, acceptable = {} }: ExpectedCall): Generator<{
	readonly path: readonly PropertyKey[];
	readonly name: string;
	readonly value: JsonValue;
}> {
	for (const [name, value] of Object.entries(given)) yield { path: ['arguments', name], name, value };
	for (const [name, values] of Object.entries(acceptable)) {
		for (const [index, value] of values.entries()) yield { path: ['acceptable', name, index], name, value };
	}
}

function argumentIssue(parameters: JsonObject, name: string, value: JsonValue, isChoice: IsChoice): string | undefined {
	const properties = isJsonObject(parameters.properties) ? parameters.properties : {};
	if (!Object.hasOwn(properties, name)) {
		const { additionalProperties: others = false } = parameters;
		return others === false ? `is no argument of the tool${didYouMean(name, Object.keys(properties))}` : undefined;
	}
	return valueIssue(properties[name], value, isChoice);
}

function valueIssue(
	property: JsonValue | undefined,
	value: JsonValue,
	isChoice: IsChoice,
	counts: IssueFilter = isOtherValue,
): string | undefined {
	const issues = issuesOf(property, value);
	if (typeof issues === 'string') return issues;
	const issue = issues.find((found) => !isFine(found, value, isChoice, counts));
	if (issue === undefined) return undefined;
	const within = issue.path.length === 0 ? '' : `${issue.path.join('.')} `;
	const text = issueWords(issue);
	const choices = issue.code === 'invalid_value' ? issue.values.map(String) : [];
	return `${within}${text}${typeof value === 'string' ? didYouMean(value, choices) : ''}`;
}

function issueWords({ code, message }: z.core.$ZodIssue): string {
	if (code === 'invalid_union') return 'is none of what the tool takes';
	return code === 'invalid_format' ? 'does not match its pattern' : message;
}

/** What is of another type or none of the choices, where a limit is no matter. */
const isOtherValue: IssueFilter = ({ code }) =>
	code === 'invalid_type' || code === 'invalid_value' || code === 'invalid_union';

/** Whether it refuses no more than a limit, or what stands for anything or for a choice: of a union, in one of its alternatives. */
function isFine(issue: z.core.$ZodIssue, value: JsonValue, isChoice: IsChoice, counts: IssueFilter): boolean {
	if (!counts(issue)) return true;
	const refused = issue.path.reduce<JsonValue | undefined>(
		(within, step) => (within as { readonly [step: PropertyKey]: JsonValue })[step],
		value,
	);
	if (refused === ANYTHING) return true;
	if (refused === undefined) return false;
	if (issue.code === 'invalid_value') return issue.values.some((choice) => isChoice(refused, choice as JsonValue));
	if (issue.code !== 'invalid_union') return false;
	return issue.errors.some((choice) => choice.every((found) => isFine(found, refused, isChoice, counts)));
}

/** A text if a pattern timed out. */
function issuesOf(property: JsonValue | undefined, value: JsonValue): readonly z.core.$ZodIssue[] | string {
	try {
		return schemaOf(property)?.safeParse(value, { error: issueText }).error?.issues ?? [];
	} catch (thrown) {
		if (isInstance(thrown, Overtime)) return `cannot be compared with the tool: ${thrown.message}`;
		throw thrown;
	}
}

/** Absent where the schema says more than can be checked here: the tool itself will. */
function schemaOf(property: JsonValue | undefined): z.ZodType | undefined {
	try {
		return givenSchema(property);
	} catch {
		return undefined;
	}
}

/** Expected calls of a table, where all is text: `4` becomes a number where the tool's schema has one, at any depth. */
export function typedCells(calls: readonly ExpectedCall[], tools: ToolParameters): readonly ExpectedCall[] {
	return calls.map((call) => {
		const parameters = tools.get(call.tool);
		return parameters === undefined ? call : { ...call, arguments: typedObject(call.arguments, [parameters]) };
	});
}

/** `schemas`: all that may hold here. */
function typed(value: JsonValue, schemas: readonly JsonObject[]): JsonValue {
	if (Array.isArray(value)) {
		const items = schemas.flatMap((schema) => variantsOf(schema.items));
		return value.map((item) => typed(item, items));
	}
	if (isJsonObject(value)) return typedObject(value, schemas);
	if (typeof value !== 'string') return value;
	const types = schemas.flatMap(typesOf);
	if (types.includes('string')) return value;
	if ((types.includes('integer') || types.includes('number')) && NUMBER.test(value)) {
		// A number that is read as another cannot be compared.
		return isRounded(value) ? value : Number(value);
	}
	if (types.includes('boolean') && /^(?:true|false)$/iu.test(value)) return value.toLowerCase() === 'true';
	return value;
}

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/iu;

function typedObject(value: JsonObject, schemas: readonly JsonObject[]): JsonObject {
	const fields = schemas.flatMap(({ properties }) => (isJsonObject(properties) ? [properties] : []));
	return Object.fromEntries(
		Object.entries(value).map(([name, inner]) => {
			const known = fields.flatMap((field) => (Object.hasOwn(field, name) ? variantsOf(field[name]) : []));
			return [name, typed(inner, known)];
		}),
	);
}

/** A schema and those that it chooses among. */
function variantsOf(schema: JsonValue | undefined): readonly JsonObject[] {
	if (!isJsonObject(schema)) return [];
	const chosen = [schema.anyOf, schema.oneOf].flatMap((choices) => (Array.isArray(choices) ? choices : []));
	return [schema, ...chosen.flatMap(variantsOf)];
}

function typesOf({ type = [], const: only, enum: choices }: JsonObject): readonly JsonValue[] {
	const values = Array.isArray(choices) ? choices : only === undefined ? [] : [only];
	return [...(Array.isArray(type) ? type : [type]), ...values.map((value) => typeof value)];
}
