import { type DeviceSummary, quantile, summarizeDevice } from '../../src/index.ts';
import { deviceLocale } from '../locale/comparison/device-locale.ts';
import { formatMs } from '../locale/format-number.ts';
import type { Locale } from '../locale/locale.ts';
import type { ComparedRun } from './compared-run.ts';
import type { ComparedCell, ComparedRow } from './side-by-side.ts';

/** Rows of the comparison that only runs on phones have: backend by metric. None where no run was on one. */
export function deviceRows(runs: readonly ComparedRun[], { lang, of }: Locale): readonly ComparedRow[] {
	const devices = runs.map(({ log }) => summarizeDevice(log));
	if (devices.every((device) => device === undefined)) return [];
	const words = deviceLocale[lang];
	const row = (name: string, cell: (device: DeviceSummary) => ComparedCell | undefined): ComparedRow => ({
		name,
		cells: devices.map((device) => device && cell(device)),
	});
	return [
		{
			name: words.backend,
			cells: runs.map(({ log: { header } }) => {
				const { backend } = header.engine;
				return backend === undefined ? undefined : { figure: backend, detail: header.host.device };
			}),
		},
		row(words.firstInit, ({ firstInitMs }) =>
			firstInitMs === undefined ? undefined : { figure: formatMs(firstInitMs) },
		),
		row(words.laterInit, ({ laterInitMs }) => laterInit(laterInitMs)),
		row(words.notComparable, ({ notComparable, samples }) => ({ figure: of(String(notComparable), String(samples)) })),
		row(words.askedAgain, ({ askedAgain, samples }) => ({ figure: of(String(askedAgain), String(samples)) })),
	];
}

function laterInit(all: readonly number[]): ComparedCell | undefined {
	if (all.length === 0) return undefined;
	const sorted = all.toSorted((one, other) => one - other);
	return { figure: formatMs(quantile(sorted, 0.5)), detail: `p50 · n ${all.length}` };
}
