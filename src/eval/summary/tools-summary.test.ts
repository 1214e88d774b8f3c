import { describe, expect, it } from 'vitest';
import type { LogSample } from '../../log/record.ts';
import { logHeaderFixture, logSampleFixture } from '../../testing/log-line-fixture.ts';
import type { EvaluatedRun } from '../evaluated-run.ts';
import type { Score } from '../sample.ts';
import { summarizeTools } from './tools-summary.ts';

const corpus = { name: 'tools', version: '1', sha256: '0', prompts: [] };

function runOf(samples: readonly LogSample[], epochs = 1): EvaluatedRun {
	const base = logHeaderFixture();
	const suites = [{ name: 'tools', version: '1', corpus, skipped: [], planned: samples.length }];
	return { header: { ...base, settings: { ...base.settings, epochs }, suites }, samples };
}

function sampleOf(
	id: string,
	correct: Score,
	expected: readonly string[],
	changes: Partial<LogSample> = {},
): LogSample {
	return logSampleFixture({
		suite: 'tools',
		sampleId: id,
		sample: { id, input: '물어보기', expected: expected.map((tool) => ({ tool, arguments: {} })) },
		scores: { correct, turnOrder: { value: true } },
		...changes,
	});
}

describe('summarizeTools', () => {
	it('is absent where the run had no such suite', () => {
		expect(summarizeTools(runOf([]), 'bfcl')).toBeUndefined();
	});

	it('counts needed calls and right silence apart', () => {
		const summary = summarizeTools(
			runOf([
				sampleOf('a', { value: true }, ['f']),
				sampleOf('b', { value: false, reason: 'wrong_func_name', detail: 'expected f, got g' }, ['f']),
				sampleOf('c', { value: true }, []),
				sampleOf('d', { value: false, reason: 'irrelevance_error:decoder_success' }, []),
				sampleOf('e', { value: false, reason: 'irrelevance_error:decoder_success' }, []),
			]),
		);
		expect(summary?.correct).toMatchObject({ hits: 2, n: 5 });
		expect(summary?.relevant).toMatchObject({ hits: 1, n: 2 });
		expect(summary?.irrelevant).toMatchObject({ hits: 1, n: 3 });
		expect(summary?.turnOrder).toMatchObject({ hits: 5, n: 5 });
		expect(summary?.endState).toEqual({ hits: 0, n: 0 });
		expect(summary?.reasons[0]).toEqual({ reason: 'irrelevance_error:decoder_success', count: 2 });
		expect(summary?.rows[1]).toMatchObject({ irrelevance: false, correct: false, detail: 'expected f, got g' });
		expect(summary?.reliability).toEqual([]);
	});

	it('counts by kind where the corpus has kinds', () => {
		const kinds = ['chain', 'single', 'chain'].map((kind, index) =>
			sampleOf(`s${index}`, { value: index > 0 }, ['f'], { sample: { id: `s${index}`, kind, expected: [] } }),
		);
		expect(summarizeTools(runOf(kinds))?.byKind).toMatchObject([
			{ kind: 'chain', correct: { hits: 1, n: 2 } },
			{ kind: 'single', correct: { hits: 1, n: 1 } },
		]);
	});

	it('tells pass@k and pass^k over epochs', () => {
		const right = [true, true, false, true];
		const samples = right.map((value, epoch) => sampleOf('a', { value, reason: 'wrong_count' }, ['f'], { epoch }));
		expect(summarizeTools(runOf(samples, 4))?.reliability).toEqual([
			{ k: 1, passAtK: 0.75, passHatK: 0.75 },
			{ k: 2, passAtK: 1, passHatK: 0.5 },
			{ k: 3, passAtK: 1, passHatK: 0.25 },
			{ k: 4, passAtK: 1, passHatK: 0 },
		]);
	});

	it('reads a hostile expectation as none', () => {
		const sample = sampleOf('a', { value: false }, [], { sample: { expected: [1, { tool: 2 }, null] } });
		expect(summarizeTools(runOf([sample]))?.rows[0]).toMatchObject({ expected: [], reason: 'unscored' });
	});
});
