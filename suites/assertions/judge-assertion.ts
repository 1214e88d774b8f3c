import { canonicalJson, fitsGiven, givenSchema, type JsonValue, type ToolDeclaration } from '../../src/index.ts';
import type { Answer } from './answer.ts';
import { runJavascript } from './javascript.ts';
import type { AssertedSample, Assertion, AssertionType } from './sample.ts';

export interface Judgement {
	readonly pass: boolean;
	/** Of code: it holds neither plainly nor with `not-`. */
	readonly threw?: true | undefined;
	/** What was expected, for people. */
	readonly detail?: string | undefined;
}

export interface JudgedAgainst {
	readonly sample: AssertedSample;
	/** What may be called. */
	readonly tools: readonly Pick<ToolDeclaration, 'name' | 'parameters'>[];
}

/**
 * Holds an answer against one assertion, as promptfoo 0.123 does. Throws for code that gives no verdict, and Overtime for a
 * pattern that comes to no end.
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
	const wanted = typeof value === 'string' ? value : JSON.stringify(value);
	switch (type) {
		case 'equals':
			return { pass: typeof value === 'object' ? isSameJson(text, value) : String(value) === text, detail: wanted };
		case 'contains':
			return { pass: text.includes(String(value)), detail: wanted };
		case 'icontains':
			return { pass: text.toLowerCase().includes(String(value).toLowerCase()), detail: wanted };
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
	if (parsed === undefined) return { pass: false, detail: 'is not JSON' };
	if (schema === undefined) return { pass: true };
	const problem = schemaProblem(schema, parsed.value);
	return { pass: problem === undefined, detail: problem };
}

/** Every call must be of a declared tool, with arguments that its parameters' JSON Schema takes. */
function callsJudgement({ calls }: Answer, { tools }: JudgedAgainst): Judgement {
	if (calls.length === 0) return { pass: false, detail: 'nothing was called' };
	for (const { name, arguments: args } of calls) {
		const tool = tools.find((one) => one.name === name);
		if (tool === undefined) return { pass: false, detail: `${name}: is no tool` };
		const problem = schemaProblem(tool.parameters, args);
		if (problem !== undefined) return { pass: false, detail: `${name}: ${problem}` };
	}
	return { pass: true };
}

/** The first thing that a JSON Schema does not take of a value. */
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
