import { isJsonObject, type JsonObject, type JsonValue } from '../../src/base/json.ts';
import { didYouMean } from '../../src/text/nearest-name.ts';
import { singleLine } from '../../src/text/text.ts';
import { ASSERTION_TYPES, type Assertion, type AssertionType, valueProblem } from '../../suites/assertions/index.ts';
import { readCsvTests } from './csv-tests.ts';
import { isReadable, namedFiles, type Refusals, readData, type Written } from './files.ts';
import { renderValue } from './prompts.ts';

/** A test of promptfoo with what `defaultTest` adds to it. */
export interface ImportedTest {
	readonly vars: JsonObject;
	readonly assert: readonly ImportedAssertion[];
	/** Why nothing that it asserts can be judged here. */
	readonly refused?: string;
	readonly place: Written['place'];
	readonly at: Written['at'];
}

interface ReadTestsOptions {
	/** What `file://` is relative to. */
	readonly folder: string;
	readonly javascript: boolean;
	readonly refusals: Refusals;
	/** Takes the limits of `latency` assertions, milliseconds: they become budgets of the app. */
	readonly latencies: Set<number>;
	/** `defaultTest` of the promptfooconfig. */
	readonly defaults: Written;
}

/** Tests of a promptfooconfig, inline or in YAML, JSON and JSONL files; a var that is a list makes a test of each entry. */
export function readTests(tests: Written, options: ReadTestsOptions): readonly ImportedTest[] {
	const { defaults, refusals } = options;
	const common = defaults.value === undefined ? [] : readDefaults(defaults, options);
	// Without its part of them, no test would be asked or judged as it is written.
	if (defaults.value !== undefined && (common.length === 0 || common[0]?.refused !== undefined)) return [];
	if (common.length > 1)
		refusals.exclude(defaults.place, [...defaults.at, 'vars'], 'a list in it: write it in the tests');
	// Without tests, promptfoo asks every prompt once, under the default test.
	if (tests.value === undefined) return common.slice(0, 1);
	return listed(tests, options).flatMap((test) => readTest(test, options, common[0]));
}

function readDefaults(defaults: Written, options: ReadTestsOptions): readonly ImportedTest[] {
	if (isJsonObject(defaults.value)) return readTest(defaults, options, undefined);
	const reason = 'is no object: what it asserts of every test would be dropped';
	options.refusals.exclude(defaults.place, defaults.at, reason);
	return [];
}

function listed(tests: Written, { folder, refusals }: ReadTestsOptions): readonly Written[] {
	const entries: readonly Written[] = Array.isArray(tests.value)
		? tests.value.map((value: unknown, index) => ({ ...tests, value, at: [...tests.at, index] }))
		: [tests];
	return entries.flatMap((entry) => {
		const { value, place, at } = entry;
		const path = isJsonObject(value) ? value.path : value;
		// promptfoo takes a plain path too.
		const isPath = typeof path === 'string' && /^[^:\n]+\.(?:ya?ml|jsonl?|csv)$/u.test(path);
		const files = namedFiles(isPath ? `file://${path}` : path, folder);
		if (files !== undefined) return files.flatMap((file) => testsOfFile(file, entry, refusals));
		if (isJsonObject(value)) return [entry];
		refusals.exclude(place, at, 'is no test, nor file://');
		return [];
	});
}

function testsOfFile(file: string, { place, at }: Written, refusals: Refusals): readonly Written[] {
	if (!isReadable(file, ['.yaml', '.yml', '.json', '.jsonl', '.csv'])) {
		refusals.exclude(place, at, `${file}: is no YAML, JSON, JSONL or CSV file that is there`);
		return [];
	}
	const { content, lineOf } = file.endsWith('.csv') ? readCsvTests(file) : readData(file);
	const rows = Array.isArray(content) ? content : [content];
	return rows.map((row, index) => ({
		value: row,
		place: { file, lineOf },
		at: Array.isArray(content) ? [index] : [],
	}));
}

/** Fields under which an answer is not judged as it was given, or by each assertion. */
const CHANGING = ['threshold', 'assertScoringFunction', 'provider', 'providers', 'providerOutput', 'prompts'];
/** Not `provider`, which grades for assertions that are refused by themselves (GradingConfig of promptfoo 0.123). */
const CHANGING_OPTIONS = ['transform', 'postprocess', 'transformVars', 'prefix', 'suffix', 'disableVarExpansion'];
/** The other fields of a test, as of promptfoo 0.123. */
const TAKEN = ['description', 'vars', 'assert', 'options', 'metadata'];

function readTest(
	{ value, place, at }: Written,
	{ javascript, refusals, latencies }: ReadTestsOptions,
	common: ImportedTest | undefined,
): readonly ImportedTest[] {
	if (!isJsonObject(value)) {
		refusals.exclude(place, at, 'is no test');
		return [];
	}
	const test: JsonObject = value;
	const options = isJsonObject(test.options) ? test.options : {};
	const refused = refusal(test, options);
	if (refused !== undefined) refusals.add(place, at, refused);
	const vars = test.vars ?? {};
	if (!isJsonObject(vars)) {
		refusals.exclude(place, [...at, 'vars'], 'are no object: a file of vars is not taken');
		return [];
	}
	const file = Object.entries(vars).find(([, text]) => typeof text === 'string' && /^(?:file|package):/u.test(text));
	if (file !== undefined) {
		refusals.exclude(place, [...at, 'vars', file[0]], 'is read from a file, which is not taken: write its text');
		return [];
	}
	const own = readAssertions({ value: test.assert, place, at: [...at, 'assert'] }, { javascript, refusals, latencies });
	const assert = options.disableDefaultAsserts === true ? own : [...(common?.assert ?? []), ...own];
	return combinations({ ...common?.vars, ...vars }).map((one) => ({ vars: one, assert, refused, place, at }));
}

function refusal(test: JsonObject, options: JsonObject): string | undefined {
	const unknown = Object.keys(test).find((name) => ![...CHANGING, ...TAKEN].includes(name));
	if (unknown !== undefined) return `has '${unknown}', which is no field of a test${didYouMean(unknown, TAKEN)}`;
	const changing =
		CHANGING.find((name) => test[name] !== undefined) ?? CHANGING_OPTIONS.find((name) => options[name] !== undefined);
	return changing === undefined ? undefined : `has '${changing}', by which promptfoo asks or judges otherwise`;
}

/** One object for each choice of entries of the values that are lists. */
function combinations(vars: JsonObject): readonly JsonObject[] {
	return Object.entries(vars).reduce<readonly JsonObject[]>(
		(before, [name, value]) =>
			(Array.isArray(value) ? (value as readonly JsonValue[]) : [value]).flatMap((one) =>
				before.map((vars) => ({ ...vars, [name]: one as JsonValue })),
			),
		[{}],
	);
}

/** An assertion of promptfoo, and where it stands. */
interface ImportedAssertion {
	/** A text says why it is refused. */
	readonly assertion: Assertion | string;
	readonly place: Written['place'];
	readonly at: Written['at'];
}

/** Those of a list that decide something; what gemmark does not take is refused, each with its line and why. */
function readAssertions(
	{ value, place, at }: Written,
	{ javascript, refusals, latencies }: Pick<ReadTestsOptions, 'javascript' | 'refusals' | 'latencies'>,
): readonly ImportedAssertion[] {
	if (value === undefined) return [];
	const entries: readonly unknown[] = Array.isArray(value) ? value : [value];
	return entries.flatMap((entry, index) => {
		const here = [...at, index];
		if (isJsonObject(entry) && entry.type === 'latency' && isLimit(entry.threshold)) {
			latencies.add(entry.threshold);
			return [];
		}
		const reason = isJsonObject(entry) ? assertionsRefusal(entry, javascript) : 'is no object with a type';
		if (reason === undefined) {
			const { type, value: wanted, threshold } = entry as unknown as Assertion;
			return { assertion: { type, value: wanted, threshold }, place, at: here };
		}
		refusals.add(place, here, reason);
		const decidesNothing = isJsonObject(entry) && entry.weight === 0;
		return decidesNothing ? [] : { assertion: singleLine(reason).slice(0, 400), place, at: here };
	});
}

/** As a budget of the app has it, milliseconds. */
function isLimit(threshold: unknown): threshold is number {
	return typeof threshold === 'number' && threshold >= 1 && threshold <= 3_600_000;
}

/** The assertion as it is asked of one test, its vars put in; a text says why that cannot be done. */
export function assertionFor({ assertion }: ImportedAssertion, vars: JsonObject): Assertion | string {
	if (typeof assertion === 'string') return assertion;
	const { type, value, threshold } = assertion;
	const { value: rendered, refused } = value === undefined ? { value } : renderValue(value, vars);
	const problem = refused ?? valueProblem({ type, value: rendered });
	return problem === undefined ? { type, value: rendered, threshold } : `${type}: its value ${problem}`;
}

/** Fields of an assertion, as of promptfoo 0.123. */
const FIELDS = ['type', 'value', 'threshold', 'weight', 'metric', 'transform', 'contextTransform'];
const MORE_FIELDS = ['config', 'provider', 'rubricPrompt', 'assert', '$ref'];

function assertionsRefusal(entry: JsonObject, javascript: boolean): string | undefined {
	const { type, value, threshold, transform, weight } = entry;
	const plain = String(type).replace(/^not-/u, '');
	if (weight === 0) return `${String(type)}: has weight 0, so it decides nothing`;
	if (!ASSERTION_TYPES.includes(plain as AssertionType)) {
		return `${String(type)}: is not taken, only ${ASSERTION_TYPES.join(', ')} and their not-`;
	}
	const unknown = Object.keys(entry).find((name) => ![...FIELDS, ...MORE_FIELDS].includes(name));
	if (unknown !== undefined) {
		return `${String(type)}: has '${unknown}', which is no field of an assertion${didYouMean(unknown, FIELDS)}`;
	}
	if (transform !== undefined) return `${String(type)}: has a transform, which only promptfoo runs`;
	if (threshold !== undefined && (typeof threshold !== 'number' || !['javascript', 'tool-call-f1'].includes(plain))) {
		return `${String(type)}: has a threshold`;
	}
	if (namesFile(value)) return `${String(type)}: is read from a file, which is not taken: write its text`;
	if (plain === 'javascript' && !javascript) {
		return 'javascript: is code, taken only with --javascript';
	}
	return undefined;
}

function namesFile(value: JsonValue | undefined): boolean {
	return typeof value === 'string' && /^(?:file|package|https?):/u.test(value);
}
