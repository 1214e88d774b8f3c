import { counted } from '../../../base/message.ts';
import type { ReflectionSummary } from '../../../summary/arms.ts';
import { flipsText } from './flips-text.ts';

/** What reflection changes, a line per score. Plain text that may quote the log. */
export function reflectionLines({ suite, arm, flips, reflected, miniature }: ReflectionSummary): readonly string[] {
	const model = miniature ? ' (of the miniature, not Gemma)' : '';
	return [
		...flips.map((flip) => `${suite.name}, ${arm}, reflection on failed calls: ${flipsText(flip)}${model}`),
		`${suite.name}, ${arm}: reflected on in ${counted(reflected, 'sample')}`,
	];
}
