import { armFlips } from '../../compare/arm-flips.ts';
import type { ScoreFlips } from '../../compare/score-flips.ts';
import type { EvaluatedRun, EvaluatedSuite } from '../../run.ts';
import { reflectedArm } from '../../settings.ts';

/** What the reflection message changes: the same samples, with the same seeds, with it and without. */
export interface ReflectionSummary {
	readonly suite: EvaluatedSuite;
	/** The suite's own arm, whose samples ran twice. */
	readonly arm: string;
	/** Each rate from without (first) to with (second): gained is what reflection gains. */
	readonly flips: readonly ScoreFlips[];
	/** Samples in which a reflection was sent at least once. */
	readonly reflected: number;
	/** The model is the bundled miniature: nothing here is about Gemma. */
	readonly miniature: boolean;
}

/** One for each arm that ran both ways; none of a run that did not ask for it. */
export function summarizeReflections(run: EvaluatedRun): readonly ReflectionSummary[] {
	if (run.header.settings.reflection !== 'both') return [];
	return run.header.suites.flatMap((suite) => {
		const own = run.samples.filter((sample) => sample.suite === suite.name);
		return [...new Set(own.map(({ arm }) => arm))].flatMap((arm) => {
			const to = reflectedArm(arm);
			const flips = armFlips(run, suite, { from: arm, to });
			if (flips.length === 0) return [];
			const reflected = own.filter((sample) => sample.arm === to && wasReflected(sample.transcript)).length;
			return [{ suite, arm, flips, reflected, miniature: run.header.model.miniature }];
		});
	});
}

function wasReflected({ messages = [] }: EvaluatedRun['samples'][number]['transcript']): boolean {
	return messages.some(({ role }) => role === 'reflection');
}
