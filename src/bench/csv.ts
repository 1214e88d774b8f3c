import { stringify } from 'csv-stringify/sync';
import { spreadsheetText } from '../text/text.ts';
import type { BenchReport } from './report.ts';
import type { SpeedRow } from './speed-row.ts';

type Cell = string | number | boolean;

const SPEED_COLUMNS: readonly (keyof SpeedRow)[] = [
	...([
		'build_commit',
		'cpu_info',
		'backends',
		'model_filename',
		'model_type',
		'model_size',
		'model_n_params',
	] as const),
	...(['n_batch', 'n_threads', 'flash_attn', 'n_prompt', 'n_gen', 'n_depth', 'test_time'] as const),
	...(['avg_ns', 'stddev_ns', 'avg_ts', 'stddev_ts', 'samples_ns', 'samples_ts', 'state'] as const),
];
const TIMES = ['load_ms', 'ttft_ms', 'itl_ms'] as const;
const STATISTICS = ['mean', 'sd', 'p50', 'p90', 'p95', 'p99'] as const;

/**
 * The engine's rows under llama-bench's column names, followed by gemmark's. Without an engine section: one row for every
 * other figure.
 */
export function benchCsv(report: BenchReport): string {
	const rows = report.engine?.rows.map(speedCells) ?? measurements(report).map((row) => ({ ...row }));
	const columns =
		report.engine === undefined
			? ['section', 'name', 'value', 'unit']
			: [...SPEED_COLUMNS, ...TIMES.flatMap((time) => STATISTICS.map((statistic) => `${time}_${statistic}`))];
	const cast = { boolean: (value: boolean) => (value ? '1' : '0'), string: spreadsheetText };
	return stringify(rows, { header: true, columns, cast });
}

/** Every figure of the report on a line of JSON: the engine's rows as llama-bench's `-o jsonl` has them, with a `section`. */
export function benchJsonLines(report: BenchReport): string {
	const rows = (report.engine?.rows ?? []).map((row) => ({ section: 'engine', ...row }));
	return [...rows, ...measurements(report)].map((row) => `${JSON.stringify(row)}\n`).join('');
}

interface Measurement {
	readonly section: string;
	readonly name: string;
	readonly value: number;
	readonly unit: string;
}

/** Every figure outside the engine's rows. */
function measurements({ startup = [], overhead }: BenchReport): readonly Measurement[] {
	const [first] = startup;
	return [
		...(first ? [{ section: 'startup', name: 'node', value: first.times.first, unit: 'ms' }] : []),
		...startup.map(({ command, times }) => ({ section: 'startup', name: command, value: times.second, unit: 'ms' })),
		...(overhead
			? [
					{ section: 'overhead', name: 'bare loop', value: overhead.decode.first, unit: 'tokens/s' },
					{ section: 'overhead', name: 'gemmark', value: overhead.decode.second, unit: 'tokens/s' },
					{ section: 'overhead', name: 'ratio', value: overhead.decode.ratio, unit: '' },
				]
			: []),
	];
}

function speedCells(row: SpeedRow): Readonly<Record<string, Cell>> {
	const cells: Record<string, Cell> = {};
	for (const column of SPEED_COLUMNS) {
		const value = row[column];
		if (value !== undefined) cells[column] = typeof value === 'object' ? JSON.stringify(value) : value;
	}
	for (const time of TIMES) {
		for (const statistic of STATISTICS) {
			const value = row[time]?.[statistic];
			if (value !== undefined) cells[`${time}_${statistic}`] = value;
		}
	}
	return cells;
}
