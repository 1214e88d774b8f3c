import { english, type Said } from '../base/message.ts';
import type { LocalizedText } from '../text/text.ts';

/** One judgement of a sample: what it came to, or why nothing can be said. A score that does not apply is not there. */
export type Score = Scored | Unscored;

/** `reason` is a fixed word of its scorer, `detail` is for people. */
interface Scored {
	readonly value: boolean | number;
	readonly unscored?: undefined;
	readonly reason?: string | undefined;
	readonly detail?: Said | undefined;
}

/** Nothing was observed that the score could rest on. It is in no numerator and no denominator. */
interface Unscored {
	readonly value?: undefined;
	readonly unscored: UnscoredCause;
	readonly reason?: undefined;
	readonly detail?: Said | undefined;
}

/** A number may be so far from 0: sums and squares over any run stay numbers. */
export const LARGEST_NUMBER = 1e100;

export const UNSCORED_CAUSES = [
	/** The engine ended with an error. */
	'engine-failed',
	/** The longest generation was reached, the context was full, or the time for a generation was over. */
	'cut-length',
	'cut-context-full',
	'cut-deadline',
	'interrupted',
	/** What the model wrote cannot be read in the dialect, or under the template, of the run. */
	'unreadable',
	/** The engine counts more tokens than it showed: its own parser dropped a call, or a thought. */
	'swallowed-by-engine',
	/** The server gave a refusal in place of an answer, or its filter cut it. */
	'refused-by-server',
	/** A recording or capture does not tell. */
	'not-recorded',
	/** A device was asked something else than the corpus has under this id. */
	'foreign',
	/** A capture, or an engine, tells two different things of the answer. */
	'contradictory',
	/** Another model than the one of the run may have answered. */
	'unconfirmed',
	/** No line of a log can hold it. */
	'too-large',
	/** The sample was planned, and the log has no line of it. */
	'missing',
	/** The log has no such score for the sample. */
	'score-missing',
	'not-applicable',
	/** The scorer threw, or gave what is no score. */
	'scorer-failed',
	/** The code of the app, the dialect or the suite threw, or gave what no log can hold. */
	'own-code-failed',
] as const;
/** Why a sample has no score. */
export type UnscoredCause = (typeof UNSCORED_CAUSES)[number];

/** What a score is, so that every surface can show it without knowing it. Stands in the log's header. */
export interface ScoreDeclaration {
	/** `rate`: yes or no per sample. `number`: a quantity in `unit`. */
	readonly kind: 'rate' | 'number';
	readonly title: LocalizedText;
	readonly unit?: string | undefined;
	/** Which way is better; default `higher`. */
	readonly direction?: 'higher' | 'lower' | undefined;
	/** The one score that says whether a sample passed. */
	readonly main?: boolean | undefined;
	/** Place in the suite's rich view. */
	readonly view?: string | undefined;
	/** Of a number: what the app can afford, in `unit`; the most, or where more is better the least. Shown where it is declared. */
	readonly budget?: number | undefined;
}

/** A score in words, without its detail. */
export function scoreText(score: Score | undefined): string {
	if (score === undefined) return 'no score';
	if (score.unscored !== undefined) return `unscored (${score.unscored})`;
	const value = typeof score.value === 'boolean' ? (score.value ? 'yes' : 'no') : String(score.value);
	return score.reason === undefined ? value : `${value} (${score.reason})`;
}

/** Whether both say the same of a sample, in value, reason and detail. */
export function sameScore(one: Score | undefined, other: Score | undefined): boolean {
	return (
		one !== undefined &&
		other !== undefined &&
		one.value === other.value &&
		one.reason === other.reason &&
		sameSaid(one.detail, other.detail) &&
		one.unscored === other.unscored
	);
}

function sameSaid(one: Said | undefined, other: Said | undefined): boolean {
	return one === other || (one !== undefined && other !== undefined && english(one) === english(other));
}
