import { englishOf } from '../../src/base/message.ts';
import type { SustainedTurn } from '../../src/eval/turn.ts';
import type { Ends, SustainedSummary } from '../../src/summary/state/sustained.ts';
import { SUSTAINED_PROMPTS } from '../../src/summary/state/sustained.ts';
import { ms, tableParts } from '../csv.ts';
import type { Locale } from '../messages/catalogue.ts';
import { formatCount, formatFigure, formatMs, formatRound } from '../messages/numbers.ts';
import type { ReportedRun } from '../reported-run.ts';
import { type Block, blocks, type Fact, facts, paragraph } from './block.ts';

/** How a run kept up its speed: a sentence, and its facts. */
export function sustainedBlocks(sustained: SustainedSummary | undefined, locale: Locale): readonly Block[] {
	if (sustained === undefined) return [];
	return blocks(
		paragraph(sustainedTitle(sustained, locale), 'strong'),
		facts([
			speedFact(sustained, locale),
			rightFact(sustained, locale),
			heatFact(sustained, locale),
			batteryFact(sustained, locale),
			changedFact(sustained, locale),
			answerFact(sustained, locale),
		]),
	);
}

/** `It slows down by 38% after 11 minutes. Its answers stay the same.` */
export function sustainedTitle(sustained: SustainedSummary, locale: Locale): string {
	const { sustained: words } = locale;
	const { ended, changed, slow } = sustained;
	const change = speedOf(sustained);
	const after = slow && timeWords(slow.atMs, locale);
	const isSlower = change !== undefined && (change.interval?.high ?? change.ratio) < 1;
	const speed =
		change === undefined
			? words.unmeasured
			: isSlower
				? words.slower(percent(1 - change.ratio), after)
				: words.steady({ time: timeWords(sustained.totalMs, locale) });
	return [
		...(ended === undefined
			? []
			: [words.ended({ after: timeWords(ended.atMs, locale), why: locale.say(ended.said) })]),
		speed,
		changed.length === 0 ? words.same : words.changed(changed.length),
	].join(' ');
}

/** Of speed: the last block as a share of the first. Without token counts that of the turns. */
function speedOf({
	decode,
	turn,
}: SustainedSummary): Pick<NonNullable<SustainedSummary['decode']>, 'ratio' | 'interval'> | undefined {
	if (decode !== undefined || turn === undefined) return decode;
	const { ratio, interval } = turn;
	return { ratio: 1 / ratio, interval: interval && { low: 1 / interval.high, high: 1 / interval.low } };
}

export function percent(share: number): string {
	return `${Math.round(share * 100)}%`;
}

/** `40 seconds`, `11 minutes`. */
export function timeWords(ms: number, { sustained: words }: Locale): string {
	return ms < 60_000 ? words.seconds({ n: Math.round(ms / 1000) }) : words.minutes({ n: Math.floor(ms / 60_000) });
}

function speedFact(sustained: SustainedSummary, locale: Locale): Fact | undefined {
	const { sustained: words } = locale;
	const { decode, turn, firstToken, prompts } = sustained;
	if (turn === undefined) return undefined;
	const { ratio, interval } = speedOf(sustained) ?? { ratio: 1 };
	const bound = (share: number): string => String(Math.round(share * 100));
	const range =
		interval === undefined
			? prompts < SUSTAINED_PROMPTS
				? words.fewPrompts({ prompts: SUSTAINED_PROMPTS })
				: ''
			: words.paired({ low: bound(interval.low), high: bound(interval.high) });
	const main =
		decode === undefined
			? words.turns({ first: formatMs(turn.first), last: formatMs(turn.last) })
			: words.speed({ first: formatFigure(decode.first), last: formatFigure(decode.last), share: percent(ratio) });
	return {
		name: words.names.speed,
		lines: [
			`${main}${range}`,
			...(firstToken === undefined
				? []
				: [words.firstToken({ first: formatMs(firstToken.first), last: formatMs(firstToken.last) })]),
		],
	};
}

function rightFact({ right }: SustainedSummary, locale: Locale): Fact | undefined {
	if (right === undefined) return undefined;
	const { sustained: words } = locale;
	const { blocks: rounds, of, first, last } = right;
	const [least, most] = [Math.min(...rounds), Math.max(...rounds)];
	const rate = (perMinute: number): string => formatCount(Math.round(perMinute));
	const lines = clauses(locale, [
		least === most ? words.rightSame({ right: least, of }) : words.right({ least, most, of }),
		words.perMinute({ first: rate(first), last: rate(last) }),
	]);
	return { name: words.names.calls, lines };
}

function heatFact(sustained: SustainedSummary, locale: Locale): Fact {
	const { sustained: words, device } = locale;
	const { statuses, temperature } = sustained;
	const shown = statuses.map(({ status, atMs }) => {
		const name = device.statuses[status] ?? status;
		return atMs === 0 ? name : words.status({ status: name, after: timeWords(atMs, locale) });
	});
	const slower = statuses.length > 0 ? undefined : slowAfter(sustained, locale)?.text;
	const lines = clauses(locale, [
		shown.slice(0, MOST_STATUSES).join(', '),
		slower,
		slower && words.noStatus,
		temperature && words.degrees(...endsText(temperature, 0)),
	]);
	return { name: words.names.heat, lines };
}

function clauses({ answer }: Locale, parts: readonly (string | false | undefined)[]): readonly string[] {
	const said = parts.filter(Boolean);
	return said.length === 0 ? [] : [said.join(answer.break)];
}

const MOST_STATUSES = 5;

/** `moderate after 11 minutes`; of a device without status `slower after 11 minutes`. */
export function slowAfter(
	{ slow }: SustainedSummary,
	locale: Locale,
): { readonly atMs: number; readonly text: string } | undefined {
	if (slow === undefined) return undefined;
	const { atMs, status = locale.sustained.slow } = slow;
	return {
		atMs,
		text: locale.sustained.status({ status: locale.device.statuses[status] ?? status, after: timeWords(atMs, locale) }),
	};
}

function changedFact({ changed }: SustainedSummary, { sustained: words }: Locale): Fact {
	const samples = [...Map.groupBy(changed, ({ sampleId }) => sampleId)];
	const lines = samples.map(([id, turns]) =>
		words.changedIn({ id, times: turns.length, round: (turns[0]?.block ?? 0) + 1 }),
	);
	return { name: words.names.changed, lines: lines.slice(0, MOST_CHANGED) };
}

const MOST_CHANGED = 5;

function batteryFact({ battery, charging, charge }: SustainedSummary, locale: Locale): Fact {
	const { sustained: words } = locale;
	const lines = clauses(locale, [
		battery && `${endsText(battery, 0).join(' → ')}%`,
		charging && words.charging,
		charge && words.used({ mAh: charge.used.toFixed(0), perTurn: charge.perTurn.toFixed(2) }),
		charge?.perRight && words.perRight(...endsText(charge.perRight, 2)),
	]);
	return { name: words.names.battery, lines };
}

function answerFact(sustained: SustainedSummary, { sustained: words }: Locale): Fact | undefined {
	const { decode, turn, limitMs } = sustained;
	if (turn === undefined) return undefined;
	const [first, last] = [decode?.first, decode?.last].map((speed) => (speed === undefined ? '' : whole(speed)));
	const isSame = first === last || (decode?.interval?.high ?? 0) >= 1;
	const plan =
		decode === undefined
			? []
			: [isSame ? words.planSteady({ last: last ?? '' }) : words.plan({ last: last ?? '', first: first ?? '' })];
	const limit = limitMs === undefined ? [] : [words.limit(turn.last <= limitMs, formatRound(limitMs, 'ms'))];
	return {
		name: words.names.answer,
		lines: [
			[
				...plan,
				[words.takes(formatMs(turn.last), isSame ? undefined : formatMs(turn.first)), ...limit].join(', '),
			].join(': '),
		],
	};
}

function whole(speed: number): string {
	return speed < 10 ? speed.toFixed(1) : String(Math.floor(speed));
}

function endsText(ends: Ends, digits: number): [string, string] {
	return [ends[0].toFixed(digits), ends[1].toFixed(digits)];
}

/** A row per turn of a sustained run; none of another. */
export function sustainedCsv({ log: { turns = [] } }: ReportedRun): Iterable<string> | undefined {
	if (turns.length === 0) return undefined;
	return tableParts<SustainedTurn>(
		[
			['block', ({ block }) => block],
			['suite', ({ suite }) => suite],
			['sample', ({ sampleId }) => sampleId],
			['variant', ({ variant }) => variant],
			['start_ms', ({ startMs }) => startMs],
			['end_ms', ({ endMs }) => endMs],
			['first_token_ms', ({ firstTokenMs }) => ms(firstTokenMs)],
			['output_tokens', ({ outputTokens }) => outputTokens],
			['decode_ms', ({ decodeMs }) => decodeMs],
			['right', ({ main }) => (main === undefined ? undefined : Number(main))],
			['same', ({ same }) => (same ? 'yes' : 'no')],
			['thermal', ({ state }) => state?.thermal],
			['temperature_c', ({ state }) => state?.temperatureC],
			['battery', ({ state }) => state?.battery],
			['charge_uah', ({ state }) => state?.chargeUah],
			['ended', ({ ended }) => englishOf(ended)],
		],
		turns,
	);
}
