import { ALPHA, canBeWorse, FEW, lossOf } from '../../src/stats/answer.ts';
import { smallestMargin } from '../../src/stats/paired-loss.ts';
import { boundsOf, type CandidateAnswer, type ScoreAnswer } from '../../src/summary/compare/answer.ts';
import type { ComparisonSummary, RunDifference } from '../../src/summary/compare/compare.ts';
import { timesMessage } from '../../src/summary/notices.ts';
import type { Locale } from '../messages/catalogue.ts';
import type { FlippedCounts } from '../messages/en/answer.ts';
import { formatBytes, formatPoints, formatPrompts } from '../messages/numbers.ts';
import type { ReportedComparison } from '../reported-run.ts';
import { scoreTitle } from '../titles.ts';

/** The end of a comparison with one further run; the same on every surface. */
interface AnswerLines {
	/** Of the further run. */
	readonly name: string;
	readonly quality: string;
	readonly size: string;
	readonly speed: string;
	readonly answer: string;
}

/** The four lines of each further run, in order. */
export function answerLines({ runs, comparison }: ReportedComparison, locale: Locale): readonly AnswerLines[] {
	const [baseline] = runs;
	return comparison.against.flatMap((one) => {
		const run = runs[one.run];
		if (baseline === undefined || run === undefined) return [];
		const name = comparison.runs[one.run]?.label ?? '';
		const why = [baseline, run].map(({ log }) => timesMessage(log.header)).find((said) => said !== undefined);
		const speed =
			why === undefined
				? speedText(one, locale)
				: `${locale.answer.speed.unknown}: ${locale.remedyOf(why) ?? locale.say(why)}`;
		return [
			{
				name,
				quality: qualityText(one, run.log.header.settings.epochs, locale),
				size: sizeText([comparison, one], locale),
				speed,
				answer: answerText({ comparison, one, name }, locale),
			},
		];
	});
}

/** `Ship Q4_0.`, or what else the comparison ends in. */
export function answerTitle({ ship, against, runs }: ComparisonSummary, locale: Locale): string {
	const { title } = locale.answer;
	const nameOf = (run: number): string => runs[run]?.label ?? '';
	if (ship !== undefined) return title.ship(nameOf(ship));
	const [only] = against;
	if (only?.answer.backend !== undefined && against.length === 1)
		return title.cantTell(`${backendText(only.answer.backend, [nameOf(0), nameOf(only.run)], locale)}.`);
	if (against.length > 0 && against.every(({ answer }) => answer.answer === 'dont'))
		return title.dont(against.map(({ run }) => nameOf(run)).join(', '));
	if (only === undefined || against.length > 1) return title.cantTell(title.several);
	const { leaning, quality } = only.answer;
	return title.cantTell(quality === undefined ? undefined : title.leaning[leaning](nameOf(only.run)));
}

function qualityText({ answer }: RunDifference, epochs: number, locale: Locale): string {
	const words = locale.answer.quality;
	const { quality, scores } = answer;
	const clock = new Set(scores.flatMap((one) => one.clock.map((id) => `${one.suite} ${id}`))).size;
	const bySuite = [...Map.groupBy(scores, ({ suite }) => suite).values()];
	const unscored = bySuite.reduce((sum, own) => sum + Math.max(...own.map((one) => one.unscored)), 0);
	const apart = [...(clock > 0 ? [words.clock(clock)] : []), ...(unscored > 0 ? [words.unscored(unscored)] : [])];
	if (quality === undefined) {
		const none = scores.some(({ floor }) => floor) ? words.floor : words.none;
		return [none, ...apart].join(locale.answer.break);
	}
	const { low, high } = quality.bounds;
	const shown = pointsUp(high) < 0 ? words.better(-pointsUp(high)) : words.shown(pointsUp(high));
	const bound = low > 0 ? words.loss(pointsDown(low), pointsUp(high)) : shown;
	const repeats = epochs > 1 ? [words.repeats(epochs)] : [];
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

/** `4.5`, `2.6 MB`: the unit once where both have it. */
function bytesText(sizes: readonly [number, number]): [string, string] {
	const [from = '', to = ''] = sizes.map(formatBytes);
	const [figure = '', unit] = from.split(' ');
	return [to.endsWith(` ${unit}`) ? figure : from, to];
}

/** How much faster, with its interval; each bound rounded outwards. */
export function speedText({ turns, inTurns }: Pick<RunDifference, 'turns' | 'inTurns'>, locale: Locale): string {
	const { speed: words } = locale.answer;
	if (turns === undefined) return words.unknown;
	const { ratio, interval } = turns;
	const isFaster = ratio >= 1;
	const text = times(isFaster ? ratio : 1 / ratio);
	const main = text === '1.00' ? words.equal : (isFaster ? words.faster : words.slower)(text);
	if (interval === undefined) return inTurns ? main : `${main}; ${words.notInterleaved}`;
	if (interval.low <= 1 && interval.high >= 1) return words.either(...outwards(interval.low, interval.high));
	const bounds = isFaster ? outwards(interval.low, interval.high) : outwards(1 / interval.high, 1 / interval.low);
	return `${main} (${words.interval(...bounds)})`;
}

function times(ratio: number): string {
	return ratio.toFixed(2);
}

function outwards(low: number, high: number): [string, string] {
	return [times(Math.floor(low * 100) / 100), times(Math.ceil(high * 100) / 100)];
}

interface Named {
	readonly comparison: ComparisonSummary;
	readonly one: RunDifference;
	readonly name: string;
}

function answerText({ comparison, one, name }: Named, locale: Locale): string {
	const { answer: words } = locale;
	const { answer, scores } = one.answer;
	const notes = [
		...(one.identity.varied.some(({ field }) => field === 'settings.seed') ? [words.seeds] : []),
		...(comparison.runs.some(({ summary }) => summary.run.model.miniature) ? [words.miniature] : []),
	];
	const floors = scores.filter(({ floor }) => floor);
	const apart = floors.map((score) => words.floor(placeOf(score, scores, locale), formatPrompts(score.n)));
	switch (answer) {
		case 'ship': {
			const within = withinText(shippedBounds(scores), locale);
			const several = comparison.order === 'none' && comparison.against.length > 1;
			const chosen = several ? [words.chosen(comparison.against.length)] : [];
			return [`${words.ship(name)}: ${within}`, ...apart, ...chosen, ...notes].join(words.break);
		}
		case 'dont':
			return [`${words.dont(name)}: ${worseText(scores, locale)}`, ...notes].join(words.break);
		case 'cant-tell': {
			const { backend } = one.answer;
			if (backend !== undefined) {
				const unknown = backendText(backend, [comparison.runs[0]?.label ?? '', name], locale);
				return [words.cantTell, unknown, ...(backend.alike ? [words.sameBackend] : []), ...notes].join(words.break);
			}
			const what = whatSettles(comparison, one, locale);
			const why = what.length === 0 && apart.length === 0 ? [words.nothingMeasured] : what;
			return [`${words.cantTell}${leaningText(one.answer, name, locale)}`, ...why, ...apart, ...notes].join(
				words.break,
			);
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

function leaningText({ quality, leaning }: CandidateAnswer, name: string, { answer: words }: Locale): string {
	if (quality === undefined) return '';
	if (leaning === 'nothing-against') return `${words.break}${words.nothingAgainst(name)}`;
	if (quality.lost <= quality.gained) return '';
	return `${words.break}${leaning === 'worse' ? words.looksWorse(countsText(quality)) : words.noDirection(countsText(quality))}`;
}

/** What withholds `ship`, and what would settle it. */
function whatSettles(comparison: ComparisonSummary, { answer }: RunDifference, locale: Locale): readonly string[] {
	const { answer: words } = locale;
	const open = openTexts(answer.scores, locale);
	if (answer.after !== undefined) return [...open, words.after(comparison.runs[answer.after]?.label ?? '')];
	const isHolm = comparison.order === 'none' && comparison.against.length > 1;
	return open.length === 0 && isHolm && answer.scores.some(({ floor }) => !floor)
		? [words.corrected(comparison.against.length)]
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
	const sum = more.length > 1 ? [words.together(more.reduce((total, one) => total + one, 0))] : [];
	const few = tested.every(({ right }) => right < FEW) ? tested.filter(({ within }) => within) : [];
	return [
		...sum,
		...texts,
		...few.map((one) => words.fewRight(placeOf(one, scores, locale), formatPrompts(one.right), formatPrompts(one.n))),
	];
}

function openText(score: ScoreAnswer, scores: readonly ScoreAnswer[], locale: Locale): readonly string[] {
	const { answer: words } = locale;
	const { n, margin, needed, certainAt, clock, unscored } = score;
	const place = placeOf(score, scores, locale);
	const [none, one] = needed;
	if (n === 0) return [words.unmeasured(place)];
	const facts = factsOf(score, scores, locale);
	const more = (prompts: number): readonly [string, string] => [formatPrompts(prompts - n), formatPrompts(prompts)];
	if (certainAt !== undefined) facts.push(words.certainAt(...more(certainAt)));
	else if (none !== undefined && one !== undefined)
		facts.push(words.needed(marginText(margin), ...more(none.prompts), ...more(one.prompts)));
	if (facts.length > 0) return [`${place}: ${facts.join(words.break)}`];
	if (clock.length > 0) return [words.clock(place, clock.length)];
	return unscored > 0 ? [words.unfinished(place, unscored)] : [];
}

/** What is known of a score that is not within its margin. */
function factsOf(score: ScoreAnswer, scores: readonly ScoreAnswer[], { answer: words }: Locale): string[] {
	const { n, lost, gained, right, secondRight, pWorse, pAdjusted, margin } = score;
	const facts: string[] = [];
	if (right >= FEW && secondRight === 0) facts.push(words.allLost(formatPrompts(right)));
	if (pAdjusted <= ALPHA) facts.push(words.worseWithin(formatPoints(lossOf(score)), marginText(margin)));
	else if (pWorse <= ALPHA) facts.push(words.worseAlone(formatPoints(pWorse), scores.filter(canBeWorse).length));
	if (lost + gained === 0) facts.push(words.showsNoLess(formatPrompts(n), pointsUp(smallestMargin(n))));
	return facts;
}

/** The largest bound of each suite, over its variants and scores, rounded against the good news. */
export function withinText(
	scores: readonly (Pick<ScoreAnswer, 'suite' | 'margin'> & { readonly high: number })[],
	{ answer: words }: Locale,
	withMargins = true,
): string {
	const margins = new Set(scores.map(({ margin }) => marginText(margin)));
	const [margin] = withMargins && margins.size === 1 ? margins : [];
	const bounds = Array.from(
		Map.groupBy(scores, ({ suite }) => suite),
		([suite, own]) => ({
			suite,
			points: pointsUp(Math.max(...own.map(({ high }) => high))),
			margin: withMargins && margin === undefined ? marginText(own[0]?.margin ?? 0) : undefined,
		}),
	);
	return words.within(bounds, margin);
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

/** Points of a bound, rounded up: a loss above this is ruled out; a gain below it, if negative. */
function pointsUp(share: number): number {
	return Math.ceil(share * 100 - 1e-9) || 0;
}

function pointsDown(share: number): string {
	return String(Math.floor(share * 100 + 1e-9));
}

export function marginText(margin: number): string {
	return String(Number((margin * 100).toPrecision(3)));
}
