import { stringify } from 'csv-stringify/sync';
import type { Distribution } from '../stats/distribution.ts';
import type { BenchReport } from './bench-report.ts';
import type { SpeedRow } from './speed-row.ts';

type Cell = string | number | boolean;
type CsvRow = Readonly<Record<string, Cell>>;

const SPEED_COLUMNS: readonly (keyof SpeedRow)[] = [
	'build_commit',
	'cpu_info',
	'backends',
	'model_filename',
	'model_type',
	'model_size',
	'model_n_params',
	'n_batch',
	'n_threads',
	'flash_attn',
	'n_prompt',
	'n_gen',
	'n_depth',
	'test_time',
	'avg_ns',
	'stddev_ns',
	'avg_ts',
	'stddev_ts',
	'samples_ns',
	'samples_ts',
	'state',
];
const TIMES = ['load_ms', 'ttft_ms', 'itl_ms'] as const;
const STATISTICS = ['mean', 'sd', 'p50', 'p90', 'p95', 'p99'] as const;

/**
 * The engine's rows under llama-bench's column names, with ours behind them. Without an engine section: one row for
 * every other figure, as {@link benchMeasurements} gives them.
 */
export function benchCsv(report: BenchReport): string {
	const rows = report.engine === undefined ? benchMeasurements(report) : report.engine.rows.map(speedCells);
	const columns =
		report.engine === undefined
			? ['section', 'name', 'value', 'unit']
			: [...SPEED_COLUMNS, ...TIMES.flatMap((time) => STATISTICS.map((statistic) => `${time}_${statistic}`))];
	return stringify(rows.map(defused), { header: true, columns, cast: { boolean: (value) => (value ? '1' : '0') } });
}

/** Every figure of the report on a line of JSON: the engine's rows as llama-bench's `-o jsonl` has them, with a `section`. */
export function benchJsonLines(report: BenchReport): string {
	const rows = (report.engine?.rows ?? []).map((row) => ({ section: 'engine', ...row }));
	return [...rows, ...benchMeasurements(report)].map((row) => `${JSON.stringify(row)}\n`).join('');
}

interface Measurement {
	readonly section: string;
	readonly name: string;
	readonly value: number;
	readonly unit: string;
}

/** Every single figure that stands outside the engine's rows. */
export function benchMeasurements(report: BenchReport): readonly (Measurement & CsvRow)[] {
	const { core = [], startup = [], overhead, sharing = [], install = [], scale, memory, statistics = [] } = report;
	const row = (section: string, name: string, value: number, unit: string): Measurement & CsvRow => ({
		section,
		name,
		value,
		unit,
	});
	return [
		...core.flatMap(({ name, mean, p50, p99 }) => [
			row('core', `${name} mean`, mean, 'ms'),
			row('core', `${name} p50`, p50, 'ms'),
			row('core', `${name} p99`, p99, 'ms'),
		]),
		...startup.slice(0, 1).map(({ times }) => row('startup', 'node', times.first, 'ms')),
		...startup.map(({ command, times }) => row('startup', command, times.second, 'ms')),
		...(overhead === undefined
			? []
			: [
					row('overhead', 'bare loop', overhead.decode.first, 'tokens/s'),
					row('overhead', 'gemmark', overhead.decode.second, 'tokens/s'),
					row('overhead', 'ratio', overhead.decode.ratio, ''),
				]),
		...sharing.flatMap((result) => [
			row('sharing', `${result.model} shared`, result.sharedMs, 'ms'),
			row('sharing', `${result.model} anew`, result.anewMs, 'ms'),
			...(result.prefillMs === undefined
				? []
				: [
						row('sharing', `${result.model} prefill shared`, result.prefillMs.shared, 'ms'),
						row('sharing', `${result.model} prefill anew`, result.prefillMs.anew, 'ms'),
					]),
			row('sharing', `${result.model} factor`, result.factor, ''),
			row('sharing', `${result.model} identical`, result.identical, 'samples'),
			row('sharing', `${result.model} samples`, result.samples, 'samples'),
		]),
		...install.map(({ part, bytes }) => row('install', part, bytes, 'bytes')),
		...(scale === undefined
			? []
			: [
					row('scale', 'samples', scale.samples, 'samples'),
					row('scale', 'read', scale.readMs, 'ms'),
					row('scale', 'rescore', scale.rescoreMs, 'ms'),
					row('scale', 'rescore command', scale.commandMs, 'ms'),
					row('scale', 'report.html', scale.htmlMs, 'ms'),
					row('scale', 'report.html', scale.htmlBytes, 'bytes'),
				]),
		...(memory === undefined
			? []
			: [
					row('memory', 'samples', memory.samples, 'samples'),
					row('memory', 'warm', memory.warm, 'bytes'),
					row('memory', 'end', memory.end, 'bytes'),
				]),
		...statistics.flatMap(({ interval, of, n, nominal, covered, meanWidth }) => [
			row('statistics', `${interval}, ${of}, n ${n}, nominal`, nominal, ''),
			row('statistics', `${interval}, ${of}, n ${n}, covered`, covered, ''),
			row('statistics', `${interval}, ${of}, n ${n}, width`, meanWidth, ''),
		]),
	];
}

function speedCells(row: SpeedRow): CsvRow {
	const cells: Record<string, Cell> = {};
	for (const column of SPEED_COLUMNS) {
		const value = row[column];
		if (value !== undefined) cells[column] = typeof value === 'object' ? JSON.stringify(value) : value;
	}
	for (const time of TIMES) {
		const told: Distribution | undefined = row[time];
		for (const statistic of STATISTICS) {
			const value = told?.[statistic];
			if (value !== undefined) cells[`${time}_${statistic}`] = value;
		}
	}
	return cells;
}

/** A file name may open like a formula; a spreadsheet must not run it. */
function defused(row: CsvRow): CsvRow {
	return Object.fromEntries(
		Object.entries(row).map(([name, value]) => [
			name,
			typeof value === 'string' && /^[=+\-@\t\r]/u.test(value) ? `'${value}` : value,
		]),
	);
}
