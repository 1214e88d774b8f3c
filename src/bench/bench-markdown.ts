import type { BenchReport, EngineSpeed, OverheadResult, SharingResult, StartupTiming } from './bench-report.ts';
import type { CoreTiming } from './core-bench.ts';
import type { LlamaBenchRow } from './llama-bench.ts';
import type { SideBySide } from './side-by-side.ts';
import { type SpeedRow, testName } from './speed-row.ts';

/** The report as Markdown tables, one for each section that was measured. */
export function benchMarkdown(report: BenchReport): string {
	const { core, startup, overhead, engine, sharing, install, scale } = report;
	const busy = isBusy(report) ? ['**The machine was busy: expect lower figures than it can give.**'] : [];
	return [
		'# gemmark bench',
		machine(report),
		...busy,
		...(core === undefined ? [] : ['## Core', coreTable(core)]),
		...(startup === undefined ? [] : ['## Start-up', startupTable(startup)]),
		...(overhead === undefined ? [] : ['## Overhead', ...overheadLines(overhead)]),
		...(engine === undefined ? [] : ['## Engine', ...engineLines(engine)]),
		...(sharing === undefined ? [] : ['## Sharing the prefix', sharingTable(sharing)]),
		...(install === undefined
			? []
			: [
					'## Install',
					table(
						['part', 'packages', 'MB'],
						install.map(({ part, packages, bytes }) => [part, `${packages}`, megabytes(bytes)]),
					),
				]),
		...(scale === undefined
			? []
			: [
					'## Scale',
					table(
						['', 'ms', 'bytes a sample'],
						[
							[
								`read a log of ${scale.samples} samples`,
								scale.readMs.toFixed(0),
								perSample(scale.logBytes, scale.samples),
							],
							['score it again', scale.rescoreMs.toFixed(0), ''],
							['the whole of gemmark rescore', scale.commandMs.toFixed(0), ''],
							['report.html', scale.htmlMs.toFixed(0), perSample(scale.htmlBytes, scale.samples)],
						],
					),
				]),
		'',
	].join('\n\n');
}

/** More than a quarter of the cores were wanted by others. */
function isBusy({ host, loadBefore }: BenchReport): boolean {
	return loadBefore !== undefined && host.cores !== undefined && loadBefore > host.cores / 4;
}

function machine({ startedAt, host, gemmark, loadBefore }: BenchReport): string {
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

function coreTable(core: readonly CoreTiming[]): string {
	return table(
		['function', 'mean ms', 'p50', 'p99', 'n', 'allowed'],
		core.map(({ name, mean, p50, p99, samples, budgetMs }) => [
			name,
			mean.toFixed(4),
			p50.toFixed(4),
			p99.toFixed(4),
			`${samples}`,
			budgetMs === undefined ? '' : `${budgetMs} ms${mark(mean < budgetMs)}`,
		]),
	);
}

function startupTable({ command, times, budgetMs }: StartupTiming): string {
	const extra = times.second - times.first;
	return table(
		['', 'median ms', 'n', 'allowed'],
		[
			['node', times.first.toFixed(0), `${times.n}`, ''],
			[command, times.second.toFixed(0), `${times.n}`, ''],
			['on top of node', extra.toFixed(0), '', `${budgetMs} ms${mark(extra < budgetMs)}`],
		],
	);
}

function overheadLines(overhead: OverheadResult): readonly string[] {
	const { model, threads, outputTokens, decode, request, identical, target } = overhead;
	const same = `the same ones in ${identical} of ${decode.n}${mark(identical === decode.n)}`;
	return [
		`${cell(model)}, ${threads} thread${threads === 1 ? '' : 's'}, ${decode.n} turns of ${outputTokens} tokens each, ${same}.`,
		table(
			['', 'bare loop', 'gemmark', 'ratio', '95 % interval', 'wanted'],
			[
				['decode tokens/s', ...sides(decode, 0), `at least ${target}${mark(decode.ratio >= target)}`],
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
	const compared = llamaBench !== undefined;
	const subject = rows[0];
	return [
		...(subject === undefined
			? []
			: [
					`${cell(subject.model_filename)} (${cell(subject.model_type)}), ${subject.n_threads} thread${
						subject.n_threads === 1 ? '' : 's'
					}, ${cell(subject.build_commit)}, ${cell(subject.backends)}`,
				]),
		table(
			[
				'test',
				'state',
				'tokens/s',
				'TTFT ms p50',
				'p90',
				'p99',
				'ms/token p50',
				'p90',
				'p99',
				'load ms',
				...(compared ? ['llama-bench', 'gap'] : []),
			],
			rows.map((row) => [
				testName(row),
				row.state,
				`${row.avg_ts.toFixed(1)}${row.stddev_ts === undefined ? '' : ` ± ${row.stddev_ts.toFixed(1)}`}`,
				...[row.ttft_ms?.p50, row.ttft_ms?.p90, row.ttft_ms?.p99].map((ms) => ms?.toFixed(1) ?? ''),
				...[row.itl_ms?.p50, row.itl_ms?.p90, row.itl_ms?.p99].map((ms) => ms?.toFixed(2) ?? ''),
				row.load_ms?.p50?.toFixed(0) ?? '',
				...(compared ? beside(row, llamaBench) : []),
			]),
		),
		...(withoutLlamaBench === undefined ? [] : [withoutLlamaBench]),
	];
}

/** llama-bench's figure for the same test, and what of it the binding reaches. */
function beside(row: SpeedRow, others: readonly LlamaBenchRow[]): readonly string[] {
	const same = others.find(
		(other) =>
			row.state === 'warm' &&
			other.nPrompt === row.n_prompt &&
			other.nGen === row.n_gen &&
			other.nDepth === row.n_depth &&
			(other.threads === undefined || other.threads === row.n_threads),
	);
	if (same === undefined) return ['', ''];
	return [same.avgTs.toFixed(1), `${((row.avg_ts / same.avgTs - 1) * 100).toFixed(1)} %`];
}

function sharingTable(sharing: readonly SharingResult[]): string {
	return table(
		['model', 'samples', 'shared s', 'anew s', 'factor', '95 % interval', 'identical', 'prompt tokens, of them cached'],
		sharing.map((row) => [
			row.model,
			`${row.samples}`,
			(row.sharedMs / 1000).toFixed(1),
			(row.anewMs / 1000).toFixed(1),
			row.factor.toFixed(2),
			row.interval === undefined ? '' : `${row.interval[0].toFixed(2)} to ${row.interval[1].toFixed(2)}`,
			`${row.identical} of ${row.samples}${mark(row.identical === row.samples)}`,
			row.promptTokens === undefined
				? ''
				: `${row.promptTokens.toFixed(0)}, ${row.cachedPromptTokens?.toFixed(0) ?? 'unknown'}`,
		]),
	);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
	const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
	return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

/** File names and versions are told by others: they must not open a cell or a line. */
function cell(text: string): string {
	return text.replaceAll(/[\r\n]+/gu, ' ').replaceAll('|', '\\|');
}

function mark(good: boolean): string {
	return good ? ' ✓' : ' ✗';
}

function megabytes(bytes: number): string {
	return (bytes / 1e6).toFixed(1);
}

function perSample(bytes: number, samples: number): string {
	return (bytes / samples).toFixed(0);
}
