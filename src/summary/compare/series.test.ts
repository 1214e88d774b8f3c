import { describe, expect, it } from 'vitest';
import { tarone } from '../../stats/answer.ts';
import { areOrdered } from './answers-together.ts';
import { checkpointRun, lastPrompts } from './checkpoint-run-fixture.ts';
import { readRun, seriesOf, toolChanges } from './series.ts';

describe('a series of checkpoints', () => {
	it('counts the whole app alone, where it was also asked with fewer tools', () => {
		const { header, samples } = checkpointRun(200, lastPrompts(38));
		const suites = header.suites.map((suite) => ({ ...suite, settings: { toolCounts: '4' } }));
		const few = samples.map((sample) => ({ ...sample, variant: 'tools-4', scores: { correct: { value: true } } }));
		const counted = { header: { ...header, suites }, samples: [...samples, ...few] };
		expect(readRun(counted as never, 0)).toEqual(readRun({ header, samples } as never, 0));
		expect(readRun({ ...counted, samples: few } as never, 0).tools.size).toBe(0);
	});

	it('names the step with most right prompts that has forgotten nothing, and what the others lost', () => {
		const runs = [
			checkpointRun(undefined, lastPrompts(30)),
			checkpointRun(200, lastPrompts(38)),
			checkpointRun(600, lastPrompts(51)),
			checkpointRun(800, lastPrompts(50)),
			checkpointRun(1000, lastPrompts(60), 0),
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

	it('does not call a step like the best whose prompts have no score', () => {
		const cut = (step: number, n: number) => {
			const run = checkpointRun(step, lastPrompts(51));
			const unscored = { correct: { unscored: 'cut-length' } };
			return { ...run, samples: run.samples.map((one, at) => (at < n ? one : { ...one, scores: unscored })) } as never;
		};
		const runs = [
			checkpointRun(undefined, lastPrompts(51)),
			checkpointRun(200, lastPrompts(51)),
			cut(400, 58),
			cut(600, 0),
		];
		const { best, steps = [] } = seriesOf(runs.map(readRun)) ?? {};
		expect([best, ...steps.map(({ out, unscored }) => out ?? unscored)]).toEqual([200, undefined, undefined, 60]);
	});

	it('says what two runs call less often, without certainty for few prompts', () => {
		const [one, other] = [
			checkpointRun(undefined, lastPrompts(60), 4),
			checkpointRun(undefined, lastPrompts(60), 1),
		].map(readRun) as never[];
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
