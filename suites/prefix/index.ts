import { z } from 'zod';
import { idField, MAX_MESSAGE_CHARS, splitField, textField } from '../../src/corpus/corpus-text.ts';
import { type DecisionOption, decisionOption } from '../../src/eval/decision.ts';
import { defineSuite, type SuiteDefinition, type SuiteKind } from '../../src/eval/define/define-suite.ts';
import type { Samples } from '../../src/eval/define/suite-options.ts';
import { confirmField, expectedCallSchema } from '../../src/eval/match/calls.ts';
import type { ExpectingSample } from '../../src/eval/scoring/calls.ts';
import * as scorers from '../../src/eval/scoring/scorers.ts';
import type { BareAnnouncements } from '../../src/eval/scoring/turns.ts';
import { givenOptions } from '../../src/text/given-options.ts';

/** Options of {@link prefixSuite}. */
export interface PrefixSuiteOptions {
	/** Default `prefix`. */
	readonly name?: string;
	readonly corpus: Samples<PrefixSample>;
	/** Meaningful prefixes needed to keep them (default 5 of 15), and names of the two outcomes. */
	readonly decision?: DecisionOption;
	/** `all`: also scores every call of the turn, as a tools suite does (default `first`). */
	readonly calls?: 'first' | 'all';
	/** Default `discard`: 'Let me check', which does not say what is looked for, is not meaningful. */
	readonly bareAnnouncements?: BareAnnouncements;
}

/**
 * Whether the text before the model's first call is meaningful. Scores: `meaningful` with its reason, `called`, and of
 * calls `firstTool`, `arguments` (if the tool is right) and `strictFormat` (no call needed a repair); with `calls: all` also
 * `correct`, `callSuccess`, `corrected` and `recovered`.
 */
export function prefixSuite(options: PrefixSuiteOptions): SuiteDefinition {
	const {
		name = 'prefix',
		corpus,
		decision,
		bareAnnouncements = 'discard',
		calls = 'first',
	} = givenOptions(options, 'prefixSuite', KNOWN);
	return defineSuite<PrefixSample>({
		name,
		version: '13',
		title: { en: 'Prefix before a tool call', ko: 'prefix(도구 호출 전 발화)' },
		view: 'prefix',
		samples: corpus,
		schema: calls === 'all' ? mixedSample : prefixSample,
		scorers: [
			scorers.meaningfulPrefix({ main: true, bareAnnouncements, applies: ({ expected }) => expected.length > 0 }),
			scorers.called(),
			scorers.calledTool({ view: 'call' }),
			scorers.argumentsMatch({ view: 'call' }),
			scorers.strictFormat(),
			...(calls === 'all'
				? [scorers.callsMatch({ compared: true }), scorers.callSuccess(), scorers.corrected(), scorers.recovered()]
				: []),
		],
		...((bareAnnouncements === 'keep' || calls === 'all') && {
			settings: { ...(bareAnnouncements === 'keep' && { bareAnnouncements }), ...(calls === 'all' && { calls }) },
		}),
		decision: { hits: 5, of: 15, ...decision, paths: decision?.paths ?? PATHS },
	});
}

const PATHS: NonNullable<DecisionOption['paths']> = {
	A: {
		title: { en: 'keep the prefix', ko: 'prefix 보존' },
		meaning: {
			en: 'Push the text before a call to the chat history.',
			ko: '도구 호출 전 발화를 대화 기록에 보존합니다.',
		},
		policy: 'push',
	},
	B: {
		title: { en: 'discard the prefix', ko: 'prefix 폐기' },
		meaning: {
			en: 'Discard the text before a call, on purpose and on record.',
			ko: '도구 호출 전 발화를 의도적으로 폐기하고, 그 결정을 기록합니다.',
		},
		policy: 'discard',
	},
};

const KNOWN: Readonly<Record<keyof PrefixSuiteOptions, true>> = {
	name: true,
	corpus: true,
	decision: true,
	bareAnnouncements: true,
	calls: true,
};

/** A prompt of the prefix corpus. */
export interface PrefixSample extends ExpectingSample {
	/** What is special about the wording, for people. */
	readonly style?: string;
	/** The user's answer to a confirmation; default `yes`. */
	readonly confirm?: 'yes' | 'no';
}

const prefixFields = z.strictObject({
	id: idField,
	split: splitField,
	input: textField(MAX_MESSAGE_CHARS),
	style: textField(200).optional(),
	expected: z.array(expectedCallSchema).max(8),
	confirm: confirmField.optional(),
});

export const prefixSample: z.ZodType<PrefixSample> = prefixFields.extend({
	expected: prefixFields.shape.expected.min(
		1,
		'must have an expected call, because a prefix precedes a call (with `calls: all`, a prompt without one is scored for its calls)',
	),
});

/** With `calls: all`, a prompt for which no call is right too: its calls are scored, and it is left out of the decision. */
const mixedSample: typeof prefixSample = prefixFields;

/** `kind: prefix` of a config. */
export const prefixKind: SuiteKind<PrefixSuiteOptions & { readonly corpus: string }> = {
	kind: 'prefix',
	options: z.strictObject({
		name: z.string().min(1).optional().describe("The suite's name in log and reports (default: prefix)."),
		corpus: z.string().min(1).describe('Prompts: a JSONL, JSON, YAML or CSV file with id, input and expected calls.'),
		decision: decisionOption.optional(),
		calls: z
			.enum(['first', 'all'])
			.optional()
			.describe('all: also scores every call of the turn, like kind tools, without asking each prompt twice.'),
		bareAnnouncements: z
			.enum(['discard', 'keep'])
			.optional()
			.describe(
				"Whether 'Let me check', which does not say what is looked for, counts as meaningful (default: discard).",
			),
	}),
	create: prefixSuite,
};
