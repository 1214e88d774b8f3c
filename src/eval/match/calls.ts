import { z } from 'zod';
import type { Parsed } from '../../base/border.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import { holdsLongInteger } from '../../base/json-loss.ts';
import { message } from '../../base/message.ts';
import type { Repair } from '../../model/generation.ts';
import type { ToolDefaults } from '../../tool/declaration.ts';
import { type Mismatch, mismatchOf, type StringMatching, shownValue } from './values.ts';

/** A call of the model. */
interface AskedCall {
	readonly name: string;
	readonly arguments: JsonObject;
	/** Deviations forgiven, or data lost, in reading it. */
	readonly repairs?: readonly Repair[];
}

export interface CallMatching {
	/** Default `korean`. */
	readonly strings?: StringMatching;
	/** Whether calls must come in the order expected (a chain) or may come in any (parallel calls). Default `any`. */
	readonly order?: 'given' | 'any';
	/** JSON Schema of each tool's arguments, which distinguishes missing required and optional arguments. */
	readonly schemas?: ReadonlyMap<string, JsonObject>;
	/** The app's defaults for omitted arguments, filled in on both sides before comparing. */
	readonly defaults?: ToolDefaults;
}

/** Compares the calls of a turn with the expected ones; expecting none is irrelevance. Absent: all is right. */
export function matchCalls(
	expected: readonly ExpectedCall[],
	calls: readonly AskedCall[],
	matching: CallMatching = {},
): Mismatch | undefined {
	if (expected.length === 0) {
		const called = calls.map((call) => call.name);
		return calls.length === 0
			? undefined
			: { error: 'irrelevance_error:decoder_success', detail: message('score.no-call-expected', { calls: called }) };
	}
	if (calls.length === 0)
		return { error: 'relevance_error:decoder_failed', detail: message('score.expected', { wanted: names(expected) }) };
	if (calls.length !== expected.length) {
		const given = calls.map((call) => call.name);
		const detail = message('score.expected-got', { wanted: names(expected), given });
		return { error: 'wrong_count', detail };
	}
	if (expected.length === 1 || matching.order === 'given') {
		for (const [index, wanted] of expected.entries()) {
			const call = calls[index];
			const found = call === undefined ? undefined : matchCall(wanted, call, matching);
			if (found !== undefined) return found;
		}
		return undefined;
	}
	return matchAnyOrder(expected, calls, matching);
}

/** Compares one call, name first. */
export function matchCall(expected: ExpectedCall, call: AskedCall, matching: CallMatching = {}): Mismatch | undefined {
	if (call.name !== expected.tool) {
		return {
			error: 'wrong_func_name',
			detail: message('score.expected-got', { wanted: expected.tool, given: call.name }),
		};
	}
	return matchArguments(expected, call, matching);
}

/** Compares arguments alone. */
export function matchArguments(
	expected: ExpectedCall,
	call: Omit<AskedCall, 'name'>,
	matching: CallMatching = {},
): Mismatch | undefined {
	for (const { mismatch } of compareArguments(expected, call, matching)) if (mismatch !== undefined) return mismatch;
	return undefined;
}

/** An argument as it was expected and as the call has it. */
export interface ArgumentComparison {
	readonly name: string;
	/** Each of these is right; none: the argument is not expected. */
	readonly choices: readonly JsonValue[];
	/** Absent: the call lacks it. */
	readonly given?: JsonValue;
	readonly mismatch?: Mismatch;
}

/** The arguments of an expected call that the call lacks, then those of the call. */
function* compareArguments(
	{ tool, arguments: wanted, acceptable = {} }: ExpectedCall,
	{ arguments: written, repairs = [] }: Omit<AskedCall, 'name'>,
	matching: CallMatching,
): Generator<ArgumentComparison> {
	const { defaults = {} } = matching;
	const filledIn = Object.hasOwn(defaults, tool) ? defaults[tool] : {};
	const [required, actual] = [
		{ ...filledIn, ...wanted },
		{ ...filledIn, ...written },
	];
	const choicesOf = (name: string): readonly JsonValue[] => [
		...(Object.hasOwn(required, name) ? [required[name] ?? null] : []),
		...(Object.hasOwn(acceptable, name) ? (acceptable[name] ?? []) : []),
	];
	for (const name of Object.keys(required)) {
		if (Object.hasOwn(actual, name)) continue;
		const optional = requiredBySchema(matching.schemas?.get(tool), name) === false;
		const mismatch: Mismatch = { error: optional ? 'missing_optional' : 'missing_required', detail: name };
		yield { name, choices: choicesOf(name), mismatch };
	}
	for (const [name, given] of Object.entries(actual)) {
		const choices = choicesOf(name);
		const rounded = repairs.includes('rounded-number') && holdsLongInteger(given);
		const mismatch = valueMismatch(name, choices, given, {
			rounded,
			isWritten: Object.hasOwn(written, name),
			matching,
		});
		yield { name, choices, given, mismatch };
	}
}

function valueMismatch(
	name: string,
	choices: readonly JsonValue[],
	value: JsonValue,
	{ rounded, isWritten, matching }: { rounded: boolean; isWritten: boolean; matching: CallMatching },
): Mismatch | undefined {
	if (choices.length === 0) return { error: 'unexpected_param', detail: `${name}: ${shownValue(value)}` };
	const known = rounded ? withoutLongIntegers(value) : value;
	const found = choices.map((choice) => mismatchOf(choice, known, matching.strings ?? 'korean'));
	const first = found[0];
	if (first === undefined || found.includes(undefined)) return undefined;
	const nearest = found.find((mismatch) => mismatch?.error.startsWith('value_error')) ?? first;
	const wanted = choices.map((choice) => shownValue(choice, value));
	const params = { name, wanted, given: shownValue(value, choices[0]) };
	if (rounded) return { ...nearest, detail: message('score.argument-rounded', params) };
	return { ...nearest, detail: message(isWritten ? 'score.argument' : 'score.argument-default', params) };
}

/** An expected call and the call that comes nearest to it; either may have none. */
export interface CallComparison {
	readonly expected?: ExpectedCall;
	readonly call?: AskedCall;
	/** Of two calls of one tool. */
	readonly arguments: readonly ArgumentComparison[];
}

/**
 * Every call of a turn beside the expected one. In any order an expected call is paired with a call that matches it, else
 * with one of its tool, else with what is left; in a given order as the two lists of tools align.
 */
export function compareCalls(
	expected: readonly ExpectedCall[],
	calls: readonly AskedCall[],
	matching: CallMatching = {},
): readonly CallComparison[] {
	const pairs = matching.order === 'given' ? aligned(expected, calls) : paired(expected, calls, matching);
	const taken = new Set(pairs.values());
	return [
		...expected.map((wanted, at): CallComparison => {
			const call = calls[pairs.get(at) ?? -1];
			const isSame = call?.name === wanted.tool;
			return { expected: wanted, call, arguments: isSame ? [...compareArguments(wanted, call, matching)] : [] };
		}),
		...calls.filter((_, at) => !taken.has(at)).map((call): CallComparison => ({ call, arguments: [] })),
	];
}

/** Indices of calls by index of the expected one. */
type Pairs = Map<number, number>;

function paired(expected: readonly ExpectedCall[], calls: readonly AskedCall[], matching: CallMatching): Pairs {
	const pairs: Pairs = new Map();
	const left = new Set(calls.keys());
	const rules: readonly ((wanted: ExpectedCall, call: AskedCall) => boolean)[] = [
		(wanted, call) => matchCall(wanted, call, matching) === undefined,
		(wanted, call) => wanted.tool === call.name,
		() => true,
	];
	for (const isPair of rules) {
		for (const [at, wanted] of expected.entries()) {
			const place = pairs.has(at) ? undefined : left.values().find((one) => isPair(wanted, calls[one] as AskedCall));
			if (place === undefined) continue;
			pairs.set(at, place);
			left.delete(place);
		}
	}
	return pairs;
}

/** The longest common subsequence of tools, the earliest of equal ones; between two of its pairs the rest in order. */
function aligned(expected: readonly ExpectedCall[], calls: readonly AskedCall[]): Pairs {
	const common = expected.map(() => calls.map(() => 0));
	const length = (row: number, column: number): number => common[row]?.[column] ?? 0;
	const isSame = (row: number, column: number): boolean => expected[row]?.tool === calls[column]?.name;
	for (let row = expected.length - 1; row >= 0; row -= 1) {
		for (let column = calls.length - 1; column >= 0; column -= 1) {
			(common[row] as number[])[column] = isSame(row, column)
				? 1 + length(row + 1, column + 1)
				: Math.max(length(row + 1, column), length(row, column + 1));
		}
	}
	const pairs: Pairs = new Map();
	let [row, column, fromRow, fromColumn] = [0, 0, 0, 0];
	const fill = (): void => {
		while (fromRow < row && fromColumn < column) pairs.set(fromRow++, fromColumn++);
		[fromRow, fromColumn] = [row, column];
	};
	while (row < expected.length && column < calls.length) {
		if (isSame(row, column)) {
			fill();
			pairs.set(row++, column++);
			[fromRow, fromColumn] = [row, column];
		} else if (length(row + 1, column) >= length(row, column + 1)) row += 1;
		else column += 1;
	}
	[row, column] = [expected.length, calls.length];
	fill();
	return pairs;
}

/** Replaces numbers whose written digits are unknown with NaN, which equals nothing. */
function withoutLongIntegers(value: JsonValue): JsonValue {
	if (Array.isArray(value)) return value.map(withoutLongIntegers);
	if (isJsonObject(value)) {
		return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutLongIntegers(inner)]));
	}
	return holdsLongInteger(value) ? Number.NaN : value;
}

/** Every expected call takes the first call left that matches it, as in BFCL. */
function matchAnyOrder(
	expected: readonly ExpectedCall[],
	calls: readonly AskedCall[],
	matching: CallMatching,
): Mismatch | undefined {
	const left = [...calls];
	for (const wanted of expected) {
		const place = left.findIndex((call) => matchCall(wanted, call, matching) === undefined);
		if (place < 0) {
			const problem = left.flatMap((call) => matchCall(wanted, call, matching)?.detail ?? []);
			return { error: 'cannot_find_match', detail: message('score.at-tool', { tool: wanted.tool, problem }) };
		}
		left.splice(place, 1);
	}
	return undefined;
}

function requiredBySchema(schema: JsonObject | undefined, name: string): boolean | undefined {
	const required = schema?.required;
	return Array.isArray(required) ? required.includes(name) : undefined;
}

function names(expected: readonly ExpectedCall[]): readonly string[] {
	return expected.map((call) => call.tool);
}

/** A call that is right. */
export interface ExpectedCall extends Parsed<typeof expectedCallSchema> {}

const json = z.json() as z.ZodType<JsonValue>;

export const expectedCallSchema = z.strictObject({
	tool: z.string().min(1).max(200),
	/** `*` takes anything, within objects and lists too. */
	arguments: z.record(z.string(), json, {
		error: ({ input }) => (input === undefined ? 'is missing ({} where the call has none)' : undefined),
	}),
	/** Further values per argument; an argument listed only here is optional. */
	acceptable: z.record(z.string(), z.array(json).min(1)).optional(),
});

/** How the user answers a confirmation. */
export const confirmField = z.enum(['yes', 'no']);
