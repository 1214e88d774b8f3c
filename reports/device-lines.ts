import type { Log } from '../src/log/record.ts';
import { summarizeDevice } from '../src/summary/budgets.ts';
import { deviceLocale } from './locale/comparison/device-locale.ts';
import type { Lang } from './locale/locale.ts';
import { type DeviceStateLocale, deviceStateLocale } from './locale/sections/device-state-locale.ts';

/**
 * What puts the times of a run on a phone in doubt, and what it lost on the way, a sentence each. None where the run was
 * not on a phone, or nothing happened.
 */
export function deviceLines(log: Log, lang: Lang): readonly string[] {
	const device = summarizeDevice(log);
	if (device === undefined) return [];
	const words = deviceStateLocale[lang];
	const { doubts, notComparable, samples: all, askedAgain } = device;
	const reasons = doubts.map(({ why, samples }) => ({ why: reasonIn(words, why), samples }));
	return [
		...(notComparable === 0 ? [] : [words.doubts(notComparable, all, reasons)]),
		...(askedAgain === 0 ? [] : [deviceLocale[lang].lost(askedAgain)]),
	];
}

/** The log's reason; one that is not known stays English. */
function reasonIn({ reasons, throttled, statuses }: DeviceStateLocale, why: string): string {
	const status = /^the device throttled \(thermal status (\w+)\)$/u.exec(why)?.[1];
	if (status !== undefined) return throttled(statuses[status] ?? status);
	return Object.hasOwn(reasons, why) ? (reasons[why] ?? why) : why;
}
