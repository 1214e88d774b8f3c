import { missingDetail, missingEvidence, unjudged } from '../src/eval/evidence/turn-evidence.ts';
import type { SampleResult } from '../src/eval/sample.ts';
import type { Score, UnscoredCause } from '../src/eval/score.ts';
import { scoreSample } from '../src/eval/scoring/score-sample.ts';
import type { Scorer } from '../src/eval/suite.ts';
import { type Turn, type TurnWaiting, turnOf, turnWaiting } from '../src/eval/turn.ts';

/** Why nothing can be said of a turn, or of a part of it. */
export interface Unobserved {
	readonly cause: UnscoredCause;
	readonly detail?: string | undefined;
}

/** One user turn that a test asked: what the user was told, what was called, and how long it took. */
export class AskedTurn {
	/** What the user said. */
	readonly asked: string;
	/** Text before the turn's first call, thinking excluded; the whole first answer where nothing was called. */
	readonly prefix: string;
	/** All calls in the order they were made. */
	readonly calls: Turn['calls'];
	/** The model's last words, where the turn ended with some. */
	readonly text: string | undefined;
	/** Milliseconds from the user's message; unknown is absent. */
	readonly timings: TurnWaiting & { readonly endToEndMs: number };
	/** Why the turn was not observed to its end, where it was not: no matcher of what is missing passes then. */
	readonly unscored: UnscoredCause | undefined;
	/** Of the app's texts, BCP 47. */
	readonly language: string;
	/** The whole turn as the log keeps it. */
	readonly sample: SampleResult;

	constructor(sample: SampleResult, language: string) {
		const turn = turnOf(sample.transcript);
		this.asked = String(sample.sample.input);
		this.prefix = turn.prefix ?? '';
		this.calls = turn.calls;
		this.text = turn.answer;
		this.timings = { ...turnWaiting(sample), endToEndMs: sample.timings.endToEndMs };
		this.language = language;
		this.sample = sample;
		this.unscored = unobserved(this, 'turn')?.cause;
	}
}

/** Why a turn does not show its first call, or its end; undefined where it does. */
export function unobserved({ sample }: AskedTurn, needs: 'first-call' | 'turn'): Unobserved | undefined {
	const turn = turnOf(sample.transcript);
	const cause = unjudged(turn) ?? missingEvidence(turn, needs);
	return cause === undefined ? undefined : { cause, detail: missingDetail(turn, cause) };
}

/** What a scorer says of a turn. */
export function judged({ sample, language, asked }: AskedTurn, scorer: Scorer): Score | undefined {
	const question = { id: sample.sampleId, input: asked };
	return scoreSample({ scorers: [scorer] }, question, sample.transcript, { language })[scorer.name];
}
