import type { FateOutcome, KnownTool } from '../../../fates/outcome.ts';
import {
	ENGINE_FATES,
	type FateMatrix,
	type PlayedGeneration,
	playGeneration,
	summarizeFates,
	type UnplayedGeneration,
	worstOutcome,
} from '../../../fates/play.ts';
import { countReasons, type ReasonCounts } from '../../../stats/counts.ts';
import { type Rate, rateOf } from '../../../stats/rate.ts';
import { causeOfGeneration } from '../../evidence/generation-evidence.ts';
import { causeOfTranscript, isForeign } from '../../evidence/turn-evidence.ts';
import type { EvaluatedRun } from '../../run.ts';
import type { LoggedGeneration, SampleResult } from '../../sample.ts';
import { wholePieces } from '../generation-pieces.ts';
import { oncePerRun } from '../once-per-run.ts';
import { declaredTools } from './declared-tools.ts';
import { readByItsEngine, type SeenFates, summarizeSeenFates } from './seen-fate.ts';

/** What every engine would have made of a run. */
export interface RunFates {
	readonly matrix: FateMatrix;
	/**
	 * By engine, of the samples with a call in our reading and no generation that was cut: those whose every calling
	 * generation is a `call` there. An engine that no such sample can be played through is not in it.
	 */
	readonly calls: ReadonlyMap<string, Rate>;
	/** By engine, further such samples, of which it is not known; an engine without any is not in it. */
	readonly notKnown: ReadonlyMap<string, number>;
	/** Samples that are in no rate, because a generation of theirs was cut, failed or was swallowed, by the cause: each could be of any. */
	readonly unplayed: ReasonCounts;
	/** What the run's own engine made of the generations that it read by itself; absent where it read none. */
	readonly seen?: SeenFates | undefined;
}

/** Plays all generations of a run, or of those of one suite, through every engine whose rules are emulated. */
export function summarizeRunFates(run: EvaluatedRun, suite?: string): RunFates {
	if (suite === undefined) return ofWholeRun(run);
	const known = ofSuites(run);
	const before =
		known.get(suite) ??
		ofSamples(
			run,
			run.samples.filter((sample) => sample.suite === suite),
		);
	known.set(suite, before);
	return before;
}

const ofWholeRun = oncePerRun((run) => ofSamples(run, run.samples));

/** A verdict stands on several surfaces, each with what becomes of its calls. */
const ofSuites = oncePerRun(() => new Map<string, RunFates>());

/** A turn's generations, each played by itself, or why it is not. */
export function playedGenerations(
	{ header }: Pick<EvaluatedRun, 'header'>,
	sample: SampleResult,
): readonly (PlayedGeneration | UnplayedGeneration)[] {
	const { generations } = sample.transcript;
	const before =
		known.get(generations) ??
		generations.map((generation) => (isForeign(sample.transcript) ? 'cut' : play(generation, header, sample)));
	known.set(generations, before);
	return before;
}

/**
 * What a turn comes to in one engine: the worst of its generations; undefined where none can be played, or one was cut.
 */
export function turnOutcome(
	generations: readonly (PlayedGeneration | UnplayedGeneration)[],
	engine: string,
): FateOutcome | undefined {
	if (generations.includes('cut')) return undefined;
	const [only] = generations;
	if (generations.length < 2) return outcomeIn(only, engine);
	return worstOutcome(generations.flatMap((one) => outcomeIn(one, engine) ?? []));
}

function outcomeIn(one: PlayedGeneration | UnplayedGeneration | undefined, engine: string): FateOutcome | undefined {
	return typeof one === 'object' ? one.fates.get(engine)?.outcome : undefined;
}

function ofSamples(run: EvaluatedRun, samples: readonly SampleResult[]): RunFates {
	const turns = samples.map((sample) => playedGenerations(run, sample));
	const calls = new Map<string, Rate>();
	const notKnown = new Map<string, number>();
	for (const { engine } of ENGINE_FATES) {
		const outcomes = turns.flatMap((turn) => {
			const calling = turn.filter((one) => typeof one !== 'object' || one.attempts > 0);
			return turnOutcome(calling, engine) ?? [];
		});
		const told = outcomes.filter((outcome) => outcome !== 'not-known');
		if (told.length > 0) calls.set(engine, rateOf(told.filter((outcome) => outcome === 'call').length, told.length));
		if (told.length < outcomes.length) notKnown.set(engine, outcomes.length - told.length);
	}
	return {
		matrix: summarizeFates(turns.flat()),
		calls,
		notKnown,
		unplayed: countReasons(
			samples.filter((sample, index) => isUnplayed(turns[index] ?? [], sample)).map(causeOfSample),
		),
		seen: summarizeSeenFates(run.header, samples),
	};
}

/** As `turnOutcome` has it: a part that is missing counts where the rest has no call. */
function isUnplayed(turn: readonly (PlayedGeneration | UnplayedGeneration)[], sample: SampleResult): boolean {
	if (turn.length === 0) return sample.transcript.failure !== undefined;
	return turn.includes('cut') || (turn.includes('not-recorded') && !turn.some((one) => callsIn(one) > 0));
}

function causeOfSample({ transcript }: SampleResult): string {
	return causeOfTranscript(transcript) ?? 'not-recorded';
}

function callsIn(one: PlayedGeneration | UnplayedGeneration): number {
	return typeof one === 'object' ? one.attempts : 0;
}

/** The reports of a run ask for the same turns, and many of a run's generations say the same: each is played once. */
const known = new WeakMap<readonly LoggedGeneration[], readonly (PlayedGeneration | UnplayedGeneration)[]>();
const knownTexts = new WeakMap<readonly KnownTool[] | Header, Map<string, PlayedGeneration | UnplayedGeneration>>();

type Header = EvaluatedRun['header'];

/** A captured app tells its words and calls, an engine that reads by itself its words: what the model wrote, neither. */
function play(
	generation: LoggedGeneration,
	header: Header,
	sample: SampleResult,
): PlayedGeneration | UnplayedGeneration {
	const { dialect } = header.settings;
	if (dialect === undefined || readByItsEngine(header, generation)) return 'not-recorded';
	const cause = causeOfGeneration(generation);
	// What a server swallowed is no part of what it showed.
	if (cause === 'swallowed-by-engine') return 'not-recorded';
	if (cause !== undefined) return 'cut';
	return playText(wholePieces(generation, dialect), dialect, header, declaredTools(header, sample));
}

function playText(
	pieces: readonly string[],
	dialect: string,
	header: Header,
	tools: readonly KnownTool[] | undefined,
): PlayedGeneration | UnplayedGeneration {
	const texts = knownTexts.get(tools ?? header) ?? new Map<string, PlayedGeneration | UnplayedGeneration>();
	knownTexts.set(tools ?? header, texts);
	// A few engines read token by token.
	const text = pieces.join('\0');
	const before = texts.get(text) ?? playGeneration(pieces, dialect, tools) ?? 'not-recorded';
	texts.set(text, before);
	return before;
}
