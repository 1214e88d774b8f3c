import type { Interval, Log, PrefixSummary, Verdict } from '../../src/index.ts';
import { formatProbability, formatShare } from '../locale/format-number.ts';
import type { Messages } from '../locale/messages.ts';
import { html, type Markup } from './markup.ts';
import { notices } from './notices.ts';
import { reasonName } from './prefix-section.ts';
import { type VerdictCell, verdictBar } from './verdict-bar.ts';

/** What a product owner reads: the sentence, the letter, the bar, and every reservation there is. */
export function verdictSection(log: Log, summary: PrefixSummary | undefined, messages: Messages): Markup {
	const { verdict } = messages;
	return html`<section id="verdict" class="hero" aria-labelledby="verdict-title">
<p class="eyebrow">${summary === undefined ? '' : verdict.eyebrow}</p>
<div class="heroline">${summary && html`<span class="letter ${letterOf(summary.verdict) === undefined ? 'open' : ''}" aria-hidden="true">${letterOf(summary.verdict) ?? '?'}</span>`}
<div><h1 id="verdict-title">${summary === undefined ? verdict.none : sentence(summary.verdict, messages)}</h1>
${summary && summary.verdict.status !== 'undecided' && html`<p class="meaning">${verdict.meaning[summary.verdict.path]}</p>`}</div></div>
${notices(log, summary, messages)}
${summary && figures(summary, messages)}
</section>`;
}

function letterOf(verdict: Verdict): string | undefined {
	return verdict.status === 'undecided' ? undefined : verdict.path;
}

function sentence(verdict: Verdict, messages: Messages): string {
	if (verdict.status === 'undecided') {
		return messages.verdict.undecided(verdict.hits, verdict.hits + verdict.misses, verdict.n);
	}
	if (verdict.status === 'truncated') {
		const bound = verdict.path === 'A' ? verdict.hits : verdict.n - verdict.misses;
		return messages.verdict.bounded(verdict.path, bound, verdict.n);
	}
	return messages.verdict.sentence(verdict.path, verdict.hits, verdict.n);
}

function figures(summary: PrefixSummary, messages: Messages): Markup {
	const { verdict: words } = messages;
	const { verdict } = summary;
	const whole = verdict.status === 'complete' ? verdict : undefined;
	const bar = {
		cells: cells(summary, messages),
		threshold: verdict.threshold,
		...(whole === undefined ? {} : { wilson: whole.wilson, clopperPearson: whole.clopperPearson }),
	};
	return html`${verdict.n > 0 && html`<div class="barbox">${verdictBar(bar, messages)}</div>`}
${
	whole !== undefined &&
	html`<dl class="figures verdictfigures">
<div><dt>${words.rate}</dt><dd><span class="figure">${formatShare(whole.hits / whole.n)} %</span> <span class="muted">${messages.of(String(whole.hits), String(whole.n))}</span></dd></div>
<div><dt><span class="keyline wilson" aria-hidden="true"></span>${words.wilson}</dt><dd><span class="figure">${range(whole.wilson)}</span></dd></div>
<div><dt><span class="keyline exact" aria-hidden="true"></span>${words.clopperPearson}</dt><dd><span class="figure">${range(whole.clopperPearson)}</span></dd></div>
<div><dt>${words.probability}</dt><dd><span class="figure">${formatProbability(whole.probabilityAtLeastThird)}</span></dd></div>
</dl>`
}${verdict.status === 'truncated' && html`<p class="muted">${words.decidedEarly(verdict.hits, verdict.misses)}</p>`}${epochs(summary, messages)}${people(summary, messages)}`;
}

function cells(summary: PrefixSummary, messages: Messages): readonly VerdictCell[] {
	const judged = summary.prompts.map((prompt, index): VerdictCell => {
		const row = summary.rows.find((candidate) => candidate.id === prompt.id);
		const outcome = prompt.hit === true ? messages.prefix.counts : reasonName(row?.reason ?? '', messages);
		const title = messages.verdict.cell(
			index + 1,
			prompt.id,
			summary.epochs > 1 ? messages.prefix.epochsOf(prompt.hits, prompt.epochs) : outcome,
		);
		return { id: prompt.id, title, ...(prompt.hit === undefined ? {} : { hit: prompt.hit }) };
	});
	const missing = Array.from(
		{ length: Math.max(0, summary.verdict.n - judged.length) },
		(): VerdictCell => ({ id: '', title: '' }),
	);
	const rank = (cell: VerdictCell): number => (cell.hit === undefined ? 2 : cell.hit ? 0 : 1);
	return [...judged, ...missing].sort((first, second) => rank(first) - rank(second));
}

function range({ low, high }: Interval): string {
	return `${formatShare(low)}–${formatShare(high)} %`;
}

function epochs({ sampleRate, epochs: count }: PrefixSummary, messages: Messages): Markup | undefined {
	if (sampleRate === undefined || count < 2) return undefined;
	const { mean, standardError } = sampleRate;
	const error = standardError === undefined ? undefined : formatShare(standardError);
	return html`<p>${messages.verdict.epochs(formatShare(mean), count, error)}</p>`;
}

function people({ people: judged }: PrefixSummary, messages: Messages): Markup | undefined {
	if (judged === undefined) return undefined;
	const { verdict, agreement } = judged;
	const path = verdict.status === 'undecided' ? '?' : verdict.path;
	return html`<p>${messages.verdict.people(path, verdict.hits, verdict.n, agreement.agreed, agreement.n, agreement.kappa?.toFixed(2))}</p>`;
}
