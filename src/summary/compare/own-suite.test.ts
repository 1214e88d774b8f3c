import { describe, expect, it } from 'vitest';
import type { EvaluatedRun, EvaluatedSuite } from '../../eval/header.ts';
import type { Score } from '../../eval/score.ts';
import type { LogSample } from '../../log/record.ts';
import { saying } from '../../testing/saying.ts';
import { compareRuns } from './compare.ts';
import { header, rate, runOf, sampleOf } from './compared-run-fixture.ts';

describe('compareRuns of a user suite', () => {
	const units: EvaluatedSuite = {
		name: 'units',
		version: '1',
		corpus: { name: 'units', version: '1', sha256: 'e'.repeat(64), prompts: [] },
		skipped: [],
		planned: 6,
		scores: {
			metric: rate('metric units', { main: true }),
			apologises: rate('an apology', { direction: 'lower' }),
			digits: { kind: 'number', title: 'digits', direction: 'lower' },
		},
	};
	const unitSample = (id: string, scores: Readonly<Record<string, Score>>, epoch = 0): LogSample => ({
		...sampleOf(id, true, undefined, 1, epoch),
		suite: 'units',
		scores,
	});
	const cut: Score = { unscored: 'cut-length' };
	const yes: Score = { value: true };
	const no: Score = { value: false, reason: 'miles' };
	const run = (scores: readonly Readonly<Record<string, Score>>[], suites = [units]): EvaluatedRun =>
		runOf(
			scores.map((own, index) => unitSample(`u${index}`, own)),
			{ suites },
		);

	it('counts unscored samples as unpaired, and neither gains nor loses them', () => {
		const first = run([{ metric: yes }, { metric: cut }, { metric: no }, {}]);
		const second = run([{ metric: { unscored: 'engine-failed' } }, { metric: yes }, { metric: yes }, { metric: no }]);
		const [flips] = compareRuns(first, second).scores;
		expect(flips).toMatchObject({ score: 'metric', main: true, paired: 1, unpaired: 3, inNeither: 0, lost: [] });
		expect(flips?.first).toMatchObject({ hits: 0, n: 1 });
		const [same] = compareRuns(first, first).scores;
		expect(same).toMatchObject({ paired: 2, unpaired: 2, inNeither: 2 });
		expect(flips?.gained.map(({ sampleId }) => sampleId)).toEqual(['u2']);
	});

	it('loses where a rate of which less is better rises', () => {
		const flips = compareRuns(run([{ apologises: no }]), run([{ apologises: yes }])).scores.find(
			({ score }) => score === 'apologises',
		);
		expect(flips).toMatchObject({ lost: [{ sampleId: 'u0' }], gained: [], promptsLost: 1 });
	});

	it('gives numbers as paired differences of means, a pair per prompt', () => {
		const digits = (values: readonly number[]): EvaluatedRun =>
			runOf(
				values.flatMap((value, index) =>
					[0, 1].map((epoch) => unitSample(`u${index}`, { digits: { value: value + epoch } }, epoch)),
				),
				{ suites: [units] },
			);
		const { numbers } = compareRuns(digits([1, 2, 3]), digits([3, 4, 5]));
		expect(numbers).toMatchObject([{ suite: 'units', score: 'digits', firstMean: 2.5, secondMean: 4.5, unpaired: 0 }]);
		expect(numbers[0]?.difference).toEqual({ n: 3, mean: 2 });
	});

	it('has no difference of a number that fewer than two prompts have', () => {
		const one = run([{ digits: { value: 1 } }, { digits: { unscored: 'cut-deadline' } }]);
		expect(compareRuns(one, one).numbers).toEqual([]);
	});

	it('compares what both runs have, and lists the suites that only one has', () => {
		const full = run([{ metric: yes }], [units, ...header.suites]);
		const { identity, scores } = compareRuns(run([{ metric: yes }]), full);
		expect(identity).toEqual({ blocking: [], varied: [], onlyFirst: [], onlySecond: ['prefix'] });
		expect(compareRuns(full, run([{ metric: yes }])).identity.onlyFirst).toEqual(['prefix']);
		expect(scores.map(({ score }) => score)).toEqual(['metric']);
	});

	it('ships one model whose answers are all the same, unless one run has more of them', () => {
		const said = (count: number): EvaluatedRun =>
			runOf(
				Array.from({ length: count }, (_, index) => ({ ...sampleOf(`u${index}`, true, ['네']), suite: 'units' })),
				{ suites: [units] },
			);
		expect(compareRuns(said(2), said(2)).answer).toMatchObject({ answer: 'ship', sameAnswers: 2 });
		expect(compareRuns(said(2), said(3)).answer).toMatchObject({ answer: 'cant-tell' });
	});

	it('refuses runs that have no suite in common', () => {
		expect(() => compareRuns(run([]), runOf([sampleOf('a', true)]))).toThrow(saying('usage.runs-without-common-suite'));
	});
});
