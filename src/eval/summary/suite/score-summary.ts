import { countReasons, type ReasonCounts } from '../../../stats/counts.ts';
import { type Distribution, distribution } from '../../../stats/distribution.ts';
import type { Rate } from '../../../stats/rate.ts';
import type { SampleResult } from '../../sample.ts';
import type { Score, ScoreDeclaration } from '../../score.ts';
import { missReasons } from '../miss-reasons.ts';
import { sampleRate } from '../sample-rate.ts';

/** What one declared score came to in the samples of one arm. */
export interface ScoreSummary {
	readonly name: string;
	readonly declaration: ScoreDeclaration;
	/**
	 * Of a rate: the scored samples that passed; with epochs clustered by sample. Without its interval in a part of a suite,
	 * for samples are chosen for what they ask, and where samples are missing or unscored: what was cut, swallowed or
	 * failed may have been for what the model wrote. Counts alone where an early stop left samples out: it stopped by
	 * what came out.
	 */
	readonly rate?: Rate | undefined;
	/** Of a number: the scored values. */
	readonly values?: Distribution | undefined;
	/** Why samples did not pass. */
	readonly reasons: ReasonCounts;
	/** Why samples are unscored; `missing` are those that were planned and have no line. */
	readonly unscored: ReasonCounts;
	/** Of a rate: each group of samples apart. */
	readonly groups: readonly { readonly group: string; readonly value: string; readonly rate: Rate }[];
}

/** A sample with the score in question. */
export interface JudgedSample {
	readonly sample: SampleResult;
	readonly score: Score;
}

/** `missing`: samples that were planned and have no line. */
export function summarizeScore(
	name: string,
	declaration: ScoreDeclaration,
	judged: readonly JudgedSample[],
	missing: number,
): ScoreSummary {
	const absent = Array.from({ length: missing }, () => 'missing' as const);
	const unscored = countReasons([...judged.map(({ score }) => score.unscored), ...absent]);
	if (declaration.kind === 'number') {
		const numbers = judged.flatMap(({ score }) => (typeof score.value === 'number' ? [score.value] : []));
		return { name, declaration, values: distribution(numbers), reasons: [], unscored, groups: [] };
	}
	const samples = judged.map(({ sample }) => sample);
	return {
		name,
		declaration,
		rate: sampleRate(samples, name, samples.length + missing),
		reasons: missReasons(samples, name),
		unscored,
		groups: groupRates(name, samples, missing),
	};
}

/** Of which group a missing sample would be, nothing tells. */
function groupRates(score: string, samples: readonly SampleResult[], missing: number): ScoreSummary['groups'] {
	const names = new Set(samples.flatMap(({ groups = {} }) => Object.keys(groups)));
	return [...names].flatMap((group) => {
		const members = samples.filter(({ groups = {} }) => Object.hasOwn(groups, group));
		return Array.from(
			// Logs of before have them as the suite wrote them.
			Map.groupBy(members, ({ groups }) => (groups?.[group] ?? '').normalize('NFC')),
			([value, part]) => ({ group, value, rate: sampleRate(part, score, part.length + missing) }),
		);
	});
}
