import { knownDialects } from '../dialects/dialects.ts';
import { attemptsIn } from './call-attempts.ts';
import type { KnownTool } from './engine-answer.ts';
import { ENGINE_FATES } from './engines.ts';
import type { Fate, FateOutcome } from './fate-outcome.ts';

/** What every engine makes of one generation. */
export interface PlayedGeneration {
	/** What the model wrote, up to its first stop. */
	readonly raw: string;
	/** Calls in our own lenient reading, and what opens like one. */
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
	for (const engine of ENGINE_FATES) {
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

/** An engine never sees what it stops at, nor what a recording has behind it. */
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
export function worstOutcome(outcomes: readonly FateOutcome[]): FateOutcome | undefined {
	return outcomes.length < 2 ? outcomes[0] : WORST_FIRST.find((outcome) => outcomes.includes(outcome));
}

const WORST_FIRST: readonly FateOutcome[] = [
	'error',
	'leaked',
	'swallowed',
	'not-known',
	'changed-arguments',
	'call',
	'text-shown',
	'nothing',
];
