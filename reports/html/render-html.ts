import { localTime } from '../../src/text/local-time.ts';
import { type Lang, localeOf } from '../messages/catalogue.ts';
import type { ReportedRun } from '../reported-run.ts';
import { embeddedData, sampleIndex } from './embedded-data.ts';
import { pageParts } from './page.ts';
import { finderSection, SampleLists } from './samples.ts';
import { formatSection, gateSection, promptSection } from './sections/checks.ts';
import { deviceSection } from './sections/device.ts';
import { fatesSection } from './sections/fates.ts';
import { identitySection } from './sections/identity.ts';
import { suiteSectionOf } from './sections/suites.ts';
import { sustainedSection } from './sections/sustained.ts';
import { timeSection } from './sections/time.ts';
import { verdictSection } from './sections/verdict.ts';

/** The report as one file that needs no network. Equal logs give equal bytes. */
export function renderHtml(run: ReportedRun, lang: Lang): string {
	return Array.from(htmlParts(run, lang)).join('');
}

export function htmlParts(run: ReportedRun, lang: Lang): Iterable<string> {
	const { log, summary, labels, gate } = run;
	const locale = localeOf(lang);
	const lists = new SampleLists(log, locale);
	const index = sampleIndex(log, locale);
	const suites = summary.suites.map((suite) => suiteSectionOf({ log, summary: suite, labels, lists, locale }));
	const { header } = log;
	const { model } = header;
	const name = summary.run.title;
	return pageParts(
		{
			title: locale.title({ model: name }),
			subject: name,
			details: [model.quantization, header.engine.runner, header.host.device, localTime(header)]
				.filter(Boolean)
				.join(' · '),
			gemmark: header.gemmark,
			sections: [
				{ id: 'verdict', name: locale.sections.verdict, markup: verdictSection(run, locale) },
				sustainedSection(summary.sustained, locale),
				gate && gateSection(gate, locale),
				log.samples.length > 0 && { id: 'samples', name: locale.finder.title, markup: finderSection(index, locale) },
				...suites,
				formatSection(summary.format, locale),
				promptSection(log, locale),
				fatesSection(run, locale),
				{ id: 'time', name: locale.sections.time, markup: timeSection(log, summary.speed, locale) },
				deviceSection(summary, locale),
				{ id: 'identity', name: locale.sections.identity, markup: identitySection(log, locale) },
			].filter((section) => section !== undefined && section !== false),
			data: embeddedData(log.samples, locale, lists.overflow, index, log.header.suites),
		},
		locale,
	);
}
