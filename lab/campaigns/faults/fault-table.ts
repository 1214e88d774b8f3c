import type { JudgedRun } from './campaign.ts';
import type { Judgement } from './judge-run.ts';

const OUTCOMES: readonly Judgement['outcome'][] = ['equal', 'undecided', 'subset', 'refused', 'wrong'];
const HEADER: readonly string[] = [
	...['engine', 'fault', 'runs', 'path equal', 'undecided', 'subset', 'refused', 'WRONG'],
	'unscored causes seen',
];

/** A row per engine and fault in Markdown, a row of sums, and below a line for each run that is wrong. */
export function faultTable(runs: readonly JudgedRun[]): string {
	const byFault = [...Map.groupBy(runs, ({ bench, fault }) => `${bench}\n${fault}`).values()].toSorted(
		([one], [other]) => (one?.bench ?? '').localeCompare(other?.bench ?? ''),
	);
	const rows = byFault.map((group) => row(group[0]?.bench ?? '', group[0]?.fault ?? '', group));
	const table = [HEADER, HEADER.map(() => '---'), ...rows, row('all', '', runs)];
	const wrong = runs.filter(({ outcome }) => outcome === 'wrong');
	return [
		...table.map((cells) => `| ${cells.join(' | ')} |`),
		...wrong.map(({ bench, fault, seed, why }) => `WRONG: ${bench}, ${fault}, seed ${seed}: ${why}`),
	].join('\n');
}

function row(bench: string, fault: string, runs: readonly JudgedRun[]): readonly string[] {
	const causes = [...new Set(runs.flatMap((run) => run.causes))].toSorted();
	const counts = OUTCOMES.map((outcome) => runs.filter((run) => run.outcome === outcome).length);
	return [bench, fault, runs.length, ...counts, causes.join(', ')].map(String);
}
