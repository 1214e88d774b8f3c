import { counted } from '../../src/base/message.ts';
import { FATE_OUTCOMES } from '../../src/fates/outcome.ts';
import type { FateSummary, SeenFates } from '../../src/summary/fates/fates.ts';
import { type GateResult, gateWord } from '../../src/summary/gate/gate.ts';
import type { NamedMetrics } from '../../src/summary/metrics.ts';
import { gateLead, gateLineText } from '../gate.ts';
import type { Locale } from '../messages/catalogue.ts';
import { singleLine } from './text.ts';

/** Metrics by name with values that a gate's rule can have as bounds, a line each. */
export function metricLines(metrics: NamedMetrics): readonly string[] {
	return Object.entries(metrics)
		.flatMap(([name, { value }]) => (value === undefined ? [] : [singleLine(`${name}: ${value}`)]))
		.sort(
			(one, other) =>
				DETAILS.findIndex((of) => one.startsWith(of)) - DETAILS.findIndex((of) => other.startsWith(of)) ||
				(one < other ? -1 : 1),
		);
}

/** Long lists, behind what gates mostly use. */
const DETAILS: readonly string[] = ['fate.', 'latency.'];

/** Outcomes in the run's engine, if it parses calls itself, and the matrix, engine by outcome. */
export function fatesTable({ matrix, calls, seen }: FateSummary): string {
	const { played, withCalls, notRecorded, cut } = matrix;
	const lines = seen === undefined ? [] : seenLines(seen);
	const head = `${counted(played, 'generation')}, ${withCalls} with a call, ${notRecorded} not recorded`;
	if (seen === undefined || played + cut > 0) lines.push(head);
	if (cut > 0) lines.push(`${counted(cut, 'more was', 'more were')} cut off or failed, and not counted`);
	if (matrix.played > 0) {
		const happened = FATE_OUTCOMES.filter((outcome) => matrix.rows.some(({ counts }) => counts[outcome] > 0));
		const table = [
			['engine', 'rules of', ...happened, 'not-emulated', 'calls kept'],
			...matrix.rows.map(({ engine, version, counts, notEmulated }) => {
				const kept = calls[engine];
				return [
					engine,
					version,
					...happened.map((outcome) => (notEmulated === matrix.played ? '-' : `${counts[outcome]}`)),
					`${notEmulated}`,
					kept === undefined ? '-' : `${kept.hits} of ${kept.n}`,
				];
			}),
		];
		lines.push('', ...aligned(table));
	}
	return `${lines.join('\n')}\n`;
}

function seenLines({ engine, counts, cut }: SeenFates): string[] {
	const outcomes = FATE_OUTCOMES.filter((outcome) => counts[outcome] > 0).map(
		(outcome) => `${counts[outcome]} ${outcome}`,
	);
	const parts = [...outcomes, ...(cut > 0 ? [`${cut} cut off or failed`] : [])].join(', ');
	return [
		`parsed by ${engine} itself: ${parts}`,
		'other engines are not emulated for these: the raw output is known only in a raw run, such as with --api completion',
	];
}

/** Names left-aligned, numbers right-aligned. */
function aligned(table: readonly (readonly string[])[]): readonly string[] {
	const widths = (table[0] ?? []).map((_cell, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
	return table.map((row) =>
		row
			.map((cell, column) => (column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
			.join('  '),
	);
}

/** A line per rule, and the result. */
export function gateLines(result: GateResult, locale: Locale): readonly string[] {
	const against = gateLead(result, locale);
	return [
		...(against === undefined ? [] : [against]),
		...result.lines.map((line) => gateLineText(line, locale)),
		locale.gate.result(gateWord(result)),
	].map(singleLine);
}
