import { z } from 'zod';
import { isJsonObject } from '../../src/base/json.ts';
import { camelFields, idField, MAX_MESSAGE_CHARS, splitField, textField } from '../../src/corpus/corpus-text.ts';
import { defineSuite, type SuiteDefinition, type SuiteKind } from '../../src/eval/define/define-suite.ts';
import type { Samples } from '../../src/eval/define/suite-options.ts';
import { confirmField, expectedCallSchema } from '../../src/eval/match/calls.ts';
import type { ExpectedState } from '../../src/eval/match/values.ts';
import type { ExpectingSample } from '../../src/eval/scoring/calls.ts';
import * as scorers from '../../src/eval/scoring/scorers.ts';
import { givenOptions } from '../../src/text/given-options.ts';

/** Options of {@link toolsSuite}. */
export interface ToolsSuiteOptions {
	/** Default `tools`. */
	readonly name?: string;
	readonly corpus: Samples<ToolSample>;
}

/**
 * Whether the model calls the right tool with the right arguments and stops. Scores: `correct` over all calls of the
 * turn, with BFCL's error names; `endState` of the app if the sample expects one; `callSuccess`, and after a failed
 * call `corrected` and `recovered`; `respectsDecline` after a declined one.
 */
export function toolsSuite(options: ToolsSuiteOptions): SuiteDefinition {
	const { name = 'tools', corpus } = givenOptions(options, 'toolsSuite', KNOWN);
	return defineSuite<ToolSample>({
		name,
		version: '14',
		title: { en: 'Tool calls', ko: '도구 호출' },
		view: 'tools',
		samples: corpus,
		schema: toolSample,
		scorers: [
			scorers.callsMatch({ main: true }),
			scorers.endState(),
			scorers.callSuccess(),
			scorers.corrected(),
			scorers.recovered(),
			scorers.respectsDecline(),
		],
		groups: ({ kind, expected }) => ({
			call: expected.length === 0 ? 'none' : 'needed',
			...(kind !== undefined && { kind }),
		}),
	});
}

const KNOWN: Readonly<Record<keyof ToolsSuiteOptions, true>> = { name: true, corpus: true };

/** A tool-calling sample. */
export interface ToolSample extends ExpectingSample {
	/** What it tests, such as `chain` or `irrelevant`; reports group by it. */
	readonly kind?: string;
	/** The user's answer to a confirmation; default `yes`. */
	readonly confirm?: 'yes' | 'no';
	/** What the model is to say where no call is right: for training alone. */
	readonly reply?: string;
}

export const toolSample: z.ZodType<ToolSample> = z.preprocess(
	camelFields,
	z
		.strictObject({
			id: idField,
			split: splitField,
			input: textField(MAX_MESSAGE_CHARS),
			kind: textField(60).optional(),
			expected: z.array(expectedCallSchema).max(8),
			order: z.enum(['given', 'any']).optional(),
			confirm: confirmField.optional(),
			reply: textField(MAX_MESSAGE_CHARS).optional(),
			endState: z
				.custom<ExpectedState>((value) => value === 'unchanged' || isJsonObject(value), {
					error: "must be 'unchanged' or an object",
				})
				.optional(),
		})
		.refine(({ kind, expected }) => kind !== 'irrelevant' || expected.length === 0, {
			path: ['expected'],
			error: 'must be empty for an irrelevant sample',
		}),
);

/** `kind: tools` of a config. */
export const toolsKind: SuiteKind<ToolsSuiteOptions & { readonly corpus: string }> = {
	kind: 'tools',
	options: z.strictObject({
		name: z.string().min(1).optional().describe("The suite's name in log and reports (default: tools)."),
		corpus: z.string().min(1).describe('Samples: a JSONL, JSON, YAML or CSV file with id, input and expected calls.'),
	}),
	create: toolsSuite,
};
