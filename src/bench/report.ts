import { stringify } from 'csv-stringify/sync';
import { counted } from '../base/message.ts';
import type { HostIdentity } from '../eval/header.ts';
import type { LogHeader } from '../log/record.ts';
import { localTime } from '../text/local-time.ts';
import { spreadsheetText } from '../text/text.ts';
import type { LlamaBenchRow } from './llama-bench.ts';
import { type SpeedRow, testName } from './speed-row.ts';

/** Everything `gemmark bench` measured at once. */
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
	readonly engine: EngineSpeed;
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
const TIMES = ['load_ms', 'ttft_ms', 'itl_ms', 'decode_ts'] as const;
const STATISTICS = ['mean', 'sd', 'p50', 'p90', 'p95', 'p99'] as const;

/** The rows under llama-bench's column names, followed by gemmark's. */
function benchCsv({ engine }: BenchReport): string {
	const columns = [...SPEED_COLUMNS, ...TIMES.flatMap((time) => STATISTICS.map((statistic) => `${time}_${statistic}`))];
	const cast = { boolean: (value: boolean) => (value ? '1' : '0'), string: spreadsheetText };
	return stringify(engine.rows.map(speedCells), { header: true, columns, cast });
}

/** The rows as llama-bench's `-o jsonl` has them, with a `section`. */
function benchJsonLines({ engine }: BenchReport): string {
	return engine.rows.map((row) => `${JSON.stringify({ section: 'engine', ...row })}\n`).join('');
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

function benchMarkdown(report: BenchReport): string {
	return [
		'# gemmark bench',
		machineLine(report),
		...(wasBusy(report) ? ['**The machine was busy: its figures are lower than it can reach.**'] : []),
		'## Engine',
		...engineLines(report.engine),
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

function engineLines({ rows, llamaBench, withoutLlamaBench }: EngineSpeed): readonly string[] {
	const models = Map.groupBy(rows, ({ model_filename }) => model_filename);
	return [
		...Array.from(models.values(), (own) => modelLines(own, llamaBench)).flat(),
		INCLUDES,
		...(withoutLlamaBench === undefined ? [] : [withoutLlamaBench]),
	];
}

const INCLUDES =
	'Output speeds include choosing each token, as in an app. `decode only` is what llama-bench measures as `tg`: given tokens, each evaluated with its logits, none chosen. It includes a call of the binding per token.';

/** The tests of one model. */
function modelLines(rows: readonly SpeedRow[], llamaBench: EngineSpeed['llamaBench']): readonly string[] {
	const times = ['TTFT ms p50', 'p90', 'p99', 'ms/token p50', 'p90', 'p99', 'load ms'];
	return [
		...subjectLine(rows),
		table(
			[
				'test',
				'state',
				'tokens/s',
				'decode only',
				...times,
				...(llamaBench === undefined ? [] : ['llama-bench', 'gap']),
			],
			rows.map((row) => [
				testName(row),
				row.state,
				`${row.avg_ts.toFixed(1)}${row.stddev_ts === undefined ? '' : ` ± ${row.stddev_ts.toFixed(1)}`}`,
				row.decode_ts?.mean?.toFixed(1) ?? '',
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

/** llama-bench's figure for the same test, and how far the binding differs from it where it does the same work. */
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
	return [same.avg_ts.toFixed(1), `${(((row.decode_ts?.mean ?? row.avg_ts) / same.avg_ts - 1) * 100).toFixed(1)}%`];
}

/** A Markdown table; its cells may contain any text. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
	const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
	return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

function cell(text: string): string {
	return text.replaceAll(/[\r\n]+/gu, ' ').replaceAll('|', '\\|');
}
