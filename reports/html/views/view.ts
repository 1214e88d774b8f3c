import type { Log, PeoplesJudgement, SuiteSummary } from '../../../src/index.ts';
import type { Locale } from '../../locale/locale.ts';
import type { Markup } from '../../page/markup.ts';
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
	/** What it calls the reasons of its main score, where it does not use the common words. */
	reason?(locale: Locale): (reason: string) => string;
	/** What stands beneath the heading. */
	content(context: ViewContext): Markup;
	/** A section of its own behind the suite's, where there is something to show. */
	behind?(context: ViewContext): { readonly id: string; readonly name: string; readonly markup: Markup } | undefined;
}
