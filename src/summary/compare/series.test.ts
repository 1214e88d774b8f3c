import { describe, expect, it } from 'vitest';
import { tarone } from '../../stats/answer.ts';
import { callFixture, transcriptFixture } from '../../testing/transcript-fixture.ts';
import type { SummarizedRun } from '../notices.ts';
import { areOrdered } from './answers-together.ts';
import { readRun, seriesOf, toolChanges } from './series.ts';

/** A run of 60 prompts, of which 9 expect `set_alarm`; these are called right, and so many alarms. */
function runOf(step: number | undefined, right: readonly number[], alarms = 8): SummarizedRun {
	const suite = {
		name: 'tools',
		corpus: { sha256: 'c' },
		scores: { correct: { kind: 'rate', main: true, calls: 'all' } },
	};
	const samples = Array.from({ length: 60 }, (_, at) => {
		const tool = at < 9 ? 'set_alarm' : 'set_timer';
		const called = at < 9 && at >= alarms ? 'set_timer' : tool;
		return {
			suite: 'tools',
			sampleId: `p${at}`,
			variant: 'free',
			epoch: 0,
			sample: { id: `p${at}`, input: 'x', expected: [{ tool, arguments: {} }] },
			transcript: transcriptFixture([[callFixture(called)]]),
			scores: { correct: { value: right.includes(at) && called === tool } },
		};
	});
	return { header: { step, suites: [suite], settings: { epochs: 1 } }, samples } as never;
}
const upTo = (n: number): readonly number[] => Array.from({ length: n }, (_, at) => at + 60 - n);

describe('a series of checkpoints', () => {
	it('names the step with most right prompts that has forgotten nothing, and what the others lost', () => {
		const runs = [
			runOf(undefined, upTo(30)),
			runOf(200, upTo(38)),
			runOf(600, upTo(51)),
			runOf(800, upTo(50)),
			runOf(1000, upTo(60), 0),
		];
		const series = seriesOf(runs.map(readRun));
		expect(series?.best).toBe(600);
		expect(series?.steps.map(({ step, right, out }) => [step, right, out])).toEqual([
			[200, 38, { step: 600, lost: 13, gained: 0 }],
			[600, 51, undefined],
			[800, 50, undefined],
			[1000, 51, undefined],
		]);
		const alarm = { tool: 'set_alarm', has: 0, had: 8, of: 9, kind: 'forgotten' };
		expect(series?.steps.at(-1)?.tools).toMatchObject([alarm, { ...alarm, since: 800 }]);
	});

	it('says what two runs call less often, without certainty for few prompts', () => {
		const [one, other] = [runOf(undefined, upTo(60), 4), runOf(undefined, upTo(60), 1)].map(readRun) as never[];
		expect(toolChanges(other as never, [one as never])).toMatchObject([
			{ tool: 'set_alarm', had: 4, has: 1, kind: 'fell' },
		]);
	});

	it('has no order by size where quantizations are the same', () => {
		expect(
			areOrdered([
				{ sizeBytes: 1, quantization: 'Q8_0' },
				{ sizeBytes: 33, quantization: 'Q8_0' },
			]),
		).toBe(false);
		expect(
			areOrdered([
				{ sizeBytes: 1, quantization: 'Q4_0' },
				{ sizeBytes: 33, quantization: 'Q8_0' },
			]),
		).toBe(true);
		expect(areOrdered([{ sizeBytes: 1 }, { sizeBytes: 33 }])).toBe(true);
	});

	it('needs no more of a lost tool for tools that cannot be tested', () => {
		const few = Array.from({ length: 13 }, () => ({ lost: 1, gained: 1 }));
		expect(tarone([...few, { lost: 8, gained: 0 }]).at(-1)).toBe(true);
		expect(tarone([{ lost: 4, gained: 0 }])).toEqual([false]);
	});
});
