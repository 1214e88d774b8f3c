import { callsCsvParts, csvParts } from './csv.ts';
import { decisionDocument } from './document/decision.ts';
import { markdown } from './document/markdown.ts';
import { summaryDocument } from './document/summary.ts';
import { sustainedCsv } from './document/sustained.ts';
import { htmlParts } from './html/render-html.ts';
import { junitParts } from './junit.ts';
import { type Lang, localeOf } from './messages/catalogue.ts';
import type { ReportedRun } from './reported-run.ts';

/** The verdicts of a run as a document to commit: prompts, and what follows. */
export function renderDecision(run: ReportedRun, lang: Lang = 'en'): string {
	return markdown(decisionDocument(run, localeOf(lang)));
}

/** A run on half a page, for CI job summaries. */
export function renderSummary(run: ReportedRun, lang: Lang = 'en'): string {
	return markdown(summaryDocument(run, localeOf(lang)));
}

/** The reports of a run by file name, in the order of writing, each in parts: of a long run the whole takes a gigabyte. Undefined: this run has none. */
export const RUN_REPORTS: Readonly<Record<string, (run: ReportedRun, lang: Lang) => Iterable<string> | undefined>> = {
	'report.csv': csvParts,
	'calls.csv': (run) =>
		run.summary.suites.some(({ variants }) => variants.some(({ calls }) => calls !== undefined))
			? callsCsvParts(run)
			: undefined,
	'sustained.csv': sustainedCsv,
	'decision.md': (run, lang) => [renderDecision(run, lang)],
	'summary.md': (run, lang) => [renderSummary(run, lang)],
	'junit.xml': junitParts,
	'report.html': htmlParts,
};

/** Every report of a run by file name. */
export function renderRun(run: ReportedRun, lang: Lang): Readonly<Record<string, string>> {
	const reports = Object.entries(RUN_REPORTS).map(([name, parts]) => [name, parts(run, lang)] as const);
	return Object.fromEntries(
		reports.flatMap(([name, parts]) => (parts === undefined ? [] : [[name, Array.from(parts).join('')]])),
	);
}
