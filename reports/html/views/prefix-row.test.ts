import { describe, expect, it } from 'vitest';
import type { LogSample } from '../../../src/index.ts';
import { logSampleFixture } from '../../../src/testing/log-line-fixture.ts';
import { viewFixture } from '../../fixture/fixture-view.ts';
import { prefixRows } from './prefix-row.ts';

const rowsOf = (samples: readonly LogSample[]): ReturnType<typeof prefixRows> =>
	prefixRows(viewFixture('prefix', samples));

describe('prefixRows', () => {
	it('tell what was said before the call, the call, its correctness and its times', () => {
		const sample = logSampleFixture({
			transcript: {
				messages: [],
				generations: [
					{
						pieces: [],
						events: [
							{ type: 'thinking', text: '생각' },
							{ type: 'text', text: ' 수면 목록을 ' },
							{ type: 'text', text: '찾아볼게요.\n' },
							{
								type: 'call',
								call: { id: 'call-0', name: 'search_catalog', arguments: { a: 1 }, raw: '', repairs: [] },
							},
							{ type: 'text', text: '뒤' },
						],
						finish: { unified: 'tool-call', raw: '' },
						usage: {},
					},
				],
				facts: {},
			},
			scores: {
				meaningful: { value: true },
				firstTool: { value: true },
				arguments: { value: false, detail: 'category: expected "sleep"' },
			},
			timings: {
				generations: [
					{ source: 'engine', firstTokenMs: 30, callCompleteMs: 120, totalMs: 130, pieceAtMs: [], eventAtMs: [] },
				],
				endToEndMs: 200,
				cold: true,
			},
		});
		expect(rowsOf([sample])).toEqual([
			{
				id: 'p01',
				input: '안녕',
				arm: 'free',
				epoch: 0,
				sampleIndex: 0,
				prefix: '수면 목록을 찾아볼게요.',
				score: { value: true },
				call: { name: 'search_catalog', arguments: { a: 1 } },
				firstTool: { value: true },
				arguments: { value: false, detail: 'category: expected "sleep"' },
				timeToFirstTokenMs: 30,
				timeToCallMs: 120,
			},
		]);
	});

	it('keep the epochs of a prompt together, in corpus order', () => {
		const samples = [0, 1].flatMap((epoch) =>
			['b', 'a'].map((sampleId) => logSampleFixture({ sampleId, epoch, scores: { meaningful: { value: true } } })),
		);
		expect(rowsOf(samples).map(({ id, epoch, sampleIndex }) => [id, epoch, sampleIndex])).toEqual([
			['b', 0, 0],
			['b', 1, 2],
			['a', 0, 1],
			['a', 1, 3],
		]);
	});

	it('say of a sample that lost its score that it is unscored, not that it is a miss', () => {
		expect(rowsOf([logSampleFixture()])[0]?.score).toEqual({ unscored: 'score-missing' });
	});
});
