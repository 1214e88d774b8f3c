import { quantile, summarizeDevice } from '../../src/index.ts';
import { deviceLocale } from '../locale/comparison/device-locale.ts';
import { formatMs } from '../locale/format-number.ts';
import type { Lang } from '../locale/locale.ts';
import { markdownText } from '../markdown/markdown-text.ts';
import type { ComparedRun } from './compared-run.ts';

/** Rows of the comparison that only runs on phones have: backend by metric. None where no run was on one. */
export function deviceRows(
	runs: readonly ComparedRun[],
	lang: Lang,
): readonly (readonly [name: string, cells: readonly (string | undefined)[]])[] {
	const devices = runs.map(({ log }) => summarizeDevice(log));
	if (devices.every((device) => device === undefined)) return [];
	const words = deviceLocale[lang];
	return [
		[words.backend, runs.map(({ log }) => log.header.engine.backend && markdownText(log.header.engine.backend))],
		[
			words.firstInit,
			devices.map((device) => (device?.firstInitMs === undefined ? undefined : formatMs(device.firstInitMs))),
		],
		[words.laterInit, devices.map((device) => laterInit(device?.laterInitMs ?? []))],
		[words.notComparable, devices.map((device) => device && `${device.notComparable} / ${device.samples}`)],
		[words.askedAgain, devices.map((device) => device && String(device.askedAgain))],
	];
}

function laterInit(all: readonly number[]): string | undefined {
	if (all.length === 0) return undefined;
	const p50 = quantile(
		all.toSorted((one, other) => one - other),
		0.5,
	);
	return `${formatMs(p50)} (${all.length})`;
}
