import { createHash } from 'node:crypto';
import {
	formatAdherence,
	type Log,
	type PeoplesJudgement,
	summarizeFrames,
	summarizeLatencies,
	summarizePrefix,
	summarizeTools,
} from '../../src/index.ts';
import { type Lang, type Messages, messagesOf } from '../messages/messages.ts';
import { embeddedData } from './embedded-data.ts';
import { framesSection } from './frames-section.ts';
import { identitySection } from './identity-section.ts';
import { html, Markup } from './markup.ts';
import { outcomeFills } from './outcome-bar.ts';
import { PAGE_SCRIPT } from './page-script.ts';
import { prefixSection } from './prefix-section.ts';
import { SampleLists } from './sample-lists.ts';
import { PAGE_STYLE } from './style/page-style.ts';
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
	const frames = summarizeFrames(log);
	const tools = log.header.suites
		.filter(({ name }) => name !== 'prefix' && name !== 'frame')
		.flatMap(({ name }) => summarizeTools(log, name) ?? []);
	const sections: readonly Section[] = [
		section('verdict', messages.sections.verdict, verdictSection(log, prefix, messages)),
		prefix && section('prefix', messages.prefix.title(prefix.prompts.length), prefixSection(prefix, lists, messages)),
		frames && section('frames', messages.sections.frames, framesSection(frames, lists, messages)),
		...tools.map((summary) => section('tools', messages.sections.tools, toolsSection(summary, lists, messages))),
		formatted(log, messages),
		section('time', messages.sections.time, timeSection(log, summarizeLatencies(log), messages)),
		section('identity', messages.sections.identity, identitySection(log, messages)),
	].filter((part) => part !== undefined);
	return page(log, sections, embeddedData(log, messages, lists.overflow), messages);
}

interface Section {
	readonly id: string;
	readonly name: string;
	readonly markup: Markup;
}

function section(id: string, name: string, markup: Markup): Section {
	return { id, name, markup };
}

function formatted(log: Log, messages: Messages): Section | undefined {
	const markup = formatSection(formatAdherence(log), messages);
	return markup && section('format', messages.tools.format, markup);
}

function page(log: Log, sections: readonly Section[], data: Markup, messages: Messages): string {
	const { header } = log;
	const { model } = header;
	const policy = `default-src 'none'; style-src '${hashOf(PAGE_STYLE)}'; script-src '${hashOf(PAGE_SCRIPT)}'; base-uri 'none'; form-action 'none'`;
	return html`<!doctype html>
<html lang="${messages.lang}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="gemmark ${header.gemmark}">
<title>${messages.title(model.name)}</title>
<style>${new Markup(PAGE_STYLE)}</style>
</head>
<body>
<a class="skip" href="#verdict">${messages.skip}</a>
<header class="top"><p class="model"><b>${model.name}</b> <span class="muted">${[model.quantization, header.engine.runner, header.startedAt.slice(0, 10)].filter(Boolean).join(' · ')}</span></p>
<nav aria-label="${messages.title('').replace(/[: ]+$/u, '')}"><ul>${sections.map(({ id, name }) => html`<li><a href="#${id}">${name}</a></li>`)}</ul></nav></header>
${outcomeFills()}
<main>
${sections.map(({ markup }) => markup)}
</main>
<footer><p>${messages.identity.footer(header.gemmark)}</p><noscript><p>${messages.noScript}</p></noscript></footer>
${data}
<script>${new Markup(PAGE_SCRIPT)}</script>
</body>
</html>
`.source;
}

function hashOf(text: string): string {
	return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
