import type { RowMetric } from '../../src/history/row-metrics.ts';
import type { RowDecision, RunRow } from '../../src/history/run-row.ts';
import { clipped, html, type Insert, type Markup } from '../html/markup.ts';
import type { Lang, Locale } from '../messages/catalogue.ts';
import { formatCount, formatMeasure, formatShare, formatShareRange, unbroken } from '../messages/numbers.ts';
import { hitsText } from '../verdict.ts';
import { metricWords } from './words.ts';

/** A column after the run's name. */
export interface Column {
	/** By which the list can be sorted. */
	readonly by: string;
	readonly name: string;
	/** The full name, if `name` is short. */
	readonly code?: string;
	readonly className: string;
	readonly cell: (row: RunRow) => Cell;
}

interface Cell {
	readonly content?: Insert;
	/** In full, for a cell that is short. */
	readonly title?: string;
}

const MAX_RATES = 3;

/** The columns of a list: those of every list, and the rates and times that most of its runs have. */
export function columnsOf(
	rows: readonly RunRow[],
	underWay: (row: RunRow) => boolean,
	locale: Locale,
): readonly Column[] {
	const { lang } = locale;
	const { columns, miniature } = locale.history;
	const common = (fits: (metric: RowMetric, row: RunRow) => boolean): readonly RowMetric[] => {
		const all = rows.flatMap((row) => row.metrics.filter((metric) => fits(metric, row)));
		const groups = [...Map.groupBy(all, ({ name }) => name).values()];
		return groups.sort((one, other) => other.length - one.length).flatMap(([metric]) => metric ?? []);
	};
	// The verdict shows the main score of its suite.
	const rates = common(({ main, suite }, { decisions }) => main && !decisions.some((one) => one.suite === suite));
	const times = common(({ measure }) => measure === 'endToEndMs');
	const metricColumn = (metric: RowMetric, className: string, name: string): Column => ({
		by: metric.name,
		name,
		code: `${metricWords(metric, lang)} (${metric.name})`,
		className,
		cell: (row) => metricCell(row, metric.name, locale),
	});
	return [
		{ by: 'model', name: columns.model, className: 'model', cell: (row) => modelCell(row, miniature) },
		{
			by: 'engine',
			name: columns.engine,
			className: 'engine',
			cell: ({ engine, runner, device, commit }) => ({
				content: html`${device !== undefined && html`<b>${device}</b> `}${engine?.replace(`${runner} `, '')}`,
				title: [engine, device, commit?.slice(0, 9)].filter(Boolean).join(' · '),
			}),
		},
		{ by: 'standing', name: columns.standing, className: 'standing', cell: (row) => standingCell(row, locale) },
		{ by: 'verdict', name: columns.verdict, className: 'verdict', cell: (row) => verdictCell(row, locale) },
		...rates.slice(0, MAX_RATES).map((metric, index, { length }) => {
			const { suite, variant } = metric;
			const several = rates.slice(0, length).some((one) => one.suite === suite && one.variant !== variant);
			return metricColumn(metric, `rate rate${index}`, several ? `${suite}, ${locale.variant(variant)}` : suite);
		}),
		...times.slice(0, 1).map((metric) => metricColumn(metric, 'num turn', columns.turn)),
		{
			by: 'took',
			name: columns.took,
			className: 'num took',
			cell: ({ tookMs }) => ({ content: tookMs && clock(tookMs) }),
		},
		{ by: 'gate', name: columns.gate, className: 'state', cell: (row) => stateCell(row, underWay(row), locale) },
	];
}

function modelCell({ title, model, quantization, miniature, app }: RunRow, miniatureWord: string): Cell {
	const said = quantization !== undefined && !title.toLowerCase().includes(quantization.toLowerCase());
	return {
		content: html`${miniature && '▪ '}${title}${said && html` <b>${quantization}</b>`}`,
		title: [title, model, quantization, app, miniature && miniatureWord].filter(Boolean).join(' · '),
	};
}

function standingCell({ standing }: RunRow, { say, detail }: Locale): Cell {
	if (standing === undefined) return {};
	const { sign, said } = standing;
	const texts = said.map((one) => clipped(say(one), STANDING_CHARS, detail.long));
	// A wide list has the path in a column of its own.
	const spans = texts.map((text, at) =>
		said[at]?.code.startsWith('state.path-') ? html` <span class="pathsaid">${text}</span>` : ` ${text}`,
	);
	return {
		content: html`<b class="${SIGN_CLASSES[sign]}">${sign}</b>${spans}`,
		title: `${sign} ${texts.join(' ')}`,
	};
}

const STANDING_CHARS = 600;
const SIGN_CLASSES = { '✓': 'pass', '✕': 'fail', '?': 'undecided' } as const;

/** Path, hits and interval of the first decision; the title has all. */
function verdictCell({ decisions }: RunRow, locale: Locale): Cell {
	const [decision] = decisions;
	if (decision === undefined) return {};
	const { lang } = locale;
	const { path, hits, n, threshold, low, high, unscored, certainty = 'settled', status } = decision;
	const part = status === 'subset' || unscored > 0;
	const range = { value: hits / Math.max(1, n), low, high, limit: threshold / Math.max(1, n), part };
	return {
		content: html`<b class="${path === undefined ? 'open' : 'path'}">${path ?? '–'}</b>${spread(range, locale)}${locale.of(hitsText(decision, locale), String(n))}${locale.certainty[certainty] !== undefined && html` <span class="muted">◐</span>`}${decisions.length > 1 && ` +${decisions.length - 1}`}${interval(decision, lang)}`,
		title: decisions.map((one) => decisionText(one, locale)).join('\n'),
	};
}

function decisionText(decision: RowDecision, locale: Locale): string {
	const { history: words, comparison, lang } = locale;
	const { suite, status, path, n, threshold, unscored, low, high, certainty = 'settled', people } = decision;
	const parts = [
		path ?? (status === 'subset' ? words.subset : words.noPath),
		suite,
		words.hits({ hits: hitsText(decision, locale), n: String(n), threshold: String(threshold) }),
		low !== undefined && high !== undefined && locale.interval(intervalText(low, high, lang)),
		status === 'truncated' && comparison.certain,
		locale.certainty[certainty],
		unscored > 0 && words.unscored({ count: String(unscored) }),
		people && words.people(people, people.rule.path ?? words.noPath),
	];
	return parts.filter(Boolean).join(' · ');
}

function metricCell(row: RunRow, name: string, locale: Locale): Cell {
	const metric = row.metrics.find((one) => one.name === name);
	if (metric === undefined) return {};
	const { kind, value, hits, n, low, high, unscored, suite, clock: time } = metric;
	const { history: words, lang } = locale;
	const isPart = row.parts.includes(suite);
	const stops = row.gate?.result === 'fail' && row.gate.metrics.some((one) => isOf(one, metric));
	const figure = kind === 'rate' && hits !== undefined ? locale.of(String(hits), String(n)) : metricValue(metric);
	const parts = [
		metricWords(metric, lang),
		metricValue(metric),
		low !== undefined && high !== undefined && locale.interval(intervalText(low, high, lang)),
		isPart && words.part({ n: String(n) }),
		unscored > 0 && words.unscored({ count: String(unscored) }),
	];
	const drawn = kind === 'rate' && spread({ value, low, high, part: isPart || unscored > 0, stops }, locale);
	return {
		content: html`${drawn}<span class="${stops ? 'stops' : 'value'}">${figure}</span>${unscored > 0 && time === undefined && html` <span class="muted">◌</span>`}${kind === 'rate' && interval(metric, lang)}`,
		title: parts.filter(Boolean).join(' · '),
	};
}

/** Whether the metric of a gate's rule is one of a row. */
function isOf(rule: string, { name }: RowMetric): boolean {
	return `${rule}.`.replace('.warm.', '.').startsWith(`${name}.`);
}

interface Spread {
	readonly value: number;
	readonly low?: number;
	readonly high?: number;
	/** Where an upright line is. */
	readonly limit?: number;
	/** Hollow: of some samples only. */
	readonly part: boolean;
	readonly stops?: boolean;
}

/** A share with its interval, from 0 to 100%. */
function spread({ value, low, high, limit, part, stops = false }: Spread, locale: Locale): Markup {
	const x = (share: number): string => (3 + Math.min(1, share) * 42).toFixed(1);
	const range = low !== undefined && high !== undefined && ([low, high] as const);
	const text = range && intervalText(...range, locale.lang);
	return html`<svg class="spread${stops && ' stopped'}" width="48" height="12"${text ? html` role="img" aria-label="${locale.interval(text)}"` : html` aria-hidden="true"`}><path class="base" d="M3 6h42"/>${range && html`<rect x="${x(range[0])}" y="3" width="${((range[1] - range[0]) * 42).toFixed(1)}" height="6"/>`}${limit !== undefined && html`<path class="limit" d="M${x(limit)} 0v12"/>`}<circle${part && html` class="part"`} cx="${x(value)}" cy="6" r="3"/></svg>`;
}

/** In words, for a narrow page, where a card has room for it. */
function interval({ low, high }: Pick<RowMetric, 'low' | 'high'>, lang: Lang): Markup | undefined {
	if (low === undefined || high === undefined) return undefined;
	return html` <span class="muted ci">${intervalText(low, high, lang)}</span>`;
}

/** The result of the gate, then what is unusual about a run's state. */
function stateCell({ state, done, planned, gate, metrics }: RunRow, underWay: boolean, locale: Locale): Cell {
	const { states, stopped, progress } = locale.history;
	const counts = locale.of(formatCount(done), formatCount(planned));
	// A complete run may lack shards, or prompts of a capture.
	const isPart = state === 'complete' ? done < planned : state !== 'unread';
	const word = underWay
		? states.underWay
		: state === 'open'
			? stopped
			: state === 'complete'
				? undefined
				: states[state];
	const [failed, ...others] = gate?.metrics ?? [];
	const named = metrics.find((metric) => failed !== undefined && isOf(failed, metric))?.measure ?? failed;
	return {
		content: html`${
			gate !== undefined &&
			html`<span class="${gate.result}">${SIGNS[gate.result]} ${gate.result === 'fail' ? [named, others.length > 0 && `+${others.length}`].filter(Boolean).join(' ') : locale.gate.results[gate.result]}</span> `
		}${underWay && html`<svg class="spread" width="48" height="12" aria-hidden="true"><path class="base" d="M3 6h42"/><path class="done" d="M3 6h${Math.round((Math.min(done, planned) / Math.max(1, planned)) * 42)}"/></svg>`}${word !== undefined && html`<span class="${underWay ? 'now' : 'open'}">${word}</span> `}${isPart && counts}`,
		title: [
			underWay ? states.underWay : states[state],
			isPart && progress(formatCount(done), formatCount(planned)),
			gate && `${locale.gate.results[gate.result]}${gate.metrics.length > 0 ? `: ${gate.metrics.join(', ')}` : ''}`,
		]
			.filter(Boolean)
			.join(' · '),
	};
}

const SIGNS = { pass: '✓', fail: '✕', undecided: '?' } as const;

/** `6:54`, `1:02:30`. */
function clock(ms: number): string {
	const seconds = Math.round(ms / 1000);
	const two = (part: number): string => String(part % 60).padStart(2, '0');
	const minutes = Math.floor(seconds / 60);
	return minutes < 60 ? `${minutes}:${two(seconds)}` : `${Math.floor(minutes / 60)}:${two(minutes)}:${two(seconds)}`;
}

export function metricValue({ kind, value, unit }: RowMetric): string {
	return kind === 'rate' ? formatShare(value) : formatMeasure(value, unit);
}

/** `35.7–80.2%` without line break, in Korean `35.7~80.2%`. */
export function intervalText(low: number, high: number, lang: Lang): string {
	return unbroken(formatShareRange({ low, high }, lang));
}
