import { z } from 'zod';
import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import { idField } from '../../src/corpus/corpus-text.ts';
import type { Sample } from '../../src/eval/sample.ts';
import { givenSchema } from '../../src/text/guarded-pattern.ts';

/** The assertions of promptfoo that need neither a model nor a service; each may stand with `not-` before it. */
export const ASSERTION_TYPES = [
	'equals',
	'contains',
	'icontains',
	'regex',
	'is-json',
	'is-valid-openai-tools-call',
	'javascript',
] as const;
export type AssertionType = (typeof ASSERTION_TYPES)[number];

export interface Assertion {
	readonly type: AssertionType | `not-${AssertionType}`;
	/** What is compared with; of `is-json` a JSON Schema, of `javascript` the code. */
	readonly value?: JsonValue | undefined;
	/** Of `javascript` that gives a number: the least that passes; above 0 where absent. */
	readonly threshold?: number | undefined;
}

/** One prompt, and what must hold of the answer. */
export interface AssertedSample extends Sample {
	/** Absent: the model is asked without a system prompt. */
	readonly system?: string | undefined;
	/** What the prompt was made with, for `javascript`. */
	readonly vars?: JsonObject | undefined;
	/** Which of several prompts it was made of; rates are given for each. */
	readonly prompt?: string | undefined;
	/** Empty: nothing of what is asserted can be judged here, as `refused` tells. */
	readonly assert: readonly Assertion[];
	/** What else is asserted of the answer and cannot be judged here, each with its reason. */
	readonly refused?: readonly string[] | undefined;
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

/** What is wrong with the value of an assertion; undefined where its type can have it. */
export function valueProblem({ type, value }: Pick<Assertion, 'type' | 'value'>): string | undefined {
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
	}
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
