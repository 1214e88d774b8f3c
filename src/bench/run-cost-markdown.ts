import { isFlat } from '../../lab/benches/memory-growth.ts';
import { counted } from '../text/counted.ts';
import type { MemoryResult, ScaleResult, StartupTiming } from './bench-report.ts';
import { mark, megabytes, table, timeMark } from './markdown-table.ts';

/** Start-up of commands beside that of Node. */
export function startupTable(startup: readonly StartupTiming[], isBusy: boolean): string {
	const [first] = startup;
	const node = first === undefined ? [] : [['node', first.times.first.toFixed(0), '', `${first.times.n}`, '']];
	return table(
		['', 'median ms', 'on top of node', 'n', 'allowed on top'],
		[
			...node,
			...startup.map(({ command, times, budgetMs }) => {
				const extra = times.second - times.first;
				const allowed = `${budgetMs} ms${timeMark(extra < budgetMs, isBusy)}`;
				return [command, times.second.toFixed(0), extra.toFixed(0), `${times.n}`, allowed];
			}),
		],
	);
}

/** What a long log costs. */
export function scaleTable({ samples, ...scale }: ScaleResult, isBusy: boolean): string {
	const htmlBytes = scale.htmlBytes / samples;
	const { commandMs, htmlBytes: htmlAllowed } = scale.allowed;
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
				'the whole of gemmark rescore',
				scale.commandMs.toFixed(0),
				'',
				`${commandMs} ms${timeMark(scale.commandMs < commandMs, isBusy)}`,
			],
			[
				'report.html',
				scale.htmlMs.toFixed(0),
				htmlBytes.toFixed(0),
				`${htmlAllowed} bytes${mark(htmlBytes < htmlAllowed)}`,
			],
		],
	);
}

/** Growth of a run's memory, which how busy the machine is does not change. */
export function memoryTable({ samples, warm, end, mostGrowth }: MemoryResult): string {
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
