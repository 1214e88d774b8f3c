import { thrownText } from '../../base/thrown.ts';
import { deepFreeze } from '../../json/deep-freeze.ts';
import { missingDetail, missingEvidence, unjudged } from '../evidence/turn-evidence.ts';
import type { Sample, Transcript } from '../sample.ts';
import { LARGEST_NUMBER, type Score, type ScoreDeclaration, sameScore, scoreText, UNSCORED_CAUSES } from '../score.ts';
import type { ScoreContext, Scorer, Suite } from '../suite.ts';
import { turnOf } from '../turn.ts';

/**
 * All scores of a sample, from its transcript alone. A scorer that fails leaves its score unscored, and the others be;
 * one of an operator's can change neither.
 */
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
			const score = scoreBy(scorer, sample, transcript, context, inTime !== undefined);
			if (score !== undefined) scores[scorer.name] = score;
			waiting.shift();
		}
	};
	if (inTime === undefined) scoreAll();
	else for (const told of [sample, transcript, turnOf(transcript)]) deepFreeze(told);
	while (inTime !== undefined && waiting.length > 0) {
		try {
			inTime(scoreAll);
		} catch (thrown) {
			// What a scorer throws is its score already: this one did not come back.
			const scorer = waiting.shift();
			if (scorer !== undefined) scores[scorer.name] = { unscored: 'scorer-failed', detail: thrownText(thrown) };
		}
	}
	const main = scorers.find((scorer) => scorer.main === true)?.name;
	// Every sample passes, or does not, or is without a score: what was made the main score is never silent.
	if (main !== undefined) scores[main] ??= { unscored: 'not-applicable' };
	return scores;
}

function scoreBy<S extends Sample>(
	scorer: Scorer<S>,
	sample: S,
	transcript: Transcript,
	context: ScoreContext,
	isOwn: boolean,
): Score | undefined {
	const { needs = 'turn' } = scorer;
	const turn = turnOf(transcript);
	try {
		if (scorer.applies?.(sample) === false) return undefined;
	} catch (thrown) {
		return { unscored: 'scorer-failed', detail: thrownText(thrown) };
	}
	const whole = unjudged(turn);
	if (whole !== undefined) return { unscored: whole, detail: turn.failureDetail };
	const missing = needs === 'own' ? undefined : missingEvidence(turn, needs);
	if (missing !== undefined) {
		const detail = missingDetail(turn, missing);
		return { unscored: missing, ...(detail && { detail }) };
	}
	try {
		const read = (): Score | undefined => readScore(scorer.score(sample, turn, context), scorer);
		return isOwn ? steadyScore(scorer, read) : read();
	} catch (thrown) {
		return { unscored: 'scorer-failed', detail: thrownText(thrown) };
	}
}

/**
 * The score, which an operator's scorer is asked for twice at first: one that rests on more than sample and turn, such as
 * chance or what it counted before, could not be told from an edited log later.
 */
function steadyScore(scorer: Scorer<never>, read: () => Score | undefined): Score | undefined {
	const score = read();
	const times = askedTwice.get(scorer) ?? 0;
	if (times >= MOST_TWICE) return score;
	askedTwice.set(scorer, times + 1);
	const again = read();
	if (score === again || sameScore(score, again)) return score;
	return scorerFailed(`${scoreText(score)}, then ${scoreText(again)}, for the same turn`);
}

const askedTwice = new WeakMap<Scorer<never>, number>();
const MOST_TWICE = 10;

/** A score of plain values: what else a scorer gives could not be written to the log, or not be read back. */
function readScore(given: ReturnType<Scorer['score']>, { kind = 'rate' }: Scorer<never>): Score | undefined {
	if (given === undefined) return undefined;
	if (given instanceof Promise) {
		// What it rejects with is nobody's: the score is told here.
		given.catch(() => undefined);
		return noScore('a promise', kind);
	}
	const score: Score = typeof given === 'object' && given !== null ? given : { value: given };
	const { value, unscored, reason, detail } = score;
	if (!isText(reason) || !(isText(detail) || isMessage(detail)))
		return scorerFailed('a reason or detail that is no text');
	const bounded = { reason: reason && cut(reason), detail: typeof detail === 'string' ? cut(detail) : detail };
	if (unscored !== undefined) {
		return UNSCORED_CAUSES.includes(unscored)
			? { unscored, detail: bounded.detail }
			: noScore(`unscored ${String(unscored)}`, kind);
	}
	if (typeof value === 'number' && Number.isFinite(value) && Math.abs(value) > LARGEST_NUMBER)
		return scorerFailed(`${value}, which is beyond ${LARGEST_NUMBER}`);
	const fits = kind === 'rate' ? typeof value === 'boolean' : Number.isFinite(value);
	return fits && value !== undefined
		? { value, ...bounded }
		: noScore(typeof value === 'string' ? `'${value}'` : String(value), kind);
}

/** The line of a sample has room for all scores. */
function cut(text: string): string {
	return text.length > MOST_CHARS ? `${text.slice(0, MOST_CHARS).toWellFormed()}…` : text;
}

const MOST_CHARS = 10_000;

/** What gemmark's own scorers say. */
function isMessage(detail: unknown): boolean {
	return typeof detail === 'object' && detail !== null && 'code' in detail && 'params' in detail;
}

function isText(text: unknown): boolean {
	return text === undefined || typeof text === 'string';
}

function noScore(given: string, kind: ScoreDeclaration['kind']): Score {
	return scorerFailed(`${given.slice(0, 100)}, which is no ${kind}`);
}

function scorerFailed(returned: string): Score {
	return { unscored: 'scorer-failed', detail: `returned ${returned}` };
}
