import { z } from 'zod';
import { finite, flag, localizedText, type Parsed, said, text } from '../base/border.ts';
import { english, type Said } from '../base/message.ts';

/** A judgement of a sample: a value, or the cause why there is none. Absent if the score does not apply. */
export type Score = Scored | Unscored;

/** `reason` is a fixed word of its scorer, `detail` is for people. */
interface Scored {
	readonly value: boolean | number;
	readonly unscored?: undefined;
	readonly reason?: string;
	readonly detail?: Said;
}

/** The score's evidence was not observed. Counts in no numerator or denominator. */
interface Unscored {
	readonly value?: undefined;
	readonly unscored: UnscoredCause;
	readonly reason?: undefined;
	readonly detail?: Said;
}

/** Bound of a number, so that sums and squares stay finite. */
export const LARGEST_NUMBER = 1e100;

export const UNSCORED_CAUSES = [
	/** The engine ended with an error. */
	'engine-failed',
	/** The system ended the app's process, again when it was repeated. */
	'killed',
	/** Token limit, full context, or deadline of a generation. */
	'cut-length',
	'cut-context-full',
	'cut-deadline',
	'interrupted',
	/** The output is not readable in the run's dialect or template. */
	'unreadable',
	/** The engine counts more tokens than it showed: its parser dropped a call or a thought. */
	'swallowed-by-engine',
	/** The server refused, or its filter cut the answer. */
	'refused-by-server',
	/** The recording or capture does not contain it. */
	'not-recorded',
	/** The device answered another prompt than the corpus has under this id. */
	'foreign',
	/** A capture or engine contradicts itself. */
	'contradictory',
	/** Another model than the run's may have answered. */
	'unconfirmed',
	/** No log line can hold it. */
	'too-large',
	/** A planned sample without a line in the log. */
	'missing',
	/** The log has no such score for the sample. */
	'score-missing',
	'not-applicable',
	/** The scorer threw, or returned an invalid score. */
	'scorer-failed',
	/** Code of the app, dialect or suite threw, or returned what no log can hold. */
	'own-code-failed',
] as const;
/** Why a score could not be determined. */
export type UnscoredCause = (typeof UNSCORED_CAUSES)[number];

export const scoreSchema = z.union([
	z.looseObject({
		value: z.union([flag, finite.min(-LARGEST_NUMBER).max(LARGEST_NUMBER)]),
		reason: text.optional(),
		detail: said.optional(),
	}),
	z.looseObject({ unscored: z.enum(UNSCORED_CAUSES), detail: said.optional() }),
]) as z.ZodType<Score>;

/** Declaration of a score, enough to show it anywhere. Part of the log's header. */
export interface ScoreDeclaration extends Parsed<typeof scoreDeclaration> {}

export const scoreDeclaration = z.looseObject({
	/** `rate`: yes or no per sample. `number`: a quantity in `unit`. */
	kind: z.enum(['rate', 'number']),
	title: localizedText,
	unit: text.optional(),
	/** Default `higher`. */
	direction: z.enum(['higher', 'lower']).optional(),
	/** The one score that says whether a sample passed. */
	main: flag.optional(),
	/** A rate that answers comparisons beside the main score, as it asks another question of the same samples. */
	compared: flag.optional(),
	/** Judges every call of a turn against `expected`: the suite has tables of calls. */
	calls: z.literal('all').optional(),
	/** Place in the suite's view. */
	view: text.optional(),
	/** Of a number: the limit that the app can afford, in `unit`; a maximum, or a minimum if higher is better. */
	budget: finite.optional(),
});

/** A score as text, without detail. */
export function scoreText(score: Score | undefined): string {
	if (score === undefined) return 'no score';
	if (score.unscored !== undefined) return `unscored (${score.unscored})`;
	const value = typeof score.value === 'boolean' ? (score.value ? 'yes' : 'no') : String(score.value);
	return score.reason === undefined ? value : `${value} (${score.reason})`;
}

/** Whether value, reason and detail are equal. */
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
