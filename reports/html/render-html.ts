import {
	formatAdherence,
	type Log,
	type PeoplesJudgement,
	summarizeFlutterGemma,
	summarizeFrames,
	summarizeLatencies,
	summarizePrefix,
	summarizeTools,
} from '../../src/index.ts';
import { flutterGemmaMessages } from '../locale/flutter-gemma-messages.ts';
import { type Lang, type Messages, messagesOf } from '../locale/messages.ts';
import { embeddedData } from './embedded-data.ts';
import { flutterGemmaSection } from './flutter-gemma-section.ts';
import { framesSection } from './frames-section.ts';
import { identitySection } from './identity-section.ts';
import type { Markup } from './markup.ts';
import { type PageSection, page } from './page.ts';
import { prefixSection } from './prefix-section.ts';
import { SampleLists } from './sample-lists.ts';
import { timeSection } from './time-section.ts';
import { formatSection, toolsSection } from './tools-section.ts';
import { verdictSection } from './verdict-section.ts';

export interface HtmlOptions {
	readonly lang: Lang;
	/** People's labels by sample key. */
	readonly judgements?: ReadonlyMap<string, PeoplesJudgement>;
}

/** The report people look at: one file that needs no network. Equal logs give equal bytes. */
export function renderHtml(log: Log, options: HtmlOptions): string {
	const messages = messagesOf(options.lang);
	const lists = new SampleLists(log, messages);
	const prefix = summarizePrefix(log, options.judgements);
	const flutterGemma = summarizeFlutterGemma(log);
	const frames = summarizeFrames(log);
	const tools = log.header.suites
		.filter(({ name }) => name !== 'prefix' && name !== 'frame')
		.flatMap(({ name }) => summarizeTools(log, name) ?? []);
	const sections: readonly PageSection[] = [
		section('verdict', messages.sections.verdict, verdictSection(log, prefix, messages)),
		prefix && section('prefix', messages.prefix.title(prefix.prompts.length), prefixSection(prefix, lists, messages)),
		flutterGemma &&
			section('flutter-gemma', flutterGemmaMessages[options.lang].title, flutterGemmaSection(flutterGemma, messages)),
		frames && section('frames', messages.sections.frames, framesSection(frames, lists, messages)),
		...tools.map((summary) => section('tools', messages.sections.tools, toolsSection(summary, lists, messages))),
		formatted(log, messages),
		section('time', messages.sections.time, timeSection(log, summarizeLatencies(log), messages)),
		section('identity', messages.sections.identity, identitySection(log, messages)),
	].filter((part) => part !== undefined);
	const { header } = log;
	const { model } = header;
	return page(
		{
			title: messages.title(model.name),
			subject: model.name,
			details: [model.quantization, header.engine.runner, header.startedAt.slice(0, 10)].filter(Boolean).join(' · '),
			gemmark: header.gemmark,
			sections,
			data: embeddedData(log.samples, messages, lists.overflow),
		},
		messages,
	);
}

function section(id: string, name: string, markup: Markup): PageSection {
	return { id, name, markup };
}

function formatted(log: Log, messages: Messages): PageSection | undefined {
	const markup = formatSection(formatAdherence(log), messages);
	return markup && section('format', messages.tools.format, markup);
}
