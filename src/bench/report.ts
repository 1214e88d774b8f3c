import { stringify } from 'csv-stringify/sync';
import { counted } from '../base/message.ts';
import type { HostIdentity, LogHeader } from '../log/record.ts';
import { localTime } from '../text/local-time.ts';
import { spreadsheetText } from '../text/text.ts';
import type { LlamaBenchRow } from './llama-bench.ts';
import { type SideBySide, type SpeedRow, testName } from './speed-row.ts';

/** Everything `gemmark bench` measured at once. A section that was not requested is absent. */
export interface BenchReport {
	readonly gemmark: string;
	/** ISO 8601. */
	readonly startedAt: string;
	/** Of the machine. */
	readonly timeZone?: string;
	readonly host: HostIdentity;
	readonly git?: NonNullable<LogHeader['git']>;
	/** Load average of the minute before. Absent on Windows. */
	readonly loadBefore?: number;
	readonly startup?: readonly StartupTiming[];
	readonly overhead?: OverheadResult;
	readonly engine?: EngineSpeed;
}

/** Start-up of a command next to that of Node itself, milliseconds. */
export interface StartupTiming {
	readonly command: string;
	/** First is bare Node, the same turns for all commands. */
	readonly times: SideBySide;
	readonly budgetMs: number;
}

/** A bare loop over the engine's binding next to gemmark on the same binding. */
export interface OverheadResult {
	readonly model: string;
	readonly threads: number;
	/** Tokens of each turn. */
	readonly outputTokens: number;
	/** Decode tokens per second; first is the bare loop. */
	readonly decode: SideBySide;
	/** Milliseconds of the whole request, prompt and messages between processes included; first is the bare loop. */
	readonly request: SideBySide;
	/** Turns in which both gave the same tokens. */
	readonly identical: number;
	/** Lowest acceptable ratio of decode speeds. */
	readonly target: number;
}

/** Runs of a fixed length, and the same tests by llama-bench if it is installed. */
export interface EngineSpeed {
	readonly rows: readonly SpeedRow[];
	readonly llamaBench?: readonly LlamaBenchRow[];
	/** Why llama-bench's figures are missing. */
	readonly withoutLlamaBench?: string;
}

/** The report in every format, as the command prints and writes it. */
export function renderBench(report: BenchReport): Readonly<Record<'md' | 'json' | 'jsonl' | 'csv', string>> {
	return {
		md: benchMarkdown(report),
		json: `${JSON.stringify(report, undefined, '\t')}\n`,
		jsonl: benchJsonLines(report),
		csv: benchCsv(report),
	};
}

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
function benchCsv(report: BenchReport): string {
	const rows = report.engine?.rows.map(speedCells) ?? measurements(report).map((row) => ({ ...row }));
	const columns =
		report.engine === undefined
			? ['section', 'name', 'value', 'unit']
			: [...SPEED_COLUMNS, ...TIMES.flatMap((time) => STATISTICS.map((statistic) => `${time}_${statistic}`))];
	const cast = { boolean: (value: boolean) => (value ? '1' : '0'), string: spreadsheetText };
	return stringify(rows, { header: true, columns, cast });
}

/** Every figure of the report on a line of JSON: the engine's rows as llama-bench's `-o jsonl` has them, with a `section`. */
function benchJsonLines(report: BenchReport): string {
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

/** The report as Markdown: one table for each section that was measured. */
function benchMarkdown(report: BenchReport): string {
	const { startup, overhead, engine } = report;
	const isBusy = wasBusy(report);
	return [
		'# gemmark bench',
		machineLine(report),
		...(isBusy ? ['**The machine was busy: its figures are lower than it can reach.**'] : []),
		...(startup === undefined ? [] : ['## Start-up', startupTable(startup, isBusy)]),
		...(overhead === undefined ? [] : ['## Overhead', ...overheadLines(overhead, isBusy)]),
		...(engine === undefined ? [] : ['## Engine', ...engineLines(engine)]),
		'',
	].join('\n\n');
}

/** Whether other processes wanted more than a quarter of the cores. */
function wasBusy({ host, loadBefore }: BenchReport): boolean {
	return loadBefore !== undefined && host.cores !== undefined && loadBefore > host.cores / 4;
}

function machineLine(report: BenchReport): string {
	const { host, gemmark, loadBefore } = report;
	const parts = [
		localTime(report),
		...(host.cpu === undefined ? [] : [host.cpu]),
		...(host.cores === undefined ? [] : [`${host.cores} cores`]),
		...(loadBefore === undefined ? [] : [`load ${loadBefore.toFixed(1)}`]),
		...(host.node === undefined ? [] : [`node ${host.node}`]),
		`gemmark ${gemmark}`,
	];
	return cell(parts.join(', '));
}

function startupTable(startup: readonly StartupTiming[], isBusy: boolean): string {
	const [first] = startup;
	return table(
		['', 'median ms', 'more than node', 'n', 'allowed'],
		[
			...(first === undefined ? [] : [['node', first.times.first.toFixed(0), '', `${first.times.n}`, '']]),
			...startup.map(({ command, times, budgetMs }) => {
				const extra = times.second - times.first;
				const allowed = `${budgetMs} ms${timeMark(extra < budgetMs, isBusy)}`;
				return [command, times.second.toFixed(0), extra.toFixed(0), `${times.n}`, allowed];
			}),
		],
	);
}

function overheadLines(overhead: OverheadResult, isBusy: boolean): readonly string[] {
	const { model, threads, outputTokens, decode, request, identical, target } = overhead;
	const same = `identical in ${identical} of ${decode.n}${mark(identical === decode.n)}`;
	return [
		`${cell(model)}, ${counted(threads, 'thread')}, ${counted(decode.n, 'turn')} of ${counted(outputTokens, 'token')}, ${same}.`,
		table(
			['', 'bare loop', 'gemmark', 'ratio', '95 % interval', 'wanted'],
			[
				['decode tokens/s', ...sides(decode, 0), `at least ${target}${timeMark(decode.ratio >= target, isBusy)}`],
				['whole request ms', ...sides(request, 1), ''],
			],
		),
	];
}

function sides({ first, second, ratio, interval }: SideBySide, digits: number): readonly string[] {
	const range = interval === undefined ? '' : `${interval[0].toFixed(3)} to ${interval[1].toFixed(3)}`;
	return [first.toFixed(digits), second.toFixed(digits), ratio.toFixed(3), range];
}

function engineLines({ rows, llamaBench, withoutLlamaBench }: EngineSpeed): readonly string[] {
	const models = Map.groupBy(rows, ({ model_filename }) => model_filename);
	return [
		...Array.from(models.values(), (own) => modelLines(own, llamaBench)).flat(),
		...(withoutLlamaBench === undefined ? [] : [withoutLlamaBench]),
	];
}

/** The tests of one model. */
function modelLines(rows: readonly SpeedRow[], llamaBench: EngineSpeed['llamaBench']): readonly string[] {
	const times = ['TTFT ms p50', 'p90', 'p99', 'ms/token p50', 'p90', 'p99', 'load ms'];
	return [
		...subjectLine(rows),
		table(
			['test', 'state', 'tokens/s', ...times, ...(llamaBench === undefined ? [] : ['llama-bench', 'gap'])],
			rows.map((row) => [
				testName(row),
				row.state,
				`${row.avg_ts.toFixed(1)}${row.stddev_ts === undefined ? '' : ` ± ${row.stddev_ts.toFixed(1)}`}`,
				...[row.ttft_ms?.p50, row.ttft_ms?.p90, row.ttft_ms?.p99].map((ms) => ms?.toFixed(1) ?? ''),
				...[row.itl_ms?.p50, row.itl_ms?.p90, row.itl_ms?.p99].map((ms) => ms?.toFixed(2) ?? ''),
				row.load_ms?.p50?.toFixed(0) ?? '',
				...(llamaBench === undefined ? [] : llamaBenchCells(row, llamaBench)),
			]),
		),
	];
}

/** Model, threads, engine and backend, as far as they are known. */
function subjectLine(rows: readonly SpeedRow[]): readonly string[] {
	const [subject] = rows;
	if (subject === undefined) return [];
	const { model_filename, model_type, build_commit, backends } = subject;
	const type = model_type === undefined ? '' : ` (${cell(model_type)})`;
	const rest = [threadsOf(rows), build_commit && cell(build_commit), backends && cell(backends)];
	return [[`${cell(model_filename)}${type}`, ...rest.filter((part) => part !== undefined)].join(', ')];
}

function threadsOf(rows: readonly SpeedRow[]): string | undefined {
	const prompt = rows.find(({ n_gen }) => n_gen === 0)?.n_threads;
	const output = rows.find(({ n_gen }) => n_gen > 0)?.n_threads;
	if (prompt !== undefined && output !== undefined && prompt !== output) {
		return `${counted(prompt, 'thread')} for prompts and ${output} for output`;
	}
	const threads = output ?? prompt;
	return threads === undefined ? undefined : counted(threads, 'thread');
}

/** llama-bench's figure for the same test, and how far the binding differs from it. */
function llamaBenchCells(row: SpeedRow, others: readonly LlamaBenchRow[]): readonly string[] {
	const same = others.find(
		(other) =>
			row.state === 'warm' &&
			(other.model_filename ?? row.model_filename) === row.model_filename &&
			other.n_prompt === row.n_prompt &&
			other.n_gen === row.n_gen &&
			other.n_depth === row.n_depth &&
			(other.n_threads === undefined || other.n_threads === row.n_threads),
	);
	if (same === undefined) return ['', ''];
	return [same.avg_ts.toFixed(1), `${((row.avg_ts / same.avg_ts - 1) * 100).toFixed(1)}%`];
}

/** A Markdown table; its cells may contain any text. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
	const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
	return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

function cell(text: string): string {
	return text.replaceAll(/[\r\n]+/gu, ' ').replaceAll('|', '\\|');
}

function mark(isGood: boolean): string {
	return isGood ? ' ✓' : ' ✗';
}

/** Other processes make times longer, never shorter: on a busy machine a missed goal is not judged. */
function timeMark(isGood: boolean, isBusy: boolean): string {
	return !isGood && isBusy ? ': not judged, the machine was busy' : mark(isGood);
}
