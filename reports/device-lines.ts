import { type Log, summarizeDevice } from '../src/index.ts';
import { deviceLocale } from './locale/comparison/device-locale.ts';
import type { Lang } from './locale/locale.ts';

/**
 * What puts the times of a run on a phone in doubt, and what it lost on the way, a sentence each. None where the run was
 * not on a phone, or nothing happened.
 */
export function deviceLines(log: Log, lang: Lang): readonly string[] {
	const device = summarizeDevice(log);
	if (device === undefined) return [];
	const words = deviceLocale[lang];
	const doubts = device.doubts.map(({ why, samples }) => words.doubt(samples, device.samples, why));
	return device.askedAgain === 0 ? doubts : [...doubts, words.lost(device.askedAgain)];
}
