import {
	formatAdherence,
	type GateResult,
	type Log,
	type PeoplesJudgement,
	runTitle,
	summarizeDecisions,
	summarizeLatencies,
	summarizeSuites,
} from '../../src/index.ts';
import { type Lang, type Locale, localeOf } from '../locale/locale.ts';
import { finderLocale } from '../locale/sections/finder-locale.ts';
import { embeddedData } from '../page/embedded-data.ts';
import type { EmbeddedIndex } from '../page/embedded-page.ts';
import { type PageSection, page } from '../page/page.ts';
import { sampleIndex } from './samples/sample-index.ts';
import { SampleLists } from './samples/sample-lists.ts';
import { deviceSection } from './sections/device-section.ts';
import { fatesSection } from './sections/fates-section.ts';
import { finderSection } from './sections/finder-section.ts';
import { gateSection } from './sections/gate-section.ts';
import { identitySection } from './sections/identity-section.ts';
import { promptSection } from './sections/prompt-section.ts';
import { formatSection } from './sections/suite/format-section.ts';
import { suiteSections } from './sections/suite/suite-sections.ts';
import { timeSection } from './sections/time-section.ts';
import { verdictSection } from './sections/verdict-section.ts';

export interface HtmlOptions {
	readonly lang: Lang;
	/** People's labels by sample key. */
	readonly judgements?: ReadonlyMap<string, PeoplesJudgement> | undefined;
	readonly gate?: GateResult | undefined;
}

/** The report people look at: one file that needs no network. Equal logs give equal bytes. */
export function renderHtml(log: Log, { lang, judgements, gate }: HtmlOptions): string {
	const locale = localeOf(lang);
	const lists = new SampleLists(log, locale);
	const index = sampleIndex(log, locale);
	const decisions = summarizeDecisions(log, judgements);
	const suites = summarizeSuites(log).flatMap((summary) => suiteSections({ log, summary, judgements, lists, locale }));
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
				...(gate === undefined ? [] : [gateSection(gate, lang)]),
				...(log.samples.length === 0 ? [] : [finder(index, locale)]),
				...suites,
				...formatted(log, locale),
				...prompted(log, locale),
				...[fatesSection(log, locale)].filter((section) => section !== undefined),
				{ id: 'time', name: locale.sections.time, markup: timeSection(log, summarizeLatencies(log), locale) },
				...[deviceSection(log, locale)].filter((section) => section !== undefined),
				{ id: 'identity', name: locale.sections.identity, markup: identitySection(log, locale) },
			],
			data: embeddedData(log.samples, locale, lists.overflow, index),
		},
		locale,
	);
}

function finder(index: EmbeddedIndex, locale: Locale): PageSection {
	return { id: 'samples', name: finderLocale[locale.lang].title, markup: finderSection(index, locale) };
}

function prompted(log: Log, locale: Locale): readonly PageSection[] {
	const markup = promptSection(log, locale);
	return markup === undefined ? [] : [{ id: 'prompt', name: locale.sections.prompt, markup }];
}

function formatted(log: Log, locale: Locale): readonly PageSection[] {
	const markup = formatSection(formatAdherence(log), locale);
	return markup === undefined ? [] : [{ id: 'format', name: locale.tools.format, markup }];
}
