import { localized, type TimeBudget } from '../src/index.ts';
import type { Locale } from './locale/locale.ts';
import { clipped } from './page/said.ts';

const NAME_CHARS = 60;

/** What is promised, else the time that is measured. */
export function budgetName({ title, metric }: TimeBudget, { lang, metrics, detail }: Locale): string {
	const [name = metric] = metrics[metric] ?? [];
	return title === undefined ? name : clipped(localized(title, lang), NAME_CHARS, detail.long);
}
