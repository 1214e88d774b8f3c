import { mcnemarExact } from '../../stats/mcnemar.ts';
import { type Rate, rateOf } from '../../stats/rate.ts';
import { scoreNamed } from '../summary/suite-summary.ts';
import type { PairedSample } from './paired-sample.ts';

/** A sample whose score differs between the runs. */
export interface Flip {
	readonly sampleId: string;
	readonly epoch: number;
	/** Places in the two runs' samples. */
	readonly firstIndex: number;
	readonly secondIndex: number;
	readonly firstReason?: string;
	readonly secondReason?: string;
}

/** One yes-or-no score of one suite and arm in two runs. */
export interface ScoreFlips {
	readonly suite: string;
	readonly arm: string;
	readonly score: string;
	readonly first: Rate;
	readonly second: Rate;
	/** No in the first run, yes in the second; and the other way round. */
	readonly gained: readonly Flip[];
	readonly lost: readonly Flip[];
	/**
	 * McNemar's exact two-sided p. With epochs it is taken over prompts, each counted as yes where more than half of its
	 * epochs are, because the epochs of a prompt are not independent.
	 */
	readonly p: number;
	readonly promptsGained: number;
	readonly promptsLost: number;
}

export function scoreFlips(pairs: readonly PairedSample[]): readonly ScoreFlips[] {
	const groups = new Map<string, JudgedPair[]>();
	for (const pair of pairs) {
		for (const score of Object.keys(pair.first.scores)) {
			const first = scoreNamed(pair.first, score)?.value;
			const second = scoreNamed(pair.second, score)?.value;
			// A score that applies to one run only (arguments of a call that the other never made), or could not be given, flips nothing.
			if (typeof first !== 'boolean' || typeof second !== 'boolean') continue;
			const key = `${pair.first.suite} ${pair.first.arm} ${score}`;
			const group = groups.get(key) ?? [];
			groups.set(key, group);
			group.push({ pair, score, first, second });
		}
	}
	return [...groups.values()].flatMap((group) => {
		const head = group[0];
		return head === undefined ? [] : [flipsOf(group, head)];
	});
}

interface JudgedPair {
	readonly pair: PairedSample;
	readonly score: string;
	readonly first: boolean;
	readonly second: boolean;
}

function flipsOf(group: readonly JudgedPair[], { pair, score }: JudgedPair): ScoreFlips {
	const prompts = [...Map.groupBy(group, (judged) => judged.pair.first.sampleId).values()].map((epochs) => ({
		first: mostly(epochs.map((judged) => judged.first)),
		second: mostly(epochs.map((judged) => judged.second)),
	}));
	const promptsGained = prompts.filter(({ first, second }) => !first && second).length;
	const promptsLost = prompts.filter(({ first, second }) => first && !second).length;
	return {
		suite: pair.first.suite,
		arm: pair.first.arm,
		score,
		first: rateOf(group.filter((judged) => judged.first).length, group.length),
		second: rateOf(group.filter((judged) => judged.second).length, group.length),
		gained: group.filter((judged) => !judged.first && judged.second).map(flip),
		lost: group.filter((judged) => judged.first && !judged.second).map(flip),
		p: mcnemarExact(promptsGained, promptsLost),
		promptsGained,
		promptsLost,
	};
}

function mostly(flags: readonly boolean[]): boolean {
	return flags.filter(Boolean).length * 2 > flags.length;
}

function flip({ pair, score }: JudgedPair): Flip {
	const firstReason = pair.first.scores[score]?.reason;
	const secondReason = pair.second.scores[score]?.reason;
	return {
		sampleId: pair.first.sampleId,
		epoch: pair.first.epoch,
		firstIndex: pair.firstIndex,
		secondIndex: pair.secondIndex,
		...(firstReason === undefined ? {} : { firstReason }),
		...(secondReason === undefined ? {} : { secondReason }),
	};
}
