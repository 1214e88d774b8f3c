import { type CandidateAnswer, countsForShip, type ScoreAnswer } from '../../src/summary/compare/answer.ts';
import type { ComparisonSummary, RunDifference } from '../../src/summary/compare/compare.ts';
import { timesMessage } from '../../src/summary/notices.ts';
import type { Locale } from '../messages/catalogue.ts';
import type { FlippedCounts } from '../messages/en/answer.ts';
import { formatBytes, formatPrompts } from '../messages/numbers.ts';
import type { ReportedComparison } from '../reported-run.ts';
import { scoreTitle } from '../titles.ts';

/** The end of a comparison with one further run; the same on every surface. */
export interface AnswerLines {
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
export function answerTitle({ ship, against, runs }: ComparisonSummary, { answer: words }: Locale): string {
	const { title } = words;
	const nameOf = (run: number): string => runs[run]?.label ?? '';
	if (ship !== undefined) return title.ship(nameOf(ship));
	const [only] = against;
	if (against.length > 0 && against.every(({ answer }) => answer.answer === 'dont'))
		return title.dont(against.map(({ run }) => nameOf(run)).join(', '));
	if (only === undefined || against.length > 1) return title.cantTell(title.several);
	const leaning = only.answer.leaning === 'worse' ? title.looksWorse : title.nothingAgainst;
	return title.cantTell(only.answer.quality === undefined ? undefined : leaning(nameOf(only.run)));
}

function qualityText({ answer }: RunDifference, epochs: number, { answer: { quality: words } }: Locale): string {
	const { quality, scores } = answer;
	const clock = new Set(scores.flatMap((one) => one.clock.map((id) => `${one.suite} ${id}`))).size;
	const bySuite = [...Map.groupBy(scores, ({ suite }) => suite).values()];
	const unscored = bySuite.reduce((sum, own) => sum + Math.max(...own.map((one) => one.unscored)), 0);
	const apart = [...(clock > 0 ? [words.clock(clock)] : []), ...(unscored > 0 ? [words.unscored(unscored)] : [])];
	if (quality === undefined) {
		const none = scores.some(({ limit }) => limit === 'floor') ? words.floor : words.none;
		return [none, ...apart].join('; ');
	}
	const { low, high } = quality.bounds;
	const bound = low > 0 ? words.loss(pointsDown(low), pointsUp(high)) : words.shown(pointsUp(high));
	const repeats = epochs > 1 ? [words.repeats(epochs)] : [];
	return [words.counts(countsText(quality)), ...repeats, bound, ...apart].join('; ');
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
	const limited = scores.filter((score) => !countsForShip(score));
	const apart = [...new Set(limited.map((score) => limitText(score, scores, locale)))];
	switch (answer) {
		case 'ship': {
			const within = withinText(scores.filter(countsForShip), locale);
			const several = comparison.order === 'none' && comparison.against.length > 1;
			const chosen = several ? [words.chosen(comparison.against.length)] : [];
			return sentences([`${words.ship(name)}: ${within}`, ...apart, ...chosen, ...notes]);
		}
		case 'dont': {
			const worse = scores.filter((score) => score.worse);
			const why = worse.map((score) => {
				const sure = (score.certain ? words.certain : words.measured)(marginText(score.margin));
				return `${words.worse(countsText(score), placeOf(score, scores, locale))}, ${sure}`;
			});
			return sentences([`${words.dont(name)}: ${why.join('; ')}`, ...notes]);
		}
		case 'cant-tell': {
			const what = whatSettles(comparison, one, locale);
			const why = what.length === 0 && apart.length === 0 ? [words.nothingMeasured] : what;
			return sentences([`${words.cantTell}${leaningText(one.answer, name, locale)}`, ...why, ...apart, ...notes]);
		}
	}
}

function leaningText({ quality, leaning }: CandidateAnswer, name: string, { answer: words }: Locale): string {
	if (quality === undefined) return '';
	return `; ${leaning === 'worse' ? words.looksWorse(countsText(quality)) : words.nothingAgainst(name)}`;
}

/** What withholds `ship`, and what would settle it. */
function whatSettles(comparison: ComparisonSummary, { answer }: RunDifference, locale: Locale): readonly string[] {
	const { answer: words } = locale;
	const open = answer.scores
		.filter(countsForShip)
		.flatMap((score) => settledBy(score, placeOf(score, answer.scores, locale), locale));
	if (answer.after !== undefined) return [...open, words.after(comparison.runs[answer.after]?.label ?? '')];
	const isHolm = comparison.order === 'none' && comparison.against.length > 1;
	return open.length === 0 && isHolm && answer.scores.some(countsForShip)
		? [words.corrected(comparison.against.length)]
		: open;
}

function settledBy(score: ScoreAnswer, place: string, { answer: words }: Locale): readonly string[] {
	const { n, margin, needed, worst, clock, unscored } = score;
	if (n === 0) return [words.unmeasured(place)];
	const [none, one] = needed;
	if (none !== undefined && one !== undefined) {
		const more = (prompts: number): [string, string] => [formatPrompts(prompts - n), formatPrompts(prompts)];
		return [words.needed(place, ...more(none.prompts), ...more(one.prompts))];
	}
	if (worst.high <= margin) return [];
	return [clock.length > 0 ? words.clock(place, clock.length) : words.unfinished(place, unscored)];
}

/** The largest bound of each suite, over its variants and scores. */
function withinText(scores: readonly ScoreAnswer[], { answer: words }: Locale): string {
	const margins = new Set(scores.map(({ margin }) => marginText(margin)));
	const [margin] = margins.size === 1 ? margins : [];
	const bounds = Array.from(
		Map.groupBy(scores, ({ suite }) => suite),
		([suite, own]) => {
			const high = Math.max(...own.flatMap(({ bounds, worst }) => [bounds.high, worst.high]));
			return words.bound(pointsUp(high), suite, margin === undefined ? marginText(own[0]?.margin ?? 0) : undefined);
		},
	);
	return words.within(bounds, margin);
}

/** Why a score is not counted. */
export function limitText(score: ScoreAnswer, scores: readonly ScoreAnswer[], locale: Locale): string {
	const { answer: words } = locale;
	const place = placeOf(score, scores, locale);
	const { right, n, margin, smallestMargin } = score;
	if (score.limit === 'floor') return words.floor(place, formatPrompts(right), formatPrompts(n));
	return words.tooSmall(score.suite, formatPrompts(n), marginText(margin), pointsUp(smallestMargin));
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

/** Points of a bound, rounded up: a loss above this is ruled out. */
export function pointsUp(share: number): string {
	return String(Math.ceil(share * 100 - 1e-9));
}

function pointsDown(share: number): string {
	return String(Math.floor(share * 100 + 1e-9));
}

export function marginText(margin: number): string {
	return String(Number((margin * 100).toPrecision(3)));
}

function sentences(parts: readonly string[]): string {
	return parts.join('; ');
}
