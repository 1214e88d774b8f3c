import type { Sample } from '../sample.ts';
import type { Turn } from '../turn/turn.ts';
import type { Score, ScoreDeclaration } from './score.ts';

/** What a scorer knows beside sample and turn. */
export interface ScoreContext {
	/** Of the app's texts, BCP 47; `ko` where the log does not tell. */
	readonly language: string;
	/** By which calls were read; `engine` where the engine read them itself: how the model wrote them is then unknown. */
	readonly dialect?: string | undefined;
}

/**
 * Judges one thing of a sample. `score` must be pure, for `rescore` runs it again over a log: true or false, a finite
 * number, a {@link Score} with its reason, or undefined where the score does not apply.
 */
export interface Scorer<S extends Sample = Sample> extends Partial<ScoreDeclaration> {
	/** Name of the score in logs, CSV columns and gates: `[A-Za-z][A-Za-z0-9_]*`. */
	readonly name: string;
	/**
	 * How much of the turn must have been observed: all of it (default), its first call or end, or whatever the scorer
	 * itself checks. Where it was not, the sample is unscored without asking the scorer.
	 */
	readonly needs?: 'turn' | 'first-call' | 'own' | undefined;
	// Not a method: those take a scorer of samples that have more than the suite's.
	readonly score: (sample: S, turn: Turn, context: ScoreContext) => Score | boolean | number | undefined;
}

/** Types a scorer of one's own; gives it back as it is. */
export function defineScorer<S extends Sample = Sample>(scorer: Scorer<S>): Scorer<S> {
	return scorer;
}

/** What the header says of a scorer's score. */
export function declarationOf({ name, kind = 'rate', title = name, ...scorer }: Scorer<never>): ScoreDeclaration {
	const { unit, direction, main, view, budget } = scorer;
	return { kind, title, unit, direction, main, view, budget };
}
