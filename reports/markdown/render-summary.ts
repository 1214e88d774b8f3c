import {
	engineName,
	type Log,
	type Rate,
	summarizeFrames,
	summarizeLatencies,
	summarizePrefix,
	summarizeTools,
} from '../../src/index.ts';
import { formatBytes, formatMeasure, formatMs, formatShare } from '../locale/format-number.ts';
import { MINIATURE_NOTICE } from '../locale/miniature-notice.ts';
import { markdownTable, markdownText } from './markdown-text.ts';
import { reservations, verdictLine } from './verdict-text.ts';

/** A run on half a page, for CI job summaries. */
export function renderSummary(log: Log): string {
	const { header } = log;
	const prefix = summarizePrefix(log);
	const parts = [
		`## gemmark: ${markdownText(header.model.name)}`,
		header.model.miniature ? `> **${MINIATURE_NOTICE}**` : undefined,
		prefix === undefined ? undefined : `**${verdictLine(prefix.verdict)}**`,
		...reservations(log, prefix),
		quality(log),
		speed(log),
		`gemmark ${markdownText(header.gemmark, 40)} · ${markdownText(engineName(header.engine))} · ${markdownText(header.startedAt, 40)}`,
	];
	return `${parts.filter((part) => part !== undefined).join('\n\n')}\n`;
}

function quality(log: Log): string | undefined {
	const prefix = summarizePrefix(log);
	const frames = summarizeFrames(log);
	const rows: (readonly [string, Rate])[] = [];
	if (prefix !== undefined)
		rows.push(['prefix: right first tool', prefix.firstTool], ['prefix: right arguments', prefix.arguments]);
	for (const { arm, valid } of frames?.arms ?? []) rows.push([`frame: valid, ${markdownText(arm)}`, valid]);
	for (const { name } of log.header.suites) {
		if (name === 'prefix' || name === 'frame') continue;
		const tools = summarizeTools(log, name);
		if (tools !== undefined) rows.push([`${markdownText(name)}: correct`, tools.correct]);
	}
	const known = rows.filter(([, rate]) => rate.n > 0);
	if (known.length === 0) return undefined;
	return markdownTable(
		['quality', 'hits', 'rate', '95 % (Wilson)'],
		known.map(([name, rate]) => [name, ...rateCells(rate)]),
	);
}

function rateCells({ hits, n, rate, wilson }: Rate): readonly string[] {
	return [
		`${hits} of ${n}`,
		rate === undefined ? '' : `${formatShare(rate)} %`,
		wilson === undefined ? '' : `${formatShare(wilson.low)}–${formatShare(wilson.high)} %`,
	];
}

function speed(log: Log): string | undefined {
	const { rows, loadMs, peakRssBytes } = summarizeLatencies(log);
	const told = rows.filter(({ metric }) => TOLD.has(metric));
	const facts = [
		loadMs === undefined ? undefined : `load ${formatMs(loadMs)}`,
		peakRssBytes === undefined ? undefined : `peak memory ${formatBytes(peakRssBytes)}`,
	].filter((fact) => fact !== undefined);
	if (told.length === 0) return facts.length === 0 ? undefined : facts.join(' · ');
	const table = markdownTable(
		['time', 'suite', 'state', 'n', 'p50', 'p95'],
		told.map(({ metric, suite, arm, state, unit, distribution: { n, p50, p95 } }) => [
			TOLD.get(metric) ?? metric,
			`${markdownText(suite)}, ${markdownText(arm)}`,
			state,
			String(n),
			p50 === undefined ? '' : formatMeasure(p50, unit),
			p95 === undefined ? '' : formatMeasure(p95, unit),
		]),
	);
	return [facts.join(' · '), table].filter((part) => part !== '').join('\n\n');
}

const TOLD: ReadonlyMap<string, string> = new Map([
	['timeToFirstTokenMs', 'first token'],
	['timeToCallMs', 'complete call'],
	['endToEndMs', 'whole turn'],
	['decodeTokensPerSecond', 'decode'],
]);
