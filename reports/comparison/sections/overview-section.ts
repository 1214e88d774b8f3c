import { type LatencyMetric, partsOf, partText, unscoredText, type Verdict } from '../../../src/index.ts';
import { tailOf } from '../../html/charts/measure-strips.ts';
import { intervalWords } from '../../html/charts/rate-figures.ts';
import { html, type Insert, type Markup } from '../../html/markup.ts';
import type { ComparisonLocale } from '../../locale/comparison/comparison-locale.ts';
import { formatBytes, formatMeasure, formatMs, formatShare } from '../../locale/format-number.ts';
import type { Locale } from '../../locale/locale.ts';
import { type ComparedRun, mainFlips } from '../compared-run.ts';
import { comparisonWordsOf } from '../comparison-words.ts';
import { type QualityCell, qualityRows } from '../quality-rows.ts';
import { verdictCounts, verdictRows } from '../verdict-rows.ts';
import { numbersHtml } from './numbers-table.ts';

/** A sentence per run, the reservations, then every figure side by side. */
export function overviewSection(
	runs: readonly ComparedRun[],
	words: ComparisonLocale,
	locale: Locale,
	allow: readonly string[],
): Markup {
	return html`<section id="overview" class="hero" aria-labelledby="overview-title">
<p class="eyebrow">${words.eyebrow}</p>
<h1 id="overview-title" class="comparisontitle">${sentences(runs, words, locale).map((sentence) => html`<span class="sentence">${sentence}</span> `)}</h1>
${reservations(runs, words, locale, allow)}
<h2>${words.sections.overview}</h2>
<p class="lead">${words.overviewLead}</p>
<div class="scroll" tabindex="0" role="region" aria-label="${words.sections.overview}"><table class="sidebyside"><thead><tr><th scope="col"></th>${runs.map(
		({ name, log }, index) =>
			html`<th scope="col"><b>${name}</b><br><span class="muted">${[index === 0 ? words.baseline : undefined, log.header.model.quantization].filter(Boolean).join(' · ')}</span></th>`,
	)}</tr></thead><tbody>${tableRows(runs, words, locale).map(
		([name, cells]) =>
			html`<tr><th scope="row">${name}</th>${cells.map((cell, index) => html`<td data-run="${runs[index]?.label ?? ''}">${cell ?? '–'}</td>`)}</tr>`,
	)}</tbody></table></div>${runs.map((run) => numbersHtml(run, locale.lang))}</section>`;
}

function sentences(
	[baseline, ...others]: readonly ComparedRun[],
	words: ComparisonLocale,
	{ lang }: Locale,
): readonly string[] {
	if (baseline === undefined) return [];
	return others.map(({ label, log, against }) => {
		const { lost, gained } = against === undefined ? { lost: 0, gained: 0 } : mainFlips(against);
		const samples = against?.paired ?? 0;
		if (samples === 0) return comparisonWordsOf(lang).nothing(label).join(' ');
		const sentence =
			lost + gained === 0
				? words.same(label, baseline.label, samples, against?.divergence.diverged.length ?? 0)
				: words.differs(label, baseline.label, lost, gained, samples);
		const size = sizeWords(baseline.log.header.model.sizeBytes, log.header.model.sizeBytes, words);
		return size === undefined ? sentence : `${sentence.replace(/\.$/u, '')} (${size}).`;
	});
}

function sizeWords(first: number | undefined, second: number | undefined, words: ComparisonLocale): string | undefined {
	if (first === undefined || second === undefined || first === second || first === 0) return undefined;
	const share = formatShare(Math.abs(second - first) / first).replace(/\.\d$/u, '');
	return second < first ? words.smaller(share) : words.larger(share);
}

function reservations(
	runs: readonly ComparedRun[],
	words: ComparisonLocale,
	{ lang }: Locale,
	allow: readonly string[],
): Markup {
	const miniatures = runs.filter(({ log }) => log.header.model.miniature).map(({ name }) => name);
	const flips = runs.flatMap(({ against }) => (against === undefined ? [] : [mainFlips(against)]));
	const few = flips.some(({ lost, gained }) => lost + gained > 0 && Math.max(lost, gained) < 6);
	const blocking = new Set(runs.flatMap(({ against }) => against?.identity.blocking.map(({ field }) => field) ?? []));
	return html`<div class="notices">${miniatures.length > 0 && note('miniature', '▪', words.miniature(miniatures.join(', ')))}${
		few && note('grey', '◐', words.fewFlips)
	}${runs.map(({ name, against }) => against?.paired === 0 && note('cut', '!', comparisonWordsOf(lang).nothing(name)))}${runs.map(
		({ name, log }) => {
			const parts = partsOf(log).map(partText).join('; ');
			return parts !== '' && note('cut', '◌', comparisonWordsOf(lang).part(name, parts));
		},
	)}${runs.map(
		({ name, against }) =>
			against !== undefined &&
			against.onlyFirst + against.onlySecond > 0 &&
			note('cut', '◌', words.onlyOne(name, against.onlyFirst, against.onlySecond)),
	)}${runs.map(({ name, against }) => {
		const { onlyFirst = [], onlySecond = [] } = against?.identity ?? {};
		if (onlyFirst.length + onlySecond.length === 0) return undefined;
		return note('cut', '◌', comparisonWordsOf(lang).onlySuites(name, onlyFirst.join(', '), onlySecond.join(', ')));
	})}${allow.length > 0 && [...blocking].map((field) => note('cut', '≠', words.allowed(field)))}</div>`;
}

function note(kind: string, sign: string, [title, text]: readonly [title: string, text: string]): Markup {
	return html`<div class="notice ${kind}"><span class="sign" aria-hidden="true">${sign}</span><p><b>${title}</b> ${text}</p></div>`;
}

type Row = readonly [name: string, cells: readonly (Insert | undefined)[]];

function tableRows(runs: readonly ComparedRun[], words: ComparisonLocale, locale: Locale): readonly Row[] {
	const { rows } = words;
	const fixed: readonly Row[] = [
		...verdictRows(runs).map(
			({ suite, verdicts }, _, { length }): Row => [
				length > 1 ? `${rows.verdict}: ${suite}` : rows.verdict,
				verdicts.map((verdict) => verdict && verdictCell(verdict)),
			],
		),
		...qualityRows(runs, locale.lang, locale.arm).map(
			({ name, rates }): Row => [name, rates.map((cell) => cell && rateCell(cell, locale))],
		),
		[rows.size, runs.map(({ log }) => told(log.header.model.sizeBytes, formatBytes))],
		[rows.memory, runs.map(({ latencies }) => told(latencies.peakRssBytes, formatBytes))],
		[rows.load, runs.map(({ latencies }) => told(latencies.loadMs, formatMs))],
		...(
			['timeToFirstTokenMs', 'timeToCallMs', 'endToEndMs', 'prefillTokensPerSecond', 'decodeTokensPerSecond'] as const
		).flatMap((metric) => speedRows(metric, runs, words, locale)),
	];
	return fixed.filter(([, cells]) => cells.some((cell) => cell !== undefined));
}

function verdictCell(verdict: Verdict): Markup {
	return html`<b class="figure">${verdict.path ?? '?'}</b> <span class="muted">${verdictCounts(verdict)}</span>`;
}

function rateCell({ rate: whole, unscored }: QualityCell, locale: Locale): Markup {
	const { hits, n, rate } = whole;
	const interval = intervalWords(whole, locale);
	return html`<span class="figure">${rate !== undefined && html`${formatShare(rate)} %`}</span> <span class="muted">${locale.of(String(hits), String(n))}${
		interval !== undefined && html` · ${interval}`
	}${unscored.length > 0 && html` · ${comparisonWordsOf(locale.lang).unscored(unscoredText(unscored))}`}</span>`;
}

const ROW_OF: Readonly<Record<string, keyof ComparisonLocale['rows']>> = {
	timeToFirstTokenMs: 'firstToken',
	timeToCallMs: 'call',
	endToEndMs: 'turn',
	prefillTokensPerSecond: 'prefill',
	decodeTokensPerSecond: 'decode',
};

function speedRows(
	metric: LatencyMetric,
	runs: readonly ComparedRun[],
	words: ComparisonLocale,
	locale: Locale,
): readonly Row[] {
	const measured = runs.flatMap(({ latencies }) =>
		latencies.rows.filter((row) => row.metric === metric && row.state === 'warm'),
	);
	const arms = new Map(measured.map(({ suite, arm }) => [`${suite} · ${locale.arm(arm)}`, { suite, arm }]));
	const name = words.rows[ROW_OF[metric] ?? 'turn'];
	return Array.from(
		arms,
		([key, { suite, arm }]): Row => [
			`${name}, ${key}`,
			runs.map(({ latencies }) => {
				const found = latencies.rows.find(
					(row) => row.metric === metric && row.state === 'warm' && row.suite === suite && row.arm === arm,
				);
				if (found === undefined) return undefined;
				const { p50, n } = found.distribution;
				const [tailName, tail] = tailOf(found);
				if (p50 === undefined) return undefined;
				return html`<b>${formatMeasure(p50, found.unit)}</b> <span class="muted">${tailName} ${formatMeasure(tail, found.unit)} · n ${n}</span>`;
			}),
		],
	);
}

function told(value: number | undefined, format: (value: number) => string): Insert | undefined {
	return value === undefined ? undefined : html`<b>${format(value)}</b>`;
}
