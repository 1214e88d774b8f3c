import { loadavg } from 'node:os';
import { hostIdentity } from '../../run/host.ts';
import { counted } from '../../src/base/message.ts';
import { loadTable } from './bench-load.ts';
import { overheadLines, startupTable } from './bench-overhead.ts';
import { rescoreTable } from './bench-rescore.ts';
import { runsTable } from './bench-runs.ts';
import { threadsTable } from './bench-threads.ts';
import type { CoreTiming } from './core-bench.ts';
import { coverageLines, errorLines } from './coverage-markdown.ts';
import { isFlat } from './memory-growth.ts';
import type { EvaluatedTokens, LabReport, MemoryResult, ScaleResult, SharingResult, ViewResult } from './report.ts';
import { mark, megabytes, table, timeMark } from './table.ts';

/** The report as Markdown tables, one for each section that was measured. */
export function labMarkdown(report: LabReport, isBusy: boolean): string {
	const { core, startup, overhead, runs, sharing, load, threads, install, scale, view, memory, statistics } = report;
	return [
		'# gemmark lab bench',
		...(isBusy ? ['**The machine was busy: its figures are lower than it can reach.**'] : []),
		...(core === undefined ? [] : ['## Core', coreTable(core, isBusy)]),
		...(startup === undefined ? [] : ['## Start-up', startupTable(startup, isBusy)]),
		...(overhead === undefined ? [] : ['## Overhead', ...overheadLines(overhead, isBusy)]),
		...(runs === undefined ? [] : ['## Whole runs, in turns', runsTable(runs, isBusy)]),
		...(sharing === undefined
			? []
			: ['## Prompts evaluated once', sharingTable(sharing.compared, isBusy), evaluatedTable(sharing.evaluated)]),
		...(load === undefined ? [] : ['## Loading a model', loadTable(load, isBusy)]),
		...(threads === undefined ? [] : ['## Threads beside other processes', threadsTable(threads, isBusy)]),
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
		...(scale === undefined ? [] : ['## Scale', scaleTable(scale), rescoreTable(scale.rescored)]),
		...(view === undefined ? [] : ['## View', viewTable(view)]),
		...(memory === undefined ? [] : ['## Memory', memoryTable(memory)]),
		...(statistics === undefined
			? []
			: ['## Statistics', ...coverageLines(statistics.coverage), ...errorLines(statistics.errors)]),
		'',
	].join('\n\n');
}

/** Whether other processes want more than a quarter of the cores now. */
export function isBusyMachine(): boolean {
	const { cores } = hostIdentity();
	return cores !== undefined && (loadavg()[0] ?? 0) > cores / 4;
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

function prefillCell({ prefillMs }: SharingResult): string {
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
			prefillCell(row),
			`${row.identical} of ${row.samples}${mark(row.identical === row.samples)}`,
			row.promptTokens === undefined
				? ''
				: `${row.promptTokens.toFixed(0)}, ${row.cachedPromptTokens?.toFixed(0) ?? 'unknown'}`,
		]),
	);
}

function evaluatedTable(runs: readonly EvaluatedTokens[]): string {
	return table(
		[
			'run',
			'samples',
			's',
			'prompts',
			'prompt tokens',
			'evaluated',
			'minimum',
			'of whole steps',
			'evaluated by each',
			'wanted',
		],
		runs.map(({ name, samples, ms, prompts, tokens, evaluated, minimum, minimumOfSteps, most }) => [
			...[
				name,
				`${samples}`,
				(ms / 1000).toFixed(2),
				`${prompts}`,
				`${tokens}`,
				`${evaluated}`,
				`${minimum}`,
				`${minimumOfSteps}`,
			],
			`${(evaluated / minimum).toFixed(3)}, ${(evaluated / minimumOfSteps).toFixed(3)}`,
			most === undefined ? '' : `at most ${most}${mark(evaluated <= most * minimumOfSteps)}`,
		]),
	);
}

/** What a long log costs. */
function scaleTable({ samples, ...scale }: ScaleResult): string {
	const htmlBytes = scale.htmlBytes / samples;
	const { htmlBytes: htmlAllowed } = scale.allowed;
	return table(
		['', 'ms', 'bytes a sample', 'allowed'],
		[
			[
				`read a log of ${counted(samples, 'sample')}`,
				scale.readMs.toFixed(0),
				(scale.logBytes / samples).toFixed(0),
				'',
			],
			['score it again', scale.rescoreMs.toFixed(0), '', ''],
			[
				'report.html',
				scale.htmlMs.toFixed(0),
				htmlBytes.toFixed(0),
				`${htmlAllowed} bytes${mark(htmlBytes < htmlAllowed)}`,
			],
		],
	);
}

/** The list of many runs. */
function viewTable({ runs, firstMs, readMs, pages, mostMs }: ViewResult): string {
	const limited = (ms: number): readonly string[] => [ms.toFixed(0), `${mostMs} ms${mark(ms < mostMs)}`];
	return table(
		['', 'ms', 'allowed'],
		[
			[`first page of ${counted(runs, 'run')}, without an index`, ...limited(firstMs)],
			['the other logs into the index', readMs.toFixed(0), ''],
			...pages.map(([query, ms]) => [`page ${query}`.trim(), ...limited(ms)]),
		],
	);
}

/** Growth of a run's memory, which how busy the machine is does not change. */
function memoryTable({ samples, warm, end, mostGrowth }: MemoryResult): string {
	const growth = end / warm - 1;
	const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
	return table(
		['', 'MB when warm', 'MB at the end', 'growth', 'allowed'],
		[
			[
				`gemmark run of ${samples} samples, its own process`,
				megabytes(warm),
				megabytes(end),
				percent(growth),
				`${percent(mostGrowth)}${mark(isFlat({ warm, end }))}`,
			],
		],
	);
}
