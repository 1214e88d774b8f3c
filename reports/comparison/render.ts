import { embeddedData } from '../html/embedded-data.ts';
import { type PageSection, page } from '../html/page.ts';
import { type Lang, localeOf } from '../messages/catalogue.ts';
import type { ReportedComparison } from '../reported-run.ts';
import { comparisonCsv, flipsCsv } from './csv.ts';
import { divergenceSection } from './divergence.ts';
import { flipsSection, PairedTranscripts } from './flips.ts';
import { comparisonMarkdown } from './markdown.ts';
import { comparedIdentitySection, overviewSection } from './overview.ts';
import { scatterSection } from './quality-scatter.ts';
import { speedSection } from './speed.ts';
import { type ComparedRun, comparedRuns } from './words.ts';

/** Every report of a comparison by file name. */
export function renderComparison(compared: ReportedComparison, lang: Lang): Readonly<Record<string, string>> {
	const runs = comparedRuns(compared);
	const { allowed: allow } = compared.comparison;
	return {
		'comparison.html': comparisonHtml(runs, lang, allow),
		'comparison.csv': comparisonCsv(runs),
		'flips.csv': flipsCsv(runs),
		'comparison.md': comparisonMarkdown(compared, lang),
	};
}

function comparisonHtml(runs: readonly ComparedRun[], lang: Lang, allow: readonly string[]): string {
	const locale = localeOf(lang);
	const words = locale.comparison;
	const transcripts = new PairedTranscripts(locale);
	const scatter = scatterSection(runs, locale);
	const sections: readonly PageSection[] = [
		{ id: 'overview', name: words.sections.overview, markup: overviewSection(runs, locale, allow) },
		...(scatter === undefined ? [] : [{ id: 'scatter', name: words.sections.scatter, markup: scatter }]),
		{ id: 'flips', name: words.sections.flips, markup: flipsSection(runs, transcripts, locale) },
		{ id: 'speed', name: words.sections.speed, markup: speedSection(runs, locale) },
		{
			id: 'divergence',
			name: words.sections.divergence,
			markup: divergenceSection(runs, transcripts, locale),
		},
		{ id: 'identity', name: words.sections.identity, markup: comparedIdentitySection(runs, locale) },
	];
	const [baseline] = runs;
	const name = baseline?.name ?? '';
	return page(
		{
			title: words.title(name, runs.length - 1),
			subject: runs.map((run) => run.name).join(' · '),
			details: baseline?.log.header.startedAt.slice(0, 10) ?? '',
			gemmark: baseline?.log.header.gemmark ?? '',
			sections,
			data: embeddedData(transcripts.samples, locale),
			footer: words.footer(baseline?.log.header.gemmark ?? '', {
				askedAgain: runs.some((run) => run.against?.tokens !== undefined),
			}),
		},
		locale,
	);
}
