import { ALPHA, canBeWorse, FEW, lossOf } from '../../src/stats/answer.ts';
import { smallestMargin } from '../../src/stats/paired-loss.ts';
import { boundsOf, type CandidateAnswer, type ScoreAnswer } from '../../src/summary/compare/answer.ts';
import type { ComparisonSummary, RunDifference } from '../../src/summary/compare/compare.ts';
import { timesMessage } from '../../src/summary/notices.ts';
import type { Locale } from '../messages/catalogue.ts';
import type { FlippedCounts } from '../messages/en/answer.ts';
import { formatPoints, formatPrompts, marginText, pointsDown, pointsUp } from '../messages/numbers.ts';
import type { ReportedComparison } from '../reported-run.ts';
import { scoreTitle } from '../titles.ts';
import { lostLines, SHOWN_LOST } from './prompts.ts';
import { bytesText, shownRuns, speedText, toolsText } from './words.ts';

/** The end of a comparison with one further run; the same on every surface. */
interface AnswerLines {
	/** Of the further run. */
	readonly name: string;
	readonly quality: string;
	/** Prompts that are right in the baseline only, and what each build wrote. */
	readonly lost: readonly string[];
	/** Tools that it calls more or less often, where they are needed. */
	readonly tools: readonly string[];
	readonly size: string;
	readonly speed: string;
	readonly answer: string;
}

/** The lines of each further run that is shown, in order. */
export function answerLines(compared: ReportedComparison, locale: Locale): readonly AnswerLines[] {
	const { comparison } = compared;
	const [baseline, ...others] = shownRuns(compared);
	return others.flatMap((run) => {
		const { against: one, label: name } = run;
		if (baseline === undefined || one === undefined) return [];
		const why = [baseline, run].map(({ log }) => timesMessage(log.header)).find((said) => said !== undefined);
		const speed =
			why === undefined
				? speedText(one, locale)
				: `${locale.answer.speed.unknown}: ${locale.remedyOf(why) ?? locale.say(why)}`;
		return [
			{
				name,
				quality: qualityText(one, run.log.header.settings.epochs, locale),
				lost: lostLines(baseline, run, locale),
				tools: toolsText(one.tools, locale),
				size: sizeText([comparison, one], locale),
				speed,
				answer: answerText({ comparison, one, name, file: sameFile(comparison, one) }, locale),
			},
		];
	});
}

/** The hash of the only file that two runs evaluated in the same way, with the same results. */
function sameFile({ runs }: ComparisonSummary, { run, identity, answer }: RunDifference): string | undefined {
	const [hash, other] = [0, run].map((index) => runs[index]?.summary.run.model.sha256);
	const alike = [...identity.blocking, ...identity.varied].every(({ field }) => /^model\.(?!adapter)/u.test(field));
	return alike && hash === other && (answer.quality?.changed ?? []).length === 0 ? hash : undefined;
}

/** `Ship Q4_0.`, or what else the comparison ends in. */
export function answerTitle(comparison: ComparisonSummary, locale: Locale): string {
	const { ship, against, runs } = comparison;
	const { title } = locale.answer;
	if (against.every((one) => sameFile(comparison, one) !== undefined)) return title.sameFile;
	const nameOf = (run: number): string => runs[run]?.label ?? '';
	if (ship !== undefined) return title.ship({ name: nameOf(ship) });
	const [only] = against;
	if (only?.answer.backend !== undefined && against.length === 1)
		return title.cantTell(`${backendText(only.answer.backend, [nameOf(0), nameOf(only.run)], locale)}.`);
	if (against.length > 0 && against.every(({ answer }) => answer.answer === 'dont'))
		return title.dont({ names: against.map(({ run }) => nameOf(run)).join(', ') });
	if (only === undefined || against.length > 1) return title.cantTell(title.several);
	const { leaning, quality } = only.answer;
	return title.cantTell(quality === undefined ? undefined : title.leaning[leaning]({ name: nameOf(only.run) }));
}

function qualityText({ answer }: RunDifference, epochs: number, locale: Locale): string {
	const words = locale.answer.quality;
	const { quality, scores } = answer;
	const clock = new Set(scores.flatMap((one) => one.clock.map((id) => `${one.suite} ${id}`))).size;
	const bySuite = [...Map.groupBy(scores, ({ suite }) => suite).values()];
	const unscored = bySuite.reduce((sum, own) => sum + Math.max(...own.map((one) => one.unscored)), 0);
	const apart = [
		...(clock > 0 ? [words.clock({ prompts: clock })] : []),
		...(unscored > 0 ? [words.unscored({ prompts: unscored })] : []),
	];
	if (quality === undefined) {
		const none = scores.some(({ floor }) => floor) ? words.floor : words.none;
		return [none, ...apart].join(locale.answer.break);
	}
	const { low, high } = quality.bounds;
	const shown =
		pointsUp(high) < 0 ? words.better({ points: -pointsUp(high) }) : words.shown({ points: pointsUp(high) });
	const bound = low > 0 ? words.loss({ low: pointsDown(low), high: pointsUp(high) }) : shown;
	const repeats = epochs > 1 ? [words.repeats({ epochs })] : [];
	return [words.counts(countsText(quality)), ...repeats, bound, ...apart].join(locale.answer.break);
}

function sizeText([{ runs, speed }, { run }]: readonly [ComparisonSummary, RunDifference], locale: Locale): string {
	const { size: words } = locale.answer;
	const [file, memory] = [
		[0, run].map((index) => runs[index]?.summary.run.model.sizeBytes),
		[0, run].map((index) => speed[index]?.peakRssBytes),
	].map(([from, to]) => (from === undefined || to === undefined ? undefined : ([from, to] as const)));
	const parts = [
		...(file === undefined ? [] : [words.file(...bytesText(file))]),
		...(memory === undefined ? [] : [words.memory(...bytesText(memory))]),
	];
	return parts.length === 0 ? words.unknown : parts.join(' · ');
}

interface Named {
	readonly comparison: ComparisonSummary;
	readonly one: RunDifference;
	readonly name: string;
	/** See {@link sameFile}. */
	readonly file?: string;
}

function answerText({ comparison, one, name, file }: Named, locale: Locale): string {
	const { answer: words } = locale;
	if (file !== undefined) return words.sameFile({ sha256: `${file.slice(0, 4)}…${file.slice(-4)}` });
	const { answer, scores } = one.answer;
	const notes = one.identity.varied.some(({ field }) => field === 'settings.seed') ? [words.seeds] : [];
	const floors = scores.filter(({ floor }) => floor);
	const apart = floors.map((score) =>
		words.floor({ suite: placeOf(score, scores, locale), n: formatPrompts(score.n) }),
	);
	switch (answer) {
		case 'ship': {
			const { sameAnswers: n } = one.answer;
			const within = n === undefined ? withinText(shippedBounds(scores), locale) : words.allSame({ n });
			// The table of a series says so, with the command.
			const several = comparison.order === 'none' && comparison.against.length > 1 && comparison.series === undefined;
			const chosen = several ? [words.chosen({ builds: comparison.against.length })] : [];
			return [`${words.ship({ name })}: ${within}`, ...apart, ...chosen, ...notes].join(words.break);
		}
		case 'dont': {
			const forgotten = one.tools.filter(({ kind }) => kind === 'forgotten');
			const why = [worseText(scores, locale), ...toolsText(forgotten, locale)].filter(Boolean);
			return [`${words.dont({ name })}: ${why.join(words.break)}`, ...notes].join(words.break);
		}
		case 'cant-tell': {
			const { backend } = one.answer;
			if (backend !== undefined) {
				const unknown = backendText(backend, [comparison.runs[0]?.label ?? '', name], locale);
				return words.cantTell({
					why: [unknown, ...(backend.alike ? [words.sameBackend] : []), ...notes].join(words.break),
				});
			}
			const what = whatSettles(comparison, one, locale);
			const why = what.length === 0 && apart.length === 0 ? [words.nothingMeasured] : what;
			const rest = [...leaningText(one.answer, locale), ...why, ...apart, ...notes];
			return words.cantTell({ why: rest.join(words.break) });
		}
	}
}

function backendText(
	{ unknown, asked }: NonNullable<CandidateAnswer['backend']>,
	[first, second]: readonly [string, string],
	{ answer: words }: Locale,
): string {
	return words.backend(unknown === 'first' ? first : second, asked);
}

/** With what could not be finished counted as lost. */
function shippedBounds(scores: readonly ScoreAnswer[]): readonly (ScoreAnswer & { readonly high: number })[] {
	return scores
		.filter(({ floor }) => !floor)
		.map((one) => ({ ...one, high: Math.max(one.bounds.high, boundsOf(one.worst).high) }));
}

/** What is worse for certain. */
export function worseText(scores: readonly ScoreAnswer[], locale: Locale): string {
	const { answer: words } = locale;
	const worse = scores.filter((score) => score.worse);
	const why = worse.map((score) => {
		const sure = score.bounds.low > score.margin ? words.certain : words.measured;
		return `${words.worse(countsText(score), placeOf(score, scores, locale))}, ${sure(marginText(score.margin))}`;
	});
	return why.join(words.break);
}

function leaningText({ quality, leaning }: CandidateAnswer, { answer: words }: Locale): readonly string[] {
	if (quality === undefined || quality.lost <= quality.gained) return [];
	if (leaning !== 'worse') return [words.noDirection(countsText(quality))];
	const lost = quality.changed.filter(({ first, second }) => first > second).map(({ id }) => id);
	const named = [...lost.slice(0, SHOWN_LOST), ...(lost.length > SHOWN_LOST ? ['…'] : [])].join(', ');
	return [words.looksWorse({ points: formatPoints(lossOf(quality)), lost: named })];
}

/** What withholds `ship`, and what would settle it. */
function whatSettles(comparison: ComparisonSummary, { answer }: RunDifference, locale: Locale): readonly string[] {
	const { answer: words } = locale;
	const open = openTexts(answer.scores, locale);
	if (answer.after !== undefined) return [...open, words.after({ larger: comparison.runs[answer.after]?.label ?? '' })];
	const isHolm = comparison.order === 'none' && comparison.against.length > 1;
	return open.length === 0 && isHolm && answer.scores.some(({ floor }) => !floor)
		? [words.corrected({ builds: comparison.against.length })]
		: open;
}

/** Of each score that withholds `ship`, why, and how many more prompts settle it; of several suites first their sum. */
export function openTexts(scores: readonly ScoreAnswer[], locale: Locale): readonly string[] {
	const { answer: words } = locale;
	const tested = scores.filter(({ floor }) => !floor);
	const open = tested.filter(({ within }) => !within);
	const texts = open.flatMap((score) => openText(score, scores, locale));
	// Further prompts of a suite are asked in all of its variants.
	const more = Array.from(Map.groupBy(open, ({ suite }) => suite).values(), (own) =>
		Math.max(...own.map(({ n, certainAt, needed: [first] }) => (certainAt ?? first?.prompts ?? n) - n)),
	).filter((prompts) => prompts > 0);
	const sum = more.length > 1 ? [words.together({ more: more.reduce((total, one) => total + one, 0) })] : [];
	const few = tested.every(({ right }) => right < FEW) ? tested.filter(({ within }) => within) : [];
	return [
		...sum,
		...texts,
		...few.map((one) =>
			words.fewRight({ suite: placeOf(one, scores, locale), right: formatPrompts(one.right), n: formatPrompts(one.n) }),
		),
	];
}

function openText(score: ScoreAnswer, scores: readonly ScoreAnswer[], locale: Locale): readonly string[] {
	const { answer: words } = locale;
	const { n, lost, gained, needed, certainAt, clock, unscored } = score;
	const place = placeOf(score, scores, locale);
	const [none, one] = needed;
	if (n === 0) return [words.unmeasured({ suite: place })];
	const facts = factsOf(score, scores, locale);
	const more = (prompts: number): readonly [string, string] => [formatPrompts(prompts - n), formatPrompts(prompts)];
	if (certainAt !== undefined) facts.push(words.certainAt(...more(certainAt)));
	else if (none !== undefined && one !== undefined)
		facts.push(words.needed(...more(none.prompts), ...more(one.prompts)));
	if (lost + gained === 0 && smallestMargin(n) <= 0.25)
		facts.push(words.enough({ n: formatPrompts(n), points: pointsUp(smallestMargin(n)) }));
	if (facts.length > 0) return [scores.length === 1 ? facts.join(words.break) : `${place}: ${facts.join(words.break)}`];
	if (clock.length > 0) return [words.clock({ suite: place, prompts: clock.length })];
	return unscored > 0 ? [words.unfinished({ suite: place, prompts: unscored })] : [];
}

/** What is known of a score that is not within its margin. */
function factsOf(score: ScoreAnswer, scores: readonly ScoreAnswer[], { answer: words }: Locale): string[] {
	const { right, secondRight, pWorse, pAdjusted, margin } = score;
	const facts: string[] = [];
	if (right >= FEW && secondRight === 0) facts.push(words.allLost({ right: formatPrompts(right) }));
	if (pAdjusted <= ALPHA)
		facts.push(words.worseWithin({ points: formatPoints(lossOf(score)), margin: marginText(margin) }));
	else if (pWorse <= ALPHA)
		facts.push(words.worseAlone({ p: formatPoints(pWorse), scores: scores.filter(canBeWorse).length }));
	return facts;
}

/** The largest bound of each suite, over its variants and scores, rounded against the good news. */
export function withinText(
	scores: readonly (Pick<ScoreAnswer, 'suite'> & { readonly high: number })[],
	{ answer: words }: Locale,
): string {
	const bounds = Array.from(
		Map.groupBy(scores, ({ suite }) => suite),
		([suite, own]) => ({ suite, points: pointsUp(Math.max(...own.map(({ high }) => high))) }),
	);
	return words.within(bounds);
}

/** `Is Q4_0 as good as Q8_0? Acceptable loss: 10 points on prefix.` */
export function questionText({ runs, against, series }: ComparisonSummary, { answer: words }: Locale): string {
	const [baseline = '', ...others] = runs.map(({ label }) => label);
	const margins = new Map(
		against.flatMap(({ answer }) => answer.scores.map(({ suite, margin }) => [suite, marginText(margin)] as const)),
	);
	const accepted = margins.size > 0 ? [words.accepted([...margins])] : [];
	const question =
		series === undefined
			? words.question({ names: others.join(', '), baseline })
			: words.whichStep({ steps: series.steps.length, baseline });
	return [question, ...accepted].join(' ');
}

/** All right in both, so that only losses can show. */
export function isCeiling({ n, right, secondRight }: ScoreAnswer): boolean {
	return n > 0 && right === n && secondRight === n;
}

/** The suite; with its variant and the score if it has several. */
export function placeOf(score: ScoreAnswer, scores: readonly ScoreAnswer[], locale: Locale): string {
	const own = scores.filter(({ suite }) => suite === score.suite);
	const parts = [
		...(own.some(({ variant }) => variant !== score.variant) ? [locale.variant(score.variant)] : []),
		...(own.some((other) => other.score !== score.score) ? [scoreTitle(score.declaration, locale)] : []),
	];
	return [score.suite, ...parts].join(' · ');
}

export function countsText({ lost, gained, n }: Pick<ScoreAnswer, 'lost' | 'gained' | 'n'>): FlippedCounts {
	return { lost: formatPrompts(lost), gained: formatPrompts(gained), n: formatPrompts(n) };
}
