import type { PeoplesJudgement } from '../../src/eval/scoring/labels.ts';
import type { Log } from '../../src/log/record.ts';
import { decisionViews } from '../../src/summary/decisions.ts';
import { formatAdherence } from '../../src/summary/format.ts';
import type { GateResult } from '../../src/summary/gate/gate.ts';
import { summarizeLatencies } from '../../src/summary/speed.ts';
import { type RunSummary, runTitle, summarizeRun } from '../../src/summary/summarize.ts';
import { type Lang, localeOf } from '../messages/catalogue.ts';
import { embeddedData, sampleIndex } from './embedded-data.ts';
import { page } from './page.ts';
import { finderSection, SampleLists } from './samples.ts';
import { formatSection, gateSection, promptSection } from './sections/checks.ts';
import { deviceSection } from './sections/device.ts';
import { fatesSection } from './sections/fates.ts';
import { identitySection } from './sections/identity.ts';
import { suiteSections } from './sections/suites.ts';
import { timeSection } from './sections/time.ts';
import { verdictSection } from './sections/verdict.ts';

interface HtmlOptions {
	readonly lang: Lang;
	/** Computed from the log where it is not at hand. */
	readonly summary?: RunSummary | undefined;
	/** People's labels by sample key. */
	readonly judgements?: ReadonlyMap<string, PeoplesJudgement> | undefined;
	readonly gate?: GateResult | undefined;
}

/** The report people look at: one file that needs no network. Equal logs give equal bytes. */
export function renderHtml(
	log: Log,
	{ lang, judgements, gate, summary = summarizeRun(log, { labels: judgements }) }: HtmlOptions,
): string {
	const locale = localeOf(lang);
	const lists = new SampleLists(log, locale);
	const index = sampleIndex(log, locale);
	const decisions = decisionViews(log, summary.decisions, judgements);
	const suites = summary.suites.flatMap((suite) => suiteSections({ log, summary: suite, judgements, lists, locale }));
	const { header } = log;
	const { model } = header;
	const name = runTitle(header);
	return page(
		{
			title: locale.title(name),
			subject: name,
			details: [model.quantization, header.engine.runner, header.host.device, header.startedAt.slice(0, 10)]
				.filter(Boolean)
				.join(' · '),
			gemmark: header.gemmark,
			sections: [
				{ id: 'verdict', name: locale.sections.verdict, markup: verdictSection(log, decisions, locale) },
				gate && gateSection(gate, locale),
				log.samples.length > 0 && { id: 'samples', name: locale.finder.title, markup: finderSection(index, locale) },
				...suites,
				formatSection(formatAdherence(log), locale),
				promptSection(log, locale),
				fatesSection(log, locale),
				{ id: 'time', name: locale.sections.time, markup: timeSection(log, summarizeLatencies(log), locale) },
				deviceSection(log, locale),
				{ id: 'identity', name: locale.sections.identity, markup: identitySection(log, locale) },
			].filter((section) => section !== undefined && section !== false),
			data: embeddedData(log.samples, locale, lists.overflow, index),
		},
		locale,
	);
}
