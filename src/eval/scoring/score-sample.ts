import { type Message, message } from '../../base/message.ts';
import { thrownText } from '../../base/thrown.ts';
import { missingDetail, missingEvidence, unjudged } from '../evidence/turn-evidence.ts';
import type { Sample, Transcript } from '../sample.ts';
import { LARGEST_NUMBER, type Score, type ScoreDeclaration, UNSCORED_CAUSES } from '../score.ts';
import type { ScoreContext, Scorer, Suite } from '../suite.ts';
import { turnOf } from '../turn.ts';

/** All scores of a sample, from its transcript. A scorer that throws makes only its own score unscored. */
export function scoreSample<S extends Sample>(
	{ scorers, inTime }: Pick<Suite<S>, 'scorers' | 'inTime'>,
	sample: S,
	transcript: Transcript,
	context: ScoreContext,
): Readonly<Record<string, Score>> {
	const scores: Record<string, Score> = {};
	const waiting = [...scorers];
	const scoreAll = (): void => {
		for (let [scorer] = waiting; scorer !== undefined; [scorer] = waiting) {
			const score = scoreBy(scorer, sample, transcript, context);
			if (score !== undefined) scores[scorer.name] = score;
			waiting.shift();
		}
	};
	if (inTime === undefined) scoreAll();
	while (inTime !== undefined && waiting.length > 0) {
		try {
			inTime(scoreAll);
		} catch (thrown) {
			// Errors of a scorer are scores already; this one ran out of time.
			const scorer = waiting.shift();
			if (scorer !== undefined) scores[scorer.name] = scorerThrew(thrown);
		}
	}
	const main = scorers.find((scorer) => scorer.main === true)?.name;
	// The main score is never absent: a sample passes, fails or is unscored.
	if (main !== undefined) scores[main] ??= { unscored: 'not-applicable' };
	return scores;
}

function scoreBy<S extends Sample>(
	scorer: Scorer<S>,
	sample: S,
	transcript: Transcript,
	context: ScoreContext,
): Score | undefined {
	const { needs = 'turn' } = scorer;
	const turn = turnOf(transcript);
	try {
		if (scorer.applies?.(sample) === false) return undefined;
	} catch (thrown) {
		return scorerThrew(thrown);
	}
	const whole = unjudged(turn);
	if (whole !== undefined) return { unscored: whole, detail: turn.failureDetail };
	const missing = needs === 'own' ? undefined : missingEvidence(turn, needs);
	if (missing !== undefined) {
		const detail = missingDetail(turn, missing);
		return { unscored: missing, detail };
	}
	try {
		return readScore(scorer.score(sample, turn, context), scorer);
	} catch (thrown) {
		return scorerThrew(thrown);
	}
}

/** Validates what a scorer returned. */
function readScore(given: ReturnType<Scorer['score']>, { kind = 'rate' }: Scorer<never>): Score | undefined {
	if (given === undefined) return undefined;
	if (given instanceof Promise) {
		// Ignores its rejection; the score reports the mistake.
		given.catch(() => undefined);
		return scorerFailed(message('score.promise', { kind }));
	}
	const score: Score = typeof given === 'object' && given !== null ? given : { value: given };
	const { value, unscored, reason, detail } = score;
	if (!isText(reason) || !(isText(detail) || isMessage(detail))) return scorerFailed(message('score.reason-not-text'));
	const bounded = { reason: reason && cut(reason), detail: typeof detail === 'string' ? cut(detail) : detail };
	if (unscored !== undefined) {
		return UNSCORED_CAUSES.includes(unscored)
			? { unscored, detail: bounded.detail }
			: noScore(`unscored ${String(unscored)}`, kind);
	}
	if (typeof value === 'number' && Number.isFinite(value) && Math.abs(value) > LARGEST_NUMBER)
		return scorerFailed(message('score.value-too-large', { value, limit: LARGEST_NUMBER }));
	const fits = kind === 'rate' ? typeof value === 'boolean' : Number.isFinite(value);
	return fits && value !== undefined
		? { value, ...bounded }
		: noScore(typeof value === 'string' ? `'${value}'` : String(value), kind);
}

/** Leaves room for all scores in the sample's line. */
function cut(text: string): string {
	return text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS).toWellFormed()}…` : text;
}

const MAX_CHARS = 10_000;

/** Details of built-in scorers are messages. */
function isMessage(detail: unknown): boolean {
	return typeof detail === 'object' && detail !== null && 'code' in detail && 'params' in detail;
}

function isText(text: unknown): boolean {
	return text === undefined || typeof text === 'string';
}

function noScore(given: string, kind: ScoreDeclaration['kind']): Score {
	return scorerFailed(message('score.not-a-score', { value: given.slice(0, 100), kind }));
}

function scorerThrew(thrown: unknown): Score {
	return scorerFailed(message('score.code-threw', { thrown: thrownText(thrown) }));
}

function scorerFailed(detail: Message): Score {
	return { unscored: 'scorer-failed', detail };
}
