import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../json/json-value.ts';
import type { LogSample } from '../../log/record.ts';
import { logHeaderFixture, logSampleFixture } from '../../testing/log-line-fixture.ts';
import type { EvaluatedRun } from '../evaluated-run.ts';
import { summarizeFrames } from './frame-summary.ts';

const l2 = { level: 'L2', framed_text: '술 생각이 나면 탄산수를 마신다' };
const l3 = { level: 'L3', framed_text: '나는 맑은 정신으로 잠드는 사람이다' };

function sampleOf(id: string, facts: JsonObject, changes: Partial<LogSample> = {}): LogSample {
	return logSampleFixture({
		suite: 'frame',
		sampleId: id,
		sample: { id, input: '술 끊고 싶어', habitType: 'break' },
		transcript: { messages: [], generations: [], facts },
		...changes,
	});
}

const answered = (id: string, ...candidates: readonly JsonObject[]): LogSample =>
	sampleOf(id, { response: { candidates } });

const runOf = (samples: readonly LogSample[]): EvaluatedRun => ({
	header: {
		...logHeaderFixture(),
		suites: [
			{
				name: 'frame',
				version: '1',
				corpus: { name: 'frame', version: '1', sha256: '0', prompts: [] },
				skipped: [{ arm: 'constrained', reason: 'this engine has no constrained decoding' }],
				planned: samples.length,
			},
		],
	},
	samples,
});

describe('summarizeFrames', () => {
	it('is absent where the run had no frame suite', () => {
		expect(summarizeFrames({ header: logHeaderFixture(), samples: [] })).toBeUndefined();
	});

	it('adds outcomes up to the inputs and counts candidates', () => {
		const summary = summarizeFrames(
			runOf([
				answered('a', l2, l3, { ...l2, level: 'L0' }),
				answered('b', { ...l2, level: 'L1' }),
				sampleOf('c', { failure: 'timeout' }),
				sampleOf('d', { failure: 'no-call' }),
			]),
		);
		const [arm] = summary?.arms ?? [];
		expect(arm?.valid).toMatchObject({ hits: 1, n: 4 });
		expect(arm?.outcomes).toEqual([
			{ reason: 'no-call', count: 1 },
			{ reason: 'timeout', count: 1 },
			{ reason: 'valid', count: 1 },
			{ reason: 'wrong-level', count: 1 },
		]);
		expect(arm?.rejections).toEqual([{ reason: 'wrong-level', count: 2 }]);
		expect(arm?.levels).toEqual([
			{ reason: 'L2', count: 1 },
			{ reason: 'L3', count: 1 },
		]);
		expect(arm?.acceptedShare).toMatchObject({ hits: 2, n: 4 });
		expect(arm?.acceptedPerInput).toMatchObject({ n: 4, max: 2, mean: 0.5 });
		expect(summary?.skipped).toEqual([{ arm: 'constrained', reason: 'this engine has no constrained decoding' }]);
	});

	it('marks the offending words of a candidate', () => {
		const text = '저녁이 되면 술을 마시지 않는다';
		const [row] = summarizeFrames(runOf([answered('a', { level: 'L2', framed_text: text })]))?.rows ?? [];
		const [candidate] = row?.candidates ?? [];
		expect(candidate).toMatchObject({ status: 'rejected', reason: 'hard-avoid', framedText: text });
		const words = candidate?.offending.map(({ start, end }) => text.slice(start, end));
		expect(words?.join(' ')).toContain('않');
	});

	it('keeps a good candidate behind the third apart', () => {
		const [row] = summarizeFrames(runOf([answered('a', l2, l3, l2, l3)]))?.rows ?? [];
		expect(row).toMatchObject({ valid: true, accepted: 3 });
		expect(row?.candidates.map(({ status }) => status)).toEqual(['accepted', 'accepted', 'accepted', 'surplus']);
	});

	it('keeps arms, and cold and warm times, apart', () => {
		const cold = sampleOf('a', {}, { timings: { generations: [], endToEndMs: 900, cold: true } });
		const warm = sampleOf('b', {}, { timings: { generations: [], endToEndMs: 100, cold: false } });
		const summary = summarizeFrames(runOf([cold, warm, { ...warm, arm: 'constrained' }]));
		expect(summary?.arms.map(({ arm }) => arm)).toEqual(['free', 'constrained']);
		expect(summary?.arms[0]?.endToEndMs).toMatchObject({ cold: { n: 1, p50: 900 }, warm: { n: 1, p50: 100 } });
	});

	it('survives a hostile log', () => {
		const samples = [
			sampleOf('a', { response: [1] }),
			sampleOf('b', { response: { candidates: [null] } }),
			sampleOf('c', { failure: { x: 1 } }, { sample: {} }),
			sampleOf('d', { response: JSON.parse('{"__proto__": {"candidates": []}}') }),
		];
		expect(summarizeFrames(runOf(samples))?.rows.map(({ reason }) => reason)).toEqual([
			'malformed',
			'malformed',
			'engine',
			'malformed',
		]);
	});
});
