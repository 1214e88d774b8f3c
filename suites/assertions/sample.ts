import { z } from 'zod';
import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import { idField, splitField } from '../../src/corpus/corpus-text.ts';
import type { Sample } from '../../src/eval/sample.ts';
import { givenSchema } from '../../src/text/guarded-pattern.ts';

/** promptfoo's assertions that need neither a model nor a service; each also with `not-`. */
export const ASSERTION_TYPES = [
	'equals',
	'contains',
	'icontains',
	'contains-any',
	'contains-all',
	'icontains-any',
	'icontains-all',
	'regex',
	'is-json',
	'is-valid-openai-tools-call',
	'tool-call-f1',
	'javascript',
] as const;
export type AssertionType = (typeof ASSERTION_TYPES)[number];

export interface Assertion {
	readonly type: AssertionType | `not-${AssertionType}`;
	/** The expected value; for `is-json` a JSON Schema, for `javascript` the code. */
	readonly value?: JsonValue;
	/** The least that passes: of `tool-call-f1` (default 1), of `javascript` that returns a number (default above 0). */
	readonly threshold?: number;
}

/** A prompt and its assertions. */
export interface AssertedSample extends Sample {
	/** Absent: no system prompt. */
	readonly system?: string;
	/** The prompt's vars, for `javascript`. */
	readonly vars?: JsonObject;
	/** Which of several prompts it came from; each has a rate. */
	readonly prompt?: string;
	/** Empty: all assertions are in `refused`. */
	readonly assert: readonly Assertion[];
	/** Unsupported assertions, each with its reason. */
	readonly refused?: readonly string[];
}

const types = ASSERTION_TYPES.flatMap((type) => [type, `not-${type}` as const]);

const assertion: z.ZodType<Assertion> = z
	.strictObject({
		type: z.enum(types),
		value: z.json().optional() as z.ZodType<JsonValue | undefined>,
		threshold: z.number().optional(),
	})
	.superRefine(({ type, value }, { addIssue }) => {
		const problem = valueProblem({ type, value });
		if (problem !== undefined) addIssue({ code: 'custom', path: ['value'], message: problem });
	});

export const assertedSample: z.ZodType<AssertedSample> = z
	.strictObject({
		id: idField,
		split: splitField,
		input: z.string().min(1).max(100_000),
		system: z.string().min(1).max(100_000).optional(),
		vars: z.record(z.string(), z.json()).optional() as unknown as z.ZodType<JsonObject | undefined>,
		prompt: z.string().min(1).max(200).optional(),
		assert: z.array(assertion).max(100),
		refused: z.array(z.string().min(1)).optional(),
	})
	.refine(({ assert, refused = [] }) => assert.length + refused.length > 0, {
		path: ['assert'],
		message: 'must hold an assertion',
	});

/** What is wrong with an assertion's value; undefined if it is valid. */
export function valueProblem({ type, value }: Assertion): string | undefined {
	switch (type.replace(/^not-/u, '') as AssertionType) {
		case 'equals':
			return value === undefined ? 'is missing' : undefined;
		case 'contains':
		case 'icontains':
			if (value === '') return 'must not be empty';
			return typeof value === 'string' || typeof value === 'number' ? undefined : 'must be text or a number';
		case 'regex':
			return typeof value === 'string' && isPattern(value) ? undefined : 'must be a regular expression';
		case 'javascript':
			return typeof value === 'string' && value.trim() !== '' ? undefined : 'must be code';
		case 'is-json':
			return value === undefined || isSchema(value) ? undefined : 'must be a JSON Schema';
		case 'is-valid-openai-tools-call':
			return undefined;
		case 'contains-any':
		case 'contains-all':
		case 'icontains-any':
		case 'icontains-all':
		case 'tool-call-f1':
			if (typeof value === 'string' && value.includes('"')) return 'has quotes: write a list of texts';
			return listedTexts(value).length > 0 ? undefined : 'must be a list of texts, or texts between commas';
	}
}

/** Texts of a list, or between commas. */
export function listedTexts(value: JsonValue | undefined): readonly string[] {
	if (typeof value === 'string') return value.split(',').flatMap((text) => text.trim() || []);
	if (!Array.isArray(value) || value.some((text) => typeof text === 'object' || text === '')) return [];
	return value.map(String);
}

function isPattern(source: string): boolean {
	try {
		return source !== '' && new RegExp(source) instanceof RegExp;
	} catch {
		return false;
	}
}

function isSchema(value: JsonValue): boolean {
	try {
		givenSchema(value);
		return typeof value === 'object' && value !== null && !Array.isArray(value);
	} catch {
		return false;
	}
}
