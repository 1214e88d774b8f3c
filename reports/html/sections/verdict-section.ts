import type { DecisionSummary, Log } from '../../../src/index.ts';
import type { Locale } from '../../locale/locale.ts';
import { html, type Markup } from '../markup.ts';
import { decisionBlock } from './decision-block.ts';
import { fatesNotice } from './fates-notice.ts';
import { runNotices } from './notices.ts';
import { reflectionNotices } from './reflection-notice.ts';
import { replayTables } from './replay-table.ts';

/** What a product owner reads: each decision with its sentence, its prompts, and every reservation about the run. */
export function verdictSection(log: Log, decisions: readonly DecisionSummary[], locale: Locale): Markup {
	const notices = runNotices(log, decisions, locale);
	const experiments = [...replayTables(log, locale), ...reflectionNotices(log, locale)];
	const blocks = decisions.map((summary, index) =>
		index === 0
			? decisionBlock(
					summary,
					(text) => html`<h1 id="verdict-title">${text}</h1>`,
					[...notices, fatesNotice(log, summary, locale)],
					locale,
				)
			: decisionBlock(summary, (text) => html`<h2>${text}</h2>`, [fatesNotice(log, summary, locale)], locale),
	);
	return html`<section id="verdict" class="hero" aria-labelledby="verdict-title">
${
	blocks.length > 0
		? blocks
		: html`<div class="heroline"><h1 id="verdict-title">${locale.verdict.none}</h1></div><div class="notices">${notices}</div>`
}
${experiments.length > 0 && html`<div class="notices">${experiments}</div>`}
</section>`;
}
