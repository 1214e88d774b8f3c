import { z } from 'zod';
import type { JsonObject } from '../../src/base/json.ts';
import { message } from '../../src/base/message.ts';
import { idField, MAX_MESSAGE_CHARS, splitField, textField } from '../../src/corpus/corpus-text.ts';
import { solveAppTurn } from '../../src/eval/define/app-turn.ts';
import { defineSuite, type SuiteDefinition, type SuiteKind } from '../../src/eval/define/define-suite.ts';
import type { Samples } from '../../src/eval/define/suite-options.ts';
import { confirmField, expectedCallSchema } from '../../src/eval/match/calls.ts';
import type { ExpectingSample } from '../../src/eval/scoring/calls.ts';
import * as scorers from '../../src/eval/scoring/scorers.ts';
import type { Scorer } from '../../src/eval/suite.ts';
import type { HistoryMessage } from '../../src/model/conversation.ts';
import { givenOptions } from '../../src/text/given-options.ts';

/** Options of {@link replaySuite}. */
export interface ReplaySuiteOptions {
	/** Default `replay`. */
	readonly name?: string;
	readonly corpus: Samples<ReplaySample>;
}

/**
 * How keeping the prefix affects the next turn. Each conversation's first turn is history in three variants that differ
 * only in its prefix; each is asked the next user turn. Scores: `rightCall`, and of calls `arguments` and
 * `strictFormat`; `meaningful`: whether text before the next call is meaningful. No decision.
 */
export function replaySuite(options: ReplaySuiteOptions): SuiteDefinition {
	const { name = 'replay', corpus } = givenOptions(options, 'replaySuite', KNOWN);
	return defineSuite<ReplaySample>({
		name,
		version: '8',
		title: { en: 'Effect of keeping the prefix on the next turn', ko: 'prefix 보존이 다음 턴에 미치는 영향' },
		view: 'replay',
		samples: corpus,
		schema: replaySample,
		variants: REPLAY_VARIANTS.map((variant) => ({ name: variant })),
		needsHistory: true,
		solve: (sample, context, variant) =>
			solveAppTurn(sample.input, context, sample.confirm, replayedHistory(sample, variant as ReplayVariant)),
		scorers: [rightCall, scorers.argumentsMatch(), scorers.strictFormat(), scorers.meaningfulPrefix()],
	});
}

/** Also without a call, so that every conversation counts in every variant. */
const rightCall: Scorer<ReplaySample> = {
	name: 'rightCall',
	title: { en: 'right call', ko: '올바른 호출' },
	main: true,
	needs: 'first-call',
	score({ expected: [expected] }, { call, malformed }) {
		if (call?.name === expected?.tool) return true;
		if (call !== undefined) {
			return {
				value: false,
				reason: 'wrong_func_name',
				detail: message('score.expected-got', { wanted: expected?.tool ?? '', given: call.name }),
			};
		}
		return { value: false, reason: malformed ? 'malformed_call' : 'relevance_error:decoder_failed' };
	},
};

const KNOWN: Readonly<Record<keyof ReplaySuiteOptions, true>> = { name: true, corpus: true };

/** The variants: what becomes of the text before a call in the history. */
const REPLAY_VARIANTS = ['push', 'discard', 'merged'] as const;
export type ReplayVariant = (typeof REPLAY_VARIANTS)[number];

/**
 * The first turn as history. `push`: the prefix is a message before the call; `discard`: it is dropped; `merged`: as in
 * flutter_edge_ai, prefix and closing text together after the response.
 */
export function replayedHistory(
	{ before, prefix, call, closing }: ReplaySample,
	variant: ReplayVariant,
): readonly HistoryMessage[] {
	const id = 'call-0';
	const called = { id, type: 'function', function: { name: call.tool, arguments: call.arguments } } as const;
	return [
		{ role: 'user', content: before },
		...(variant === 'push' ? [{ role: 'assistant', content: prefix } as const] : []),
		{ role: 'assistant', content: '', tool_calls: [called] },
		{ role: 'tool', tool_call_id: id, name: call.tool, content: call.response },
		{ role: 'assistant', content: variant === 'merged' ? `${prefix} ${closing}` : closing },
	];
}

/** A user turn with a call as history, and the next one to ask. */
export interface ReplaySample extends ExpectingSample {
	/** The user's first message. */
	readonly before: string;
	/** The model's text before its call. */
	readonly prefix: string;
	readonly call: { readonly tool: string; readonly arguments: JsonObject; readonly response: JsonObject };
	/** The model's text after the response. */
	readonly closing: string;
	/** The user's answer to a confirmation; default `yes`. */
	readonly confirm?: 'yes' | 'no';
}

const object = z.record(z.string(), z.json()) as unknown as z.ZodType<JsonObject>;

export const replaySample: z.ZodType<ReplaySample> = z.strictObject({
	id: idField,
	split: splitField,
	before: textField(MAX_MESSAGE_CHARS),
	prefix: textField(500),
	call: z.strictObject({ tool: z.string().min(1).max(200), arguments: object, response: object }),
	closing: textField(MAX_MESSAGE_CHARS),
	input: textField(MAX_MESSAGE_CHARS),
	expected: z.array(expectedCallSchema).min(1).max(8),
	confirm: confirmField.optional(),
});

/** `kind: replay` of a config. */
export const replayKind: SuiteKind<ReplaySuiteOptions & { readonly corpus: string }> = {
	kind: 'replay',
	options: z.strictObject({
		name: z.string().min(1).optional().describe("The suite's name in log and reports (default: replay)."),
		corpus: z
			.string()
			.min(1)
			.describe(
				'Conversations: a JSONL, JSON, YAML or CSV file with id, before, prefix, call, closing, input, expected.',
			),
	}),
	create: replaySuite,
};
