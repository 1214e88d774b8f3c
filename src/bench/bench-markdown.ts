import type { CoreTiming } from '../../lab/benches/core-bench.ts';
import { coverageLines } from '../../lab/benches/coverage-markdown.ts';
import { counted } from '../text/counted.ts';
import type { BenchReport, OverheadResult, SharingResult } from './bench-report.ts';
import { engineLines } from './engine-markdown.ts';
import { cell, mark, megabytes, table, timeMark } from './markdown-table.ts';
import { memoryTable, scaleTable, startupTable } from './run-cost-markdown.ts';
import type { SideBySide } from './side-by-side.ts';

/** The report as Markdown tables, one for each section that was measured. */
export function benchMarkdown(report: BenchReport): string {
	const { core, startup, overhead, engine, sharing, install, scale, memory, statistics } = report;
	const isBusy = wasBusy(report);
	const busy = isBusy ? ['**The machine was busy: expect lower figures than it can give.**'] : [];
	return [
		'# gemmark bench',
		machine(report),
		...busy,
		...(core === undefined ? [] : ['## Core', coreTable(core, isBusy)]),
		...(startup === undefined ? [] : ['## Start-up', startupTable(startup, isBusy)]),
		...(overhead === undefined ? [] : ['## Overhead', ...overheadLines(overhead, isBusy)]),
		...(engine === undefined ? [] : ['## Engine', ...engineLines(engine)]),
		...(sharing === undefined ? [] : ['## Sharing the prefix', sharingTable(sharing, isBusy)]),
		...(install === undefined
			? []
			: [
					'## Install',
					table(
						['part', 'packages', 'MB', 'allowed'],
						install.map(({ part, packages, bytes, mostBytes }) => [
							part,
							`${packages}`,
							megabytes(bytes),
							mostBytes === undefined ? '' : `${megabytes(mostBytes)} MB${mark(bytes <= mostBytes)}`,
						]),
					),
				]),
		...(scale === undefined ? [] : ['## Scale', scaleTable(scale, isBusy)]),
		...(memory === undefined ? [] : ['## Memory', memoryTable(memory)]),
		...(statistics === undefined ? [] : ['## Statistics', ...coverageLines(statistics)]),
		'',
	].join('\n\n');
}

/** More than a quarter of the cores were wanted by others. */
function wasBusy({ host, loadBefore }: BenchReport): boolean {
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

function coreTable(core: readonly CoreTiming[], isBusy: boolean): string {
	return table(
		['function', 'mean ms', 'p50', 'p99', 'n', 'allowed'],
		core.map(({ name, mean, p50, p99, samples, budgetMs }) => [
			name,
			mean.toFixed(4),
			p50.toFixed(4),
			p99.toFixed(4),
			`${samples}`,
			budgetMs === undefined ? '' : `${budgetMs} ms${timeMark(mean < budgetMs, isBusy)}`,
		]),
	);
}

function overheadLines(overhead: OverheadResult, isBusy: boolean): readonly string[] {
	const { model, threads, outputTokens, decode, request, identical, target } = overhead;
	const same = `the same ones in ${identical} of ${decode.n}${mark(identical === decode.n)}`;
	return [
		`${cell(model)}, ${counted(threads, 'thread')}, ${counted(decode.n, 'turn')} of ${counted(outputTokens, 'token')} each, ${same}.`,
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

function prefillTold({ prefillMs }: SharingResult): string {
	if (prefillMs === undefined) return '';
	const { shared, anew } = prefillMs;
	return `${(shared / 1000).toFixed(1)}, ${(anew / 1000).toFixed(1)}: ${(anew / shared).toFixed(2)}`;
}

function sharingTable(sharing: readonly SharingResult[], isBusy: boolean): string {
	return table(
		[
			'model',
			'samples',
			'shared s',
			'anew s',
			'factor',
			'95 % interval',
			'wanted',
			'of it prefill',
			'identical',
			'prompt tokens, of them cached',
		],
		sharing.map((row) => [
			row.model,
			`${row.samples}`,
			(row.sharedMs / 1000).toFixed(1),
			(row.anewMs / 1000).toFixed(1),
			row.factor.toFixed(2),
			row.interval === undefined ? '' : `${row.interval[0].toFixed(2)} to ${row.interval[1].toFixed(2)}`,
			row.target === undefined ? '' : `at least ${row.target}${timeMark(row.factor >= row.target, isBusy)}`,
			prefillTold(row),
			`${row.identical} of ${row.samples}${mark(row.identical === row.samples)}`,
			row.promptTokens === undefined
				? ''
				: `${row.promptTokens.toFixed(0)}, ${row.cachedPromptTokens?.toFixed(0) ?? 'unknown'}`,
		]),
	);
}
