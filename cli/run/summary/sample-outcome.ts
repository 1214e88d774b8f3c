import { declaredSuite, mainScore } from '../../../src/eval/run.ts';
import { type SampleResult, scoreNamed } from '../../../src/eval/sample.ts';
import type { Score } from '../../../src/eval/score.ts';
import type { Suite } from '../../../src/eval/suite.ts';
import { type Colour, singleLine } from '../../terminal/terminal-text.ts';

/** What a sample came to, for `--verbose`: `✗ prefix p02 filler, 812 ms`; its repeat and arm where there are several. */
export function sampleOutcome(
	result: SampleResult,
	suites: readonly Suite[],
): { readonly text: string; readonly colour: Colour | undefined } {
	const suite = suites.find(({ name }) => name === result.suite);
	const declared = suite && declaredSuite(suite, { skipped: [], planned: 0 });
	const score = scoreNamed(result, declared && mainScore(declared));
	const { mark, colour, said } = outcomeOf(score);
	const name = [
		result.suite,
		...(suite !== undefined && suite.arms.length > 1 ? [result.arm] : []),
		result.sampleId,
		...(result.epoch > 0 ? [`(repeat ${result.epoch})`] : []),
		...(said === undefined ? [] : [said]),
	];
	return { text: singleLine(`${mark} ${name.join(' ')}, ${Math.round(result.timings.endToEndMs)} ms`), colour };
}

interface Outcome {
	readonly mark: string;
	readonly colour?: Colour;
	readonly said?: string | undefined;
}

function outcomeOf(score: Score | undefined): Outcome {
	if (score === undefined) return { mark: '-', said: 'no score' };
	if (score.unscored !== undefined) return { mark: '?', colour: 'yellow', said: score.unscored };
	if (typeof score.value === 'number') return { mark: '-', said: String(score.value) };
	return score.value ? { mark: '✓', colour: 'green' } : { mark: '✗', colour: 'red', said: score.reason };
}
