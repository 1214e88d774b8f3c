import { expect, it } from 'vitest';
import type { Score, ScoreDeclaration } from '../../eval/score.ts';
import { decisionFixture, declaredSuiteFixture } from '../../testing/declared-suite-fixture.ts';
import { logHeaderFixture, logSampleFixture } from '../../testing/log-line-fixture.ts';
import { runSettingsFixture } from '../../testing/run-settings-fixture.ts';
import { promptsRight } from './right.ts';

const rate: ScoreDeclaration = { kind: 'rate', title: 'x' };
const T: Score = { value: true };
const F: Score = { value: false };
const U: Score = { unscored: 'cut-length' };

/** By epoch, the scores of a prompt: `meaningful` decides, `correct` is compared. */
type Epochs = readonly Readonly<Record<string, Score>>[];

it.each<[string, Epochs, boolean | undefined, number | undefined]>([
	['by the decision where nothing else is checked', [{ meaningful: T }], true, 1],
	['by its other checks where it has some', [{ meaningful: F, correct: T }], true, 1],
	['wrong if one check fails', [{ meaningful: T, correct: F }], false, 0],
	['unscored if none fails and one is unscored', [{ meaningful: T, correct: U }], undefined, undefined],
	['right in two of three epochs', [{ correct: T }, { correct: T }, { correct: F }], true, 2 / 3],
	['not right in a tie', [{ correct: T }, { correct: F }], false, 1 / 2],
	['judged without a check that does not apply', [{ meaningful: T, correct: T, endState: T }], true, 1],
])('a prompt is %s', (_, epochs, right, share) => {
	const suite = {
		...declaredSuiteFixture({
			scores: { meaningful: { ...rate, main: true }, correct: { ...rate, compared: true }, endState: rate },
		}),
		decision: decisionFixture(5, 15),
	};
	const header = logHeaderFixture({ suites: [suite], settings: runSettingsFixture({ epochs: epochs.length }) });
	const samples = epochs.map((scores, epoch) => logSampleFixture({ suite: suite.name, sampleId: 'a', epoch, scores }));
	// Each epoch lacks the main score where it is not given: as a suite whose decision is not its main score.
	const [prompt] = promptsRight({ header, samples });
	expect([prompt?.right, prompt?.share]).toEqual([right, share]);
});

it('a prompt that several suites of one corpus ask is one prompt, and right in all of them', () => {
	const scores = { correct: { ...rate, main: true } };
	const [one, two] = ['one', 'two'].map((name) => ({ ...declaredSuiteFixture({ scores }), name }));
	if (one === undefined || two === undefined) throw new Error('two suites');
	const header = logHeaderFixture({ suites: [one, two] });
	const samples = [
		logSampleFixture({ suite: 'one', sampleId: 'a', scores: { correct: T } }),
		logSampleFixture({ suite: 'two', sampleId: 'a', scores: { correct: F } }),
	];
	expect(promptsRight({ header, samples }).map(({ right }) => right)).toEqual([false]);
});
