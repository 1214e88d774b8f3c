import type { EvaluatedRun } from '../../eval/header.ts';
import { readVariant } from '../../eval/settings.ts';
import { toolCount } from '../../eval/suite.ts';
import { FEW, promptsToShip } from '../../stats/answer.ts';
import type { Interval } from '../../stats/intervals.ts';
import type { Rate } from '../../stats/rate.ts';
import { candidateAnswer } from '../compare/answer.ts';
import type { SuiteSummary } from '../suites.ts';
import { variantPairs } from '../variants.ts';

/** Right calls of a suite by the number of declared tools. */
export interface ToolCounts {
	readonly suite: string;
	/** From the fewest tools to all of the app. */
	readonly counts: readonly ToolCount[];
}

export interface ToolCount {
	readonly variant: string;
	readonly tools: number;
	/** All tools of the app. */
	readonly all: boolean;
	readonly right: Rate;
	/** Absent for the fewest tools. */
	readonly against?: AgainstFewest;
}

/** Prompts against those with the fewest tools, paired. */
interface AgainstFewest {
	readonly lost: number;
	readonly gained: number;
	/** Prompts that are scored in every epoch of both. */
	readonly n: number;
	/** The others. */
	readonly unscored: number;
	/** Of the loss, each end one-sided 95 %. */
	readonly bounds: Interval;
	/** Acceptable loss. */
	readonly margin: number;
	/** Absent after the first number that does not hold: each is tested at 5 % only because that one ends it. */
	readonly answer?: 'holds' | 'falls' | 'undecided';
	/** Of `undecided`: prompts that would do if the further ones tie. Absent: too few are right, or too many lost. */
	readonly needed?: number;
}

const ANSWERS = { ship: 'holds', dont: 'falls', 'cant-tell': 'undecided' } as const;

/** By the rules of a comparison of two builds ({@link candidateAnswer}), upwards from the fewest tools. */
export function toolCounts(run: EvaluatedRun, suites: readonly SuiteSummary[]): readonly ToolCounts[] {
	return suites.flatMap(({ suite, main, variants }) => {
		const sets = variants.flatMap(({ variant, scores }): readonly ToolCount[] => {
			const right = scores.find(({ name }) => name === main)?.rate;
			if (right === undefined || readVariant(variant, 'both').reflects) return [];
			const count = toolCount(suite, variant);
			return [{ variant, tools: count ?? declaredIn(run, suite.name, variant), all: count === undefined, right }];
		});
		const [fewest, ...more] = sets.toSorted((one, other) => one.tools - other.tools);
		if (fewest === undefined || fewest.all || more.length === 0) return [];
		let goesOn = true;
		const counts = more.map((set) => {
			const { answer, scores } = candidateAnswer(variantPairs(run, suite, fewest.variant, set.variant), [suite]);
			const [score] = scores;
			if (score === undefined) return set;
			const { lost, gained, n, unscored, bounds, margin, right } = score;
			const isOpen = answer === 'cant-tell' && right >= FEW;
			const needed = isOpen ? promptsToShip(lost, gained, margin) : undefined;
			const against = {
				lost,
				gained,
				n,
				unscored,
				bounds,
				margin,
				answer: goesOn ? ANSWERS[answer] : undefined,
				needed,
			};
			goesOn &&= answer === 'ship';
			return { ...set, against };
		});
		return [{ suite: suite.name, counts: [fewest, ...counts] }];
	});
}

function declaredIn({ samples }: EvaluatedRun, suite: string, variant: string): number {
	const own = samples.filter((sample) => sample.suite === suite && sample.variant === variant);
	return Math.max(0, ...own.map(({ transcript }) => transcript.tools?.length ?? 0));
}
