import { ENGINE_DIALECT } from '../../dialects/conversation/open-conversation.ts';
import { ENGINE_FATES } from '../../fates/engines.ts';
import type { FateOutcome } from '../../fates/fate.ts';
import { type FateMatrix, summarizeFates } from '../../fates/fate-summary.ts';
import { type PlayedGeneration, playGeneration, worstOutcome } from '../../fates/play-generation.ts';
import { type Rate, rateOf } from '../../stats/rate.ts';
import type { EvaluatedRun } from '../evaluated-run.ts';
import type { LoggedGeneration, SampleResult } from '../sample.ts';
import { oncePerRun } from './once-per-run.ts';

/** What every engine would have made of a run. */
export interface RunFates {
	readonly matrix: FateMatrix;
	/**
	 * By engine, of the samples with a call in our reading: those whose every calling generation is a `call` there. An
	 * engine that no such sample can be played through is not in it.
	 */
	readonly calls: ReadonlyMap<string, Rate>;
}

/** Plays all generations of a run, or of those of one suite, through every engine whose rules are emulated. */
export function summarizeRunFates(run: EvaluatedRun, suite?: string): RunFates {
	if (suite === undefined) return ofWholeRun(run);
	return ofSamples(
		run,
		run.samples.filter((sample) => sample.suite === suite),
	);
}

const ofWholeRun = oncePerRun((run) => ofSamples(run, run.samples));

/** A turn's generations, each played by itself; undefined for one whose raw text is not recorded. */
export function playedGenerations(
	{ header }: Pick<EvaluatedRun, 'header'>,
	{ transcript }: SampleResult,
): readonly (PlayedGeneration | undefined)[] {
	return transcript.generations.map((generation) => played(generation, header.settings.dialect));
}

/** What a turn comes to in one engine: the worst of its generations; undefined where none can be played. */
export function turnOutcome(
	generations: readonly (PlayedGeneration | undefined)[],
	engine: string,
): FateOutcome | undefined {
	return worstOutcome(generations.flatMap((generation) => generation?.fates.get(engine)?.outcome ?? []));
}

function ofSamples(run: EvaluatedRun, samples: readonly SampleResult[]): RunFates {
	const turns = samples.map((sample) => playedGenerations(run, sample));
	const calls = new Map<string, Rate>();
	for (const { engine } of ENGINE_FATES) {
		const outcomes = turns.flatMap((turn) => {
			const calling = turn.filter((generation) => (generation?.attempts ?? 0) > 0);
			return turnOutcome(calling, engine) ?? [];
		});
		if (outcomes.length > 0) {
			calls.set(engine, rateOf(outcomes.filter((outcome) => outcome === 'call').length, outcomes.length));
		}
	}
	return { matrix: summarizeFates(turns.flat()), calls };
}

/** The reports of a run ask for the same generations. */
const known = new WeakMap<LoggedGeneration, { readonly played: PlayedGeneration | undefined }>();

function played(generation: LoggedGeneration, dialect: string | undefined): PlayedGeneration | undefined {
	const before = known.get(generation) ?? { played: play(generation, dialect) };
	known.set(generation, before);
	return before.played;
}

/** A captured app tells its words and calls, an engine that reads by itself its words: what the model wrote, neither. */
function play({ pieces, finish }: LoggedGeneration, dialect: string | undefined): PlayedGeneration | undefined {
	if (dialect === undefined || dialect === ENGINE_DIALECT || finish.raw === 'captured') return undefined;
	return playGeneration(pieces, dialect);
}
