import { ENGINE_FATES } from './engines.ts';
import type { EngineFate } from './fate.ts';
import { FATE_OUTCOMES, type FateOutcome } from './fate-outcome.ts';
import type { PlayedGeneration, UnplayedGeneration } from './play-generation.ts';

export type FateCounts = Readonly<Record<FateOutcome, number>>;

/** One engine's line of the matrix. */
export interface FateRow extends Pick<EngineFate, 'engine' | 'title' | 'version' | 'source'> {
	/** Of all played generations. */
	readonly counts: FateCounts;
	/** Of those with something that is a call, or opens like one. */
	readonly ofCalls: FateCounts;
	/** Generations in a dialect whose reading by the engine is not emulated. */
	readonly notEmulated: number;
}

/** Engine by outcome, over generations. */
export interface FateMatrix {
	readonly rows: readonly FateRow[];
	/** Generations whose raw text is known. */
	readonly played: number;
	/** Those of them with a call. */
	readonly withCalls: number;
	/** Generations whose raw text is not: an app that was captured, or an engine that reads by itself, keeps it. */
	readonly notRecorded: number;
	/** Generations that were cut, failed or were interrupted: nobody knows what engines would have made of the whole. */
	readonly cut: number;
}

/** Counts the outcomes of the played generations. */
export function summarizeFates(generations: readonly (PlayedGeneration | UnplayedGeneration)[]): FateMatrix {
	const played = generations.filter((generation) => typeof generation === 'object');
	const unplayed = (why: UnplayedGeneration): number => generations.filter((generation) => generation === why).length;
	return {
		rows: ENGINE_FATES.map((engine) => rowOf(engine, played)),
		played: played.length,
		withCalls: played.filter(({ attempts }) => attempts > 0).length,
		notRecorded: unplayed('not-recorded'),
		cut: unplayed('cut'),
	};
}

function rowOf({ engine, title, version, source }: EngineFate, played: readonly PlayedGeneration[]): FateRow {
	const counts = noFates();
	const ofCalls = noFates();
	let notEmulated = 0;
	for (const { fates, attempts } of played) {
		const outcome = fates.get(engine)?.outcome;
		if (outcome === undefined) notEmulated += 1;
		else {
			counts[outcome] += 1;
			if (attempts > 0) ofCalls[outcome] += 1;
		}
	}
	return { engine, title, version, source, counts, ofCalls, notEmulated };
}

/** Nothing counted yet. */
export function noFates(): Record<FateOutcome, number> {
	return Object.fromEntries(FATE_OUTCOMES.map((outcome) => [outcome, 0])) as Record<FateOutcome, number>;
}
