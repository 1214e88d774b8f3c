import { canonicalJson, type JsonValue } from '../../src/base/json.ts';
import { message, type Said } from '../../src/base/message.ts';
import type { LoggedCall } from '../../src/eval/sample.ts';
import type { Turn } from '../../src/eval/turn.ts';
import type { ToolDeclaration } from '../../src/model/conversation.ts';
import { fitsGiven, givenSchema } from '../../src/text/guarded-pattern.ts';
import { type AssertedSample, type Assertion, type AssertionType, listedTexts } from './sample.ts';

interface Judgement {
	readonly pass: boolean;
	/** For code: neither holds, plain or with `not-`. */
	readonly threw?: true;
	/** The expectation, for people. */
	readonly detail?: Said;
}

interface JudgedAgainst {
	readonly sample: AssertedSample;
	/** Declared tools. */
	readonly tools: readonly Pick<ToolDeclaration, 'name' | 'parameters'>[];
}

/**
 * Judges an answer by an assertion, as promptfoo 0.123 does. Throws for code without a verdict, and Overtime for a
 * pattern that does not end.
 */
export function judgeAssertion(
	{ type, value, threshold }: Assertion,
	answer: Answer,
	against: JudgedAgainst,
): Judgement {
	const negated = type.startsWith('not-');
	const plain = (negated ? type.slice('not-'.length) : type) as AssertionType;
	const { pass, threw = false, detail } = plainly(plain, value, threshold, answer, against);
	return { pass: !threw && pass !== negated, detail };
}

function plainly(
	type: AssertionType,
	value: JsonValue | undefined,
	threshold: number | undefined,
	answer: Answer,
	against: JudgedAgainst,
): Judgement {
	const { text } = answer;
	const lower = text.toLowerCase();
	const wanted = typeof value === 'string' ? value : JSON.stringify(value);
	switch (type) {
		case 'equals':
			return { pass: typeof value === 'object' ? isSameJson(text, value) : String(value) === text, detail: wanted };
		case 'contains':
			return { pass: text.includes(String(value)), detail: wanted };
		case 'icontains':
			return { pass: lower.includes(String(value).toLowerCase()), detail: wanted };
		case 'contains-any':
			return { pass: listedTexts(value).some((one) => text.includes(one)), detail: wanted };
		case 'contains-all':
			return { pass: listedTexts(value).every((one) => text.includes(one)), detail: wanted };
		case 'icontains-any':
			return { pass: listedTexts(value).some((one) => lower.includes(one.toLowerCase())), detail: wanted };
		case 'icontains-all':
			return { pass: listedTexts(value).every((one) => lower.includes(one.toLowerCase())), detail: wanted };
		case 'tool-call-f1':
			return { pass: callF1(answer, listedTexts(value)) >= (threshold ?? 1), detail: wanted };
		case 'regex':
			return { pass: fitsGiven(new RegExp(String(value)), text), detail: wanted };
		case 'is-json':
			return jsonJudgement(text, value);
		case 'is-valid-openai-tools-call':
			return callsJudgement(answer, against);
		case 'javascript':
			return runJavascript(String(value), threshold, answer.output, against.sample);
	}
}

function isSameJson(text: string, value: JsonValue): boolean {
	const parsed = parsedJson(text);
	return parsed !== undefined && canonicalJson(parsed.value) === canonicalJson(value);
}

function jsonJudgement(text: string, schema: JsonValue | undefined): Judgement {
	const parsed = parsedJson(text);
	if (parsed === undefined) return { pass: false, detail: message('score.not-json') };
	if (schema === undefined) return { pass: true };
	const problem = schemaProblem(schema, parsed.value);
	return { pass: problem === undefined, detail: problem };
}

/** Every call must be of a declared tool, with arguments valid under its JSON Schema. */
function callsJudgement({ calls }: Answer, { tools }: JudgedAgainst): Judgement {
	if (calls.length === 0) return { pass: false, detail: message('score.no-call') };
	for (const { name, arguments: args } of calls) {
		const tool = tools.find((one) => one.name === name);
		if (tool === undefined) return { pass: false, detail: message('score.no-such-tool', { tool: name }) };
		const problem = schemaProblem(tool.parameters, args);
		if (problem !== undefined) return { pass: false, detail: `${name}: ${problem}` };
	}
	return { pass: true };
}

/** Of the names of called tools as a set. */
function callF1({ calls }: Answer, wanted: readonly string[]): number {
	const [called, expected] = [new Set(calls.map(({ name }) => name)), new Set(wanted)];
	return (2 * [...called].filter((name) => expected.has(name)).length) / (called.size + expected.size);
}

/** The first error of a value under a JSON Schema. */
function schemaProblem(schema: JsonValue, value: JsonValue): string | undefined {
	const checked = givenSchema(schema).safeParse(value);
	if (checked.success) return undefined;
	const [issue] = checked.error.issues;
	return `${issue?.path.map((step) => `${String(step)}: `).join('') ?? ''}${issue?.message ?? ''}`;
}

function parsedJson(text: string): { readonly value: JsonValue } | undefined {
	try {
		return { value: JSON.parse(text) as JsonValue };
	} catch {
		return undefined;
	}
}

/** The input of assertions: the text as promptfoo's providers give it, and the calls. */
export interface Answer {
	/** The text; with calls, the calls as JSON in OpenAI's format. */
	readonly text: string;
	/** `output` of code: the text, or the calls. */
	readonly output: string | readonly OpenaiCall[];
	readonly calls: readonly LoggedCall[];
}

interface OpenaiCall {
	readonly id: string;
	readonly type: 'function';
	readonly function: { readonly name: string; readonly arguments: string };
}

/** The model's only answer. */
export function answerOf({ calls, answer, prefix }: Pick<Turn, 'calls' | 'answer' | 'prefix'>): Answer {
	if (calls.length === 0) {
		const text = answer ?? prefix ?? '';
		return { text, output: text, calls };
	}
	const output = calls.map(({ id, name, arguments: args }) => ({
		id,
		type: 'function' as const,
		function: { name, arguments: JSON.stringify(args) },
	}));
	return { text: JSON.stringify(output), output, calls };
}

/**
 * Runs the code of a `javascript` assertion with `output` and `context` (`vars` and `prompt`): an expression, or lines
 * that return. It has all rights of this process, so a config must allow it. Throws for code that does not compile, and
 * for a result other than a boolean, a number or `{ pass, reason }`.
 */
function runJavascript(
	code: string,
	threshold: number | undefined,
	output: Answer['output'],
	{ input, vars = {} }: AssertedSample,
): Judgement {
	const check = compiled(code);
	let given: unknown;
	try {
		given = check(output, { vars, prompt: input });
	} catch (thrown) {
		// Code such as JSON.parse(output) throws for an unexpected answer: the answer fails.
		return { pass: false, threw: true, detail: message('score.code-threw', { thrown: String(thrown) }) };
	}
	if (typeof given === 'boolean') return { pass: given };
	if (typeof given === 'number') {
		return { pass: threshold === undefined ? given > 0 : given >= threshold, detail: String(given) };
	}
	if (isGrading(given)) return { pass: given.pass, detail: given.reason };
	const what = given instanceof Promise ? 'a promise, and a scorer does not wait' : typeof given;
	throw new Error(`javascript: gives ${what}, and must give true, false, a number or { pass, reason }`);
}

type Check = (output: unknown, context: object) => unknown;

const known = new Map<string, Check>();

function compiled(code: string): Check {
	const body = /\n|^\s*(?:return|const|let|if)\b/u.test(code.trim())
		? code
		: `return (${code.trim().replace(/;$/u, '')});`;
	const check = known.get(code) ?? (new Function('output', 'context', body) as Check);
	known.set(code, check);
	return check;
}

function isGrading(given: unknown): given is { readonly pass: boolean; readonly reason?: string } {
	if (typeof given !== 'object' || given === null) return false;
	const { pass, reason } = given as Readonly<Record<string, unknown>>;
	return typeof pass === 'boolean' && (reason === undefined || typeof reason === 'string');
}
