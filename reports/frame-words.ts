import type { SuiteSummary, VariantSummary } from '../src/summary/suites.ts';
import { countedText, reasonName } from './html/words.ts';
import type { Locale } from './messages/catalogue.ts';

/** How many frames the app would show, beside the clean ones, and why the others are not clean; of a suite of frames only. */
export function shownByApp(
	{ suite }: Pick<SuiteSummary, 'suite'>,
	{ scores }: Pick<VariantSummary, 'scores'>,
	locale: Locale,
): string | undefined {
	const [clean, valid] = ['clean', 'valid'].map((name) => scores.find((score) => score.name === name));
	if (suite.view !== 'frames' || clean?.rate === undefined || valid?.rate === undefined) return undefined;
	const warned = clean.reasons.filter(({ reason }) => WARNINGS.has(reason));
	const gap = valid.rate.hits - clean.rate.hits;
	const reasons = countedText(warned, (reason) => reasonName(reason, locale));
	return locale.frames.shown(valid.rate.hits, valid.rate.n, gap > 0 ? { count: gap, reasons } : undefined);
}

const WARNINGS: ReadonlySet<string> = new Set(['no-condition', 'no-identity']);
