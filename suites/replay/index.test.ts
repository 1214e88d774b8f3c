import { describe, expect, it } from 'vitest';
import { ownCorpusFile } from '../../src/corpus/corpus-files.ts';
import { loggedSample } from '../../src/eval/sample.ts';
import { parseRow } from '../../src/eval/scoring/rescore.ts';
import type { HistoryMessage } from '../../src/model/conversation.ts';
import { builtSuite } from '../../src/testing/doubles/suite-context-double.ts';
import { evaluateScripted } from '../../src/testing/scripted-evaluation.ts';
import { type ReplaySample, type ReplayVariant, replayedHistory, replaySuite } from './index.ts';

const sample: ReplaySample = {
	id: 'r-1',
	before: '수면 습관 찾아 줘',
	prefix: '찾아볼게.',
	call: { tool: 'search_catalog', arguments: { category: 'sleep' }, response: { ok: true, data: [] } },
	closing: '두 가지가 있어.',
	input: '잠 말고 다른 것도 찾아 줘',
	expected: [{ tool: 'search_catalog', arguments: { category: 'movement' } }],
};
const suite = await builtSuite<ReplaySample>(replaySuite({ corpus: [sample] }));
const call = { call: 'search_catalog', arguments: { category: 'movement' } } as const;

const texts = (variant: ReplayVariant): readonly string[] =>
	replayedHistory(sample, variant).flatMap((message) => (message.role === 'assistant' ? [message.content] : []));

describe('replaySuite', () => {
	it('has variants that differ in the prefix only', () => {
		expect(texts('push')).toEqual(['찾아볼게.', '', '두 가지가 있어.']);
		expect(texts('discard')).toEqual(['', '두 가지가 있어.']);
		expect(texts('merged')).toEqual(['', '찾아볼게. 두 가지가 있어.']);
		const others = (variant: ReplayVariant): readonly HistoryMessage[] =>
			replayedHistory(sample, variant).filter(
				(message) => message.role !== 'assistant' || message.tool_calls !== undefined,
			);
		expect(others('push')).toEqual(others('discard'));
		expect(others('merged')).toEqual(others('discard'));
		expect(replayedHistory(sample, 'push').toSpliced(1, 1)).toEqual(replayedHistory(sample, 'discard'));
	});

	it.each(suite.variants.map(({ name }) => name as ReplayVariant))(
		'asks the next turn on the history: %s',
		async (variant) => {
			let given: readonly HistoryMessage[] | undefined;
			const onOpen = (options: { history?: readonly HistoryMessage[] }): void => {
				given = options.history;
			};
			const result = await evaluateScripted(suite, sample, [[{ text: '그럼 ' }, call], [{ text: '여기' }]], {
				variant,
				onOpen,
			});
			expect(given).toEqual(replayedHistory(sample, variant));
			expect(result.transcript.messages?.[0]).toEqual({ role: 'user', text: sample.input });
			expect(result.scores).toMatchObject({
				rightCall: { value: true },
				arguments: { value: true },
				strictFormat: { value: true },
				meaningful: { value: false },
			});
		},
	);

	it('counts a turn without a call as wrong, so that every conversation is paired', async () => {
		const { scores } = await evaluateScripted(suite, sample, [[{ text: '글쎄' }]]);
		expect(scores.rightCall).toEqual({ value: false, reason: 'relevance_error:decoder_failed' });
	});

	it('decides nothing, and needs an engine that takes a history', () => {
		expect(suite.decision).toBeUndefined();
		expect(suite.needsHistory).toBe(true);
	});

	it('brings every conversation of the corpus back from the log', async () => {
		const own = await builtSuite<ReplaySample>(replaySuite({ corpus: ownCorpusFile('replay') }));
		expect(own.samples).toHaveLength(12);
		for (const one of own.samples) expect(parseRow(own, loggedSample(one))).toEqual(one);
	});
});
