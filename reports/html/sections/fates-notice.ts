import type { DecisionSummary, Log } from '../../../src/index.ts';
import { fatesBeside } from '../../fates-beside.ts';
import type { Locale } from '../../locale/locale.ts';
import type { Markup } from '../../page/markup.ts';
import { notice } from '../../page/notice.ts';
import { clipped } from '../../page/said.ts';

const NAME_CHARS = 40;

/** One line beside a decision, where calls of its suite would not reach the app as they were written. */
export function fatesNotice(log: Log, decision: DecisionSummary, { lang, detail }: Locale): Markup | undefined {
	const words = fatesBeside(log, decision, lang, (path) => clipped(path, NAME_CHARS, detail.long));
	return words && notice('cut', '⇄', words);
}
