import type { LatencyRow, Log, PeoplesJudgement, SuiteSummary } from '../../../src/index.ts';
import type { Locale } from '../../locale/locale.ts';
import type { Budget } from '../charts/measure-strips.ts';
import type { Markup } from '../markup.ts';
import type { SampleLists } from '../samples/sample-lists.ts';

/** What a view shows, and where in the page. */
export interface ViewContext {
	readonly log: Log;
	readonly summary: SuiteSummary;
	/** People's labels by sample key. */
	readonly judgements: ReadonlyMap<string, PeoplesJudgement> | undefined;
	readonly lists: SampleLists;
	readonly locale: Locale;
}

/** The rich view of suites that declare it. */
export interface SuiteView {
	/** Heading of a suite that declares no title. */
	title(context: ViewContext): string;
	/** What stands beneath the heading. */
	content(context: ViewContext): Markup;
	/** A section of its own behind the suite's, where there is something to show. */
	behind?(context: ViewContext): { readonly id: string; readonly name: string; readonly markup: Markup } | undefined;
	/** What the product promised of a whole user turn. */
	budgets(state: LatencyRow['state'], locale: Locale): readonly Budget[];
}
