import { describe, expect, it } from 'vitest';
import type { LogSample } from '../../log/record.ts';
import { logHeaderFixture, logSampleFixture } from '../../testing/log-line-fixture.ts';
import type { EvaluatedRun } from '../evaluated-run.ts';
import type { PeoplesJudgement } from '../labels.ts';
import type { LoggedEvent } from '../sample.ts';
import { sampleKey } from '../sample-key.ts';
import { summarizePrefix } from './prefix-summary.ts';

const corpus = { name: 'prefix', version: '1', sha256: '0', prompts: [] };

function runOf(samples: readonly LogSample[], prompts: number, epochs = 1): EvaluatedRun {
	const base = logHeaderFixture();
	return {
		header: {
			...base,
			settings: { ...base.settings, epochs },
			suites: [{ name: 'prefix', version: '3', corpus, skipped: [], planned: prompts * epochs }],
		},
		samples,
	};
}

function judged(id: string, meaningful: boolean, changes: Partial<LogSample> = {}): LogSample {
	return logSampleFixture({
		sampleId: id,
		sample: { id, input: `${id} 물어보기` },
		scores: { meaningful: meaningful ? { value: true } : { value: false, reason: 'empty' } },
		...changes,
	});
}

const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => `p${index}`);

describe('summarizePrefix', () => {
	it('is absent where the run had no prefix suite', () => {
		expect(summarizePrefix({ header: logHeaderFixture(), samples: [] })).toBeUndefined();
	});

	it('decides on whole prompts', () => {
		const summary = summarizePrefix(
			runOf(
				ids(15).map((id, index) => judged(id, index < 7)),
				15,
			),
		);
		expect(summary?.verdict).toMatchObject({ status: 'complete', path: 'A', hits: 7, n: 15, greyZone: true });
		expect(summary?.reasons).toEqual([{ reason: 'empty', count: 8 }]);
		expect(summary?.suiteVersion).toBe('3');
	});

	it('names no path of a run that was cut short before it was decided', () => {
		const summary = summarizePrefix(
			runOf(
				ids(6).map((id) => judged(id, false)),
				15,
			),
		);
		expect(summary?.verdict).toEqual({ status: 'undecided', hits: 0, misses: 6, n: 15, threshold: 5 });
	});

	it('names the path without an interval once it is certain', () => {
		const summary = summarizePrefix(
			runOf(
				ids(6).map((id) => judged(id, true)),
				15,
			),
		);
		expect(summary?.verdict).toEqual({ status: 'truncated', path: 'A', hits: 6, misses: 0, n: 15, threshold: 5 });
	});

	it('counts a prompt where more than half of its epochs hit, and clusters the rate over samples', () => {
		const samples = ids(3).flatMap((id, prompt) =>
			[0, 1, 2, 3].map((epoch) => judged(id, epoch < ([4, 2, 3][prompt] ?? 0), { epoch })),
		);
		const summary = summarizePrefix(runOf(samples, 3, 4));
		expect(summary?.prompts.map((prompt) => prompt.hit)).toEqual([true, false, true]);
		expect(summary?.verdict).toMatchObject({ status: 'complete', hits: 2, n: 3 });
		expect(summary?.sampleRate).toMatchObject({ clusters: 3, n: 12, mean: 0.75 });
	});

	it('leaves a prompt open whose missing epochs could decide it', () => {
		const summary = summarizePrefix(runOf([judged('p0', true), judged('p1', true)], 2, 3));
		expect(summary?.prompts.map((prompt) => prompt.hit)).toEqual([undefined, undefined]);
		expect(summary?.verdict.status).toBe('undecided');
	});

	it('shows prefix, call, correctness and times of a row', () => {
		const events: readonly LoggedEvent[] = [
			{ type: 'thinking', text: '생각' },
			{ type: 'text', text: ' 수면 목록을 ' },
			{ type: 'text', text: '찾아볼게요.\n' },
			{ type: 'call', call: { id: 'call-0', name: 'search_catalog', arguments: { a: 1 }, raw: '', repairs: [] } },
			{ type: 'text', text: '뒤' },
		];
		const sample = judged('p0', true, {
			transcript: {
				messages: [],
				generations: [{ pieces: [], events, finish: { unified: 'tool-call', raw: '' }, usage: {} }],
				facts: {},
			},
			scores: {
				meaningful: { value: true },
				called: { value: true },
				firstTool: { value: true },
				arguments: { value: false, detail: 'category: expected "sleep"' },
			},
			timings: {
				generations: [
					{
						source: 'engine',
						firstTokenMs: 30,
						callOpenMs: 80,
						callCompleteMs: 120,
						totalMs: 130,
						pieceAtMs: [],
						eventAtMs: [],
					},
				],
				endToEndMs: 200,
				cold: true,
			},
		});
		expect(summarizePrefix(runOf([sample], 1))?.rows).toEqual([
			{
				id: 'p0',
				input: 'p0 물어보기',
				epoch: 0,
				sampleIndex: 0,
				prefix: '수면 목록을 찾아볼게요.',
				meaningful: true,
				call: { name: 'search_catalog', arguments: { a: 1 } },
				toolCorrect: true,
				argumentsCorrect: false,
				callDetail: 'category: expected "sleep"',
				timeToFirstTokenMs: 30,
				timeToCallMs: 120,
				endToEndMs: 200,
				cold: true,
				scores: sample.scores,
			},
		]);
	});

	it('keeps the epochs of a prompt together, in corpus order', () => {
		const samples = [
			judged('b', true, { epoch: 0 }),
			judged('a', true, { epoch: 0 }),
			judged('b', true, { epoch: 1 }),
			judged('a', true, { epoch: 1 }),
		];
		const rows = summarizePrefix(runOf(samples, 2, 2))?.rows.map((row) => [row.id, row.epoch, row.sampleIndex]);
		expect(rows).toEqual([
			['b', 0, 0],
			['b', 1, 2],
			['a', 0, 1],
			['a', 1, 3],
		]);
	});

	it('lets people overrule the rule beside it and tells how far they agree', () => {
		const samples = ids(3).map((id, index) => judged(id, index === 0));
		const says = (meaningful?: boolean): PeoplesJudgement => ({
			labels: [],
			...(meaningful === undefined ? {} : { meaningful }),
		});
		const judgements = new Map(
			samples.map((sample, index) => [sampleKey(sample), says([false, false, undefined][index])]),
		);
		const summary = summarizePrefix(runOf(samples, 3), judgements);
		expect(summary?.verdict).toMatchObject({ path: 'A', hits: 1 });
		expect(summary?.people?.verdict).toMatchObject({ path: 'B', hits: 0 });
		expect(summary?.people?.agreement).toMatchObject({ n: 2, agreed: 1, kappa: 0 });
	});
});
