import { describe, expect, it } from 'vitest';
import type { LoggedGeneration } from '../../eval/sample.ts';
import { logSampleFixture } from '../../testing/log-line-fixture.ts';
import { transcriptFixture } from '../../testing/transcript-fixture.ts';
import type { LogSample } from '../record.ts';
import { serverChanges } from './server-changes.ts';

function sample(sampleId: string, changes: Partial<LoggedGeneration>): LogSample {
	const { generations, ...transcript } = transcriptFixture([[{ type: 'text', text: '네.' }]]);
	const generation = { ...(generations[0] as LoggedGeneration), ...changes };
	return logSampleFixture({
		sampleId,
		sample: { id: sampleId },
		transcript: { ...transcript, generations: [generation] },
	});
}

const counted = (id: string, promptTokens: number, changes: Partial<LoggedGeneration> = {}): LogSample =>
	sample(id, { usage: { promptTokens }, ...changes });

describe('serverChanges', () => {
	it('tells another fingerprint, with how many samples have each', () => {
		const samples = ['fp_a', 'fp_a', 'fp_b'].map((systemFingerprint, at) => sample(`p${at}`, { systemFingerprint }));
		expect(serverChanges({ samples })).toEqual([expect.stringMatching(/: fp_a \(2 samples\), fp_b \(1 sample\)$/u)]);
		expect(serverChanges({ samples: samples.slice(0, 2) })).toEqual([]);
	});

	it('tells prompts that cannot have the system text and tools of the others, also before these', () => {
		const told = serverChanges({ samples: [counted('p1', 230), counted('p2', 1100), counted('p3', 1090)] });
		expect(told).toEqual([
			expect.stringMatching(/prompts of p1 have fewer tokens \(230\) than system text and tools/u),
		]);
	});

	it('names the long prompts where they are the fewer: their counts may be the wrong ones', () => {
		const samples = [counted('p1', 100), counted('p2', 999_999), counted('p3', 102), counted('p4', 98)];
		expect(serverChanges({ samples })).toEqual([
			expect.stringMatching(
				/prompts of p2 have more tokens \(999999\) than goes with those of the others \(102 or fewer\)/u,
			),
		]);
	});

	it('tells nothing of prompts that differ by their own words, that gemmark rendered, or that are unscored already', () => {
		const cut = { unified: 'length', raw: 'context: prompt cut (230 tokens)' } as const;
		for (const short of [
			counted('p1', 1085),
			counted('p1', 0),
			counted('p1', 230, { promptSha256: 'a' }),
			counted('p1', 230, { finish: cut }),
		]) {
			expect(serverChanges({ samples: [short, counted('p2', 1100)] })).toEqual([]);
		}
	});
});
