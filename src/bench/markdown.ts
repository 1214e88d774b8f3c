import { counted } from '../base/message.ts';
import type { LlamaBenchRow } from './llama-bench.ts';
import type { BenchReport, EngineSpeed, OverheadResult, StartupTiming } from './report.ts';
import { type SideBySide, type SpeedRow, testName } from './speed-row.ts';

/** The report as Markdown: one table for each section that was measured. */
export function benchMarkdown(report: BenchReport): string {
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

function machineLine({ startedAt, host, gemmark, loadBefore }: BenchReport): string {
	const parts = [
		startedAt,
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
		...(withoutLlamaBench === undefined ? [] : [withoutLlamaBench]),
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
			other.n_prompt === row.n_prompt &&
			other.n_gen === row.n_gen &&
			other.n_depth === row.n_depth &&
			(other.n_threads === undefined || other.n_threads === row.n_threads),
	);
	if (same === undefined) return ['', ''];
	return [same.avg_ts.toFixed(1), `${((row.avg_ts / same.avg_ts - 1) * 100).toFixed(1)} %`];
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
