import type { RunFates } from '../../src/eval/summary/fates/run-fates.ts';
import { FATE_OUTCOMES } from '../../src/fates/fate.ts';

/** The matrix for a terminal: engine by outcome, over generations. */
export function fatesTable({ matrix, calls }: RunFates): string {
	const { played, withCalls, notRecorded, cut } = matrix;
	const lines = [`${played} generations, ${withCalls} with a call, ${notRecorded} not recorded`];
	if (cut > 0) lines.push(`${cut} more were cut or failed, and are not counted`);
	if (matrix.played > 0) {
		const happened = FATE_OUTCOMES.filter((outcome) => matrix.rows.some(({ counts }) => counts[outcome] > 0));
		const table = [
			['engine', 'rules of', ...happened, 'not-emulated', 'calls kept'],
			...matrix.rows.map(({ engine, version, counts, notEmulated }) => {
				const kept = calls.get(engine);
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

/** Names to the left, numbers to the right. */
function aligned(table: readonly (readonly string[])[]): readonly string[] {
	const widths = (table[0] ?? []).map((_cell, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
	return table.map((row) =>
		row
			.map((cell, column) => (column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
			.join('  '),
	);
}
