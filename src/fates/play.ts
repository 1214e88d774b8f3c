import { knownDialects } from '../dialects/dialects.ts';
import { flutterGemmaNative, flutterGemmaTask, flutterGemmaWeb } from './flutter-gemma.ts';
import { litertLm, litertLmTolerant } from './litert-lm.ts';
import { llamaCpp } from './llama-cpp.ts';
import { mlxLm } from './mlx-lm.ts';
import { ollama } from './ollama.ts';
import {
	attemptsIn,
	type EngineOutcome,
	type EngineReader,
	FATE_OUTCOMES,
	type Fate,
	type KnownTool,
} from './outcome.ts';
import { vllm } from './vllm.ts';

/** What every engine makes of one generation. */
export interface PlayedGeneration {
	/** What the model wrote, up to its first stop. */
	readonly raw: string;
	/** Calls in gemmark's lenient reading, and what opens like one. */
	readonly attempts: number;
	/** By the engine's word; one whose rules for the dialect are not emulated is not in it. */
	readonly fates: ReadonlyMap<string, Fate>;
	/** Where engines part: the first call that is not plainly written, or the first. Absent where all agree. */
	readonly parting?: { readonly start: number; readonly end: number };
}

/** Why a generation is not played: its raw text is not known, or the model would have written more of it. */
export type UnplayedGeneration = 'not-recorded' | 'cut';

/**
 * Plays a recorded generation, its token texts in order, through all engines; `tools` are those that were declared, where
 * that is known. Undefined for a dialect not known here.
 */
export function playGeneration(
	pieces: readonly string[],
	dialect: string,
	tools?: readonly KnownTool[],
): PlayedGeneration | undefined {
	const known = knownDialects().find(({ name }) => name === dialect);
	if (known === undefined) return undefined;
	const spoken = beforeStop(pieces, known.stops);
	const raw = spoken.join('');
	const fates = new Map<string, Fate>();
	for (const engine of ENGINE_READERS) {
		const fate = engine.read(spoken, dialect, tools);
		if (fate !== undefined) fates.set(engine.engine, fate);
	}
	const attempts = attemptsIn(spoken, dialect);
	const played = { raw, attempts: attempts.length, fates };
	if (new Set(Array.from(fates.values(), ({ outcome }) => outcome)).size < 2) return played;
	const odd = attempts.find((attempt) => attempt.type === 'malformed' || attempt.repairs.length > 0) ?? attempts[0];
	const start = Math.max(0, raw.indexOf(odd?.raw ?? raw));
	return { ...played, parting: { start, end: start + (odd?.raw ?? raw).length } };
}

/** An engine never sees what it stops at, nor what a recording has after it. */
function beforeStop(pieces: readonly string[], stops: readonly string[]): readonly string[] {
	const text = pieces.join('');
	const ends = stops.map((stop) => text.indexOf(stop)).filter((at) => at !== -1);
	let left = Math.min(text.length, ...ends);
	return pieces.flatMap((piece) => {
		const kept = piece.slice(0, left);
		left -= kept.length;
		return kept === '' ? [] : [kept];
	});
}

/** Of several outcomes the one that the app notices most. */
export function worstOutcome(outcomes: readonly EngineOutcome[]): EngineOutcome | undefined {
	return outcomes.length < 2 ? outcomes[0] : WORST_FIRST.find((outcome) => outcomes.includes(outcome));
}

const WORST_FIRST: readonly EngineOutcome[] = [
	'error',
	'leaked',
	'swallowed',
	'not-known',
	'changed-arguments',
	'call',
	'text-shown',
	'nothing',
];

/** Every engine whose rules are emulated; the first are those of phones. */
export const ENGINE_READERS: readonly EngineReader[] = [
	flutterGemmaNative,
	flutterGemmaWeb,
	flutterGemmaTask,
	litertLm,
	litertLmTolerant,
	llamaCpp,
	ollama,
	vllm,
	mlxLm,
];

export type FateCounts = Readonly<Record<EngineOutcome, number>>;

/** One engine's line of the matrix. */
interface FateRow extends Pick<EngineReader, 'engine' | 'title' | 'version' | 'source'> {
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
	/** Generations that were cut, failed or were interrupted: what engines would have made of the whole is unknown. */
	readonly cut: number;
}

/** Counts the outcomes of the played generations. */
export function summarizeFates(generations: readonly (PlayedGeneration | UnplayedGeneration)[]): FateMatrix {
	const played = generations.filter((generation) => typeof generation === 'object');
	const unplayed = (why: UnplayedGeneration): number => generations.filter((generation) => generation === why).length;
	return {
		rows: ENGINE_READERS.map((engine) => rowOf(engine, played)),
		played: played.length,
		withCalls: played.filter(({ attempts }) => attempts > 0).length,
		notRecorded: unplayed('not-recorded'),
		cut: unplayed('cut'),
	};
}

function rowOf({ engine, title, version, source }: EngineReader, played: readonly PlayedGeneration[]): FateRow {
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
export function noFates(): Record<EngineOutcome, number> {
	return Object.fromEntries(FATE_OUTCOMES.map((outcome) => [outcome, 0])) as Record<EngineOutcome, number>;
}
