import type { JsonValue } from '../../src/base/json.ts';
import { type EvaluatedSuite, mainScore } from '../../src/eval/header.ts';
import type { ArgumentComparison, CallComparison } from '../../src/eval/match/calls.ts';
import { ANYTHING, CALL_ERRORS, shownValue } from '../../src/eval/match/values.ts';
import type { LogSample } from '../../src/log/record.ts';
import { callsBeside } from '../../src/summary/state/calls.ts';
import { isCached } from '../../src/summary/turn-times.ts';
import type { Locale } from '../messages/catalogue.ts';
import { formatCount, formatMs } from '../messages/numbers.ts';
import { scoreTitle } from '../titles.ts';
import type { PageNode, PageTag } from './embedded-page.ts';
import { clipped, html, Markup } from './markup.ts';
import { reasonName } from './words.ts';

/** Why a sample fails, argument by argument and score by score, and the steps of its turn. */
export function explained(sample: LogSample, suite: EvaluatedSuite | undefined, locale: Locale): readonly PageNode[] {
	return [...(suite === undefined ? [] : misses(sample, suite, locale)), ...turnSteps(sample, locale)];
}

/** Nodes as markup of the static page. */
export function nodesMarkup(nodes: readonly PageNode[]): readonly Markup[] {
	return nodes.map((node) => {
		if (typeof node === 'string') return html`${node}`;
		const [tag, attributes, ...children] = node;
		const own = Object.entries(attributes).map(([name, value]) => html` ${name}="${value}"`);
		return html`${new Markup(`<${tag}`)}${own}>${nodesMarkup(children)}${new Markup(`</${tag}>`)}`;
	});
}

function misses(sample: LogSample, suite: EvaluatedSuite, locale: Locale): readonly PageNode[] {
	const missed = Object.entries(sample.scores).filter(([, { value }]) => value === false);
	const calls = missed.filter(([, { reason }]) => (CALL_ERRORS as readonly unknown[]).includes(reason));
	const main = mainScore(suite);
	const pairs = calls.length === 0 ? [] : callsBeside(sample, suite, { first: !calls.some(([name]) => name === main) });
	const inTables = new Set<string | undefined>(
		pairs.flatMap(({ arguments: compared }) => compared.map(({ mismatch }) => mismatch?.error)),
	);
	const codes = [...new Set(calls.flatMap(([, { reason }]) => reason ?? []))].filter((code) => !inTables.has(code));
	const tables =
		pairs.length === 0
			? []
			: [
					...codes.map(
						(code): PageNode => ['p', { class: 'missed' }, `${reasonName(code, locale)} `, ['small', {}, code]],
					),
					...pairs.map((pair) => callTable(pair, locale)),
				];
	const others = missed.filter((miss) => miss[0] !== main && (tables.length === 0 || !calls.includes(miss)));
	return [
		...tables,
		...others.map(([name, { reason, detail }]): PageNode => {
			const declared = suite.scores[name];
			const title = declared === undefined ? name : scoreTitle(declared, locale);
			const said =
				detail === undefined ? [] : [': ', value('mark', clipped(locale.say(detail), CHARS, locale.detail.long))];
			return [
				'p',
				{ class: 'missed' },
				['b', {}, title],
				` ${reason === undefined ? locale.scores.missed : reasonName(reason, locale)}`,
				...said,
			];
		}),
	];
}

const CHARS = 300;

function callTable({ expected, call, arguments: compared }: CallComparison, locale: Locale): PageNode {
	const words = locale.failure;
	const tool = expected?.tool ?? call?.name ?? '';
	const caption =
		expected === undefined
			? words.notExpected({ tool })
			: call === undefined
				? words.notCalled({ tool })
				: call.name === tool
					? words.called({ tool })
					: words.otherTool({ expected: tool, called: call.name });
	const rows =
		compared.length > 0
			? compared
			: [
					...Object.entries(expected?.arguments ?? {}).map(([name, wanted]) => ({ name, choices: [wanted] })),
					...Object.entries(call?.arguments ?? {}).map(([name, given]) => ({ name, choices: [], given })),
				];
	if (rows.length === 0) return ['p', { class: 'missed' }, caption];
	const [argument, wanted, given, why] = words.columns;
	const head = [argument, wanted, given, why].map((column): PageNode => ['th', { scope: 'col' }, column]);
	return [
		'table',
		{ class: 'args' },
		['caption', {}, caption],
		['thead', {}, ['tr', {}, ...head]],
		['tbody', {}, ...rows.map((row) => argumentRow(row, locale))],
	];
}

function argumentRow(row: ArgumentComparison, locale: Locale): PageNode {
	const { name, choices, given, mismatch } = row;
	const words = locale.failure;
	const [, wanted, got, why] = words.columns;
	const cell = (label: string, ...content: readonly PageNode[]): PageNode => [
		'td',
		{},
		['span', { class: 'celllabel' }, label],
		['div', {}, ...content],
	];
	const shown = (one: JsonValue, beside: JsonValue | undefined): readonly PageNode[] =>
		beside === undefined
			? [value('code', shownValue(one))]
			: differing(shownValue(one, beside), shownValue(beside, one), mismatch !== undefined);
	const right = choices.flatMap((choice, at): readonly PageNode[] => [
		...(at === 0 ? [] : [` ${words.or} `]),
		...(choice === ANYTHING ? [words.anything] : shown(choice, at === 0 ? given : undefined)),
	]);
	return [
		'tr',
		{ class: mismatch === undefined ? 'fits' : 'bad' },
		['th', { scope: 'row' }, mismatch === undefined ? '' : '✕ ', ['code', {}, name]],
		cell(wanted, ...(right.length === 0 ? [words.nothing] : right)),
		cell(got, ...(given === undefined ? [words.nothing] : shown(given, choices[0]))),
		cell(
			why,
			...(mismatch === undefined
				? ['–']
				: [reasonName(mismatch.error, locale), ['small', {}, mismatch.error] as const]),
		),
	];
}

/** A value with the part marked in which it differs from another; with no part in common, unmarked. */
function differing(text: string, other: string, isWrong: boolean): readonly PageNode[] {
	const [one, two] = [Array.from(text), Array.from(other)];
	const shortest = Math.min(one.length, two.length);
	let start = 0;
	while (start < shortest && one[start] === two[start]) start += 1;
	let end = 0;
	while (end < shortest - start && one.at(-1 - end) === two.at(-1 - end)) end += 1;
	const part = one.slice(start, one.length - end).join('');
	if (!isWrong || part === '' || start + end < 3) return [value('code', text)];
	return [
		['code', { dir: 'auto' }, one.slice(0, start).join(''), ['mark', {}, part], one.slice(one.length - end).join('')],
	];
}

/** Words of a model or corpus in their direction and language. */
function value(tag: PageTag, text: string): PageNode {
	return [tag, { dir: 'auto', ...(/[가-힣]/u.test(text) && { lang: 'ko' }) }, text];
}

/** Tokens and times of each generation of a turn; none without measured ones. */
function turnSteps({ transcript, timings }: LogSample, locale: Locale): readonly PageNode[] {
	const words = locale.failure;
	if (isCached(timings)) return [];
	const steps = timings.generations.map(({ firstTokenMs, totalMs }, at) => {
		const { usage, events = [] } = transcript.generations[at] ?? {};
		const call = events.find((event) => event.type === 'call');
		return {
			firstTokenMs,
			totalMs,
			usage,
			does: call?.type === 'call' ? words.calls({ tool: call.call.name }) : words.answers,
		};
	});
	if (steps.length === 0) return [];
	const generating = steps.reduce((sum, { totalMs }) => sum + totalMs, 0);
	const rest = Math.max(0, timings.endToEndMs - generating);
	const whole = generating + rest;
	let from = 0;
	const bar = (ms: number, kind: string): PageNode => {
		const at = from;
		from += ms;
		const percent = (part: number): string => `${((100 * part) / (whole || 1)).toFixed(2)}%`;
		return ['rect', { class: `lane ${kind}`, x: percent(at), width: percent(ms), height: '12' }];
	};
	const bars = [
		...steps.flatMap(({ firstTokenMs, totalMs }) =>
			firstTokenMs === undefined
				? [bar(totalMs, 'writes')]
				: [bar(Math.min(firstTokenMs, totalMs), 'reads'), bar(Math.max(0, totalMs - firstTokenMs), 'writes')],
		),
		bar(rest, 'else'),
	];
	const lines = steps.map(({ firstTokenMs, totalMs, usage, does }, at) =>
		[
			`${at + 1}.`,
			...(firstTokenMs === undefined
				? []
				: [words.reads({ tokens: tokens(usage?.promptTokens), time: formatMs(firstTokenMs) })]),
			words.writes({
				does,
				tokens: tokens(usage?.outputTokens),
				time: formatMs(firstTokenMs === undefined ? totalMs : Math.max(0, totalMs - firstTokenMs)),
			}),
		].join(' '),
	);
	return [
		[
			'div',
			{ class: 'turnsteps' },
			['p', { class: 'facts' }, words.steps({ total: formatMs(timings.endToEndMs), n: steps.length })],
			['svg', { width: '100%', height: '12', 'aria-hidden': 'true' }, ...bars],
			...[...lines, ...(rest >= 1 ? [words.elsewhere({ time: formatMs(rest) })] : [])].map(
				(line): PageNode => ['p', { class: 'facts' }, line],
			),
		],
	];

	function tokens(count: number | undefined): string | undefined {
		return count === undefined ? undefined : formatCount(count);
	}
}
