import { turnOf } from '../../../src/eval/turn.ts';
import type { DecisionSummary } from '../../../src/summary/decisions/decisions.ts';
import { textsToLabel } from '../../../src/summary/decisions/judged-prompts.ts';
import { localized } from '../../../src/text/text.ts';
import type { Locale } from '../../messages/catalogue.ts';
import { formatProbability } from '../../messages/numbers.ts';
import { decidingTitle, suiteTitle } from '../../titles.ts';
import { pushedText } from '../../verdict.ts';
import { decisionFigures } from '../charts/figures.ts';
import { verdictPicture } from '../charts/verdict-bar.ts';
import { clipped, html, type Markup, said } from '../markup.ts';
import { fold, sampleAnchor } from '../page.ts';
import { reasonName } from '../words.ts';

const NAME_CHARS = 40;
const TITLE_CHARS = 160;
const MEANING_CHARS = 400;
const TEXT_CHARS = 120;
const LABELS_SHOWN = 8;
/** Longer names are set smaller. */
const LETTER_CHARS = 2;

/** A decision: path, every doubt, a cell for each prompt, what would settle it, what the first path would push. */
export function decisionBlock(summary: DecisionSummary, locale: Locale): Markup {
	const { suite, decision, standing } = summary;
	const { verdict } = standing;
	// What follows from a path that may be wrong would read as an instruction.
	const isFirm = verdict.path !== undefined && verdict.certainty !== 'borderline';
	const meaning = isFirm ? decision.paths.find(({ name }) => name === verdict.path)?.meaning : undefined;
	const push = pushedText(summary, locale);
	const hasPicture = verdict.n > 0 && verdict.status !== 'subset';
	return html`<div class="decision"><p class="eyebrow">${suiteTitle(suite, locale)} · ${decidingTitle(summary, locale)}</p>
<div class="heroline">${letter(summary, locale)}<div><h2>${sentence(summary, locale)}</h2>
<p class="said">${summary.said.map((message) => locale.say(message)).join(' ')}</p>${meaning !== undefined && html`<p class="meaning">${clipped(localized(meaning, locale.lang), MEANING_CHARS, locale.detail.long)}</p>`}</div></div>
${hasPicture && verdictPicture(summary, locale)}
${push !== undefined && html`<p class="pushed">${push}</p>`}
${settling(summary, locale)}</div>`;
}

/** Figures of a decision; open if it has remedies. */
export function decisionEvidence(summary: DecisionSummary, locale: Locale, named: boolean): Markup {
	const title = html`${locale.tiles.evidence}${named && html` <span class="muted">${suiteTitle(summary.suite, locale)}</span>`}`;
	const { status } = summary.standing.verdict;
	return fold(title, decisionFigures(summary, locale), status !== 'complete');
}

function letter({ standing: { verdict } }: DecisionSummary, locale: Locale): Markup | undefined {
	if (verdict.status === 'subset') return undefined;
	if (verdict.path === undefined) return html`<span class="letter open" aria-hidden="true">?</span>`;
	const name = clipped(verdict.path, NAME_CHARS, locale.detail.long);
	return html`<span class="${name.length > LETTER_CHARS ? 'letter word' : 'letter'}" aria-hidden="true">${name}</span>`;
}

function sentence({ decision, standing: { verdict } }: DecisionSummary, locale: Locale): string {
	const { picture: words, detail, lang } = locale;
	if (verdict.path === undefined) return verdict.status === 'subset' ? words.subset : words.undecided;
	const path = decision.paths[verdict.path === decision.paths[0].name ? 0 : 1];
	return words.path(
		clipped(path.name, NAME_CHARS, detail.long),
		verdict.certainty,
		clipped(localized(path.title, lang), TITLE_CHARS, detail.long),
	);
}

/** What could turn the path, and the texts whose labels would settle it. */
function settling(summary: DecisionSummary, locale: Locale): Markup | undefined {
	const { verdict, figure } = summary.standing;
	const next = textsToLabel(verdict, figure);
	if (figure === undefined || next === undefined) return undefined;
	const { picture: words } = locale;
	const { hits, of } = summary.decision.threshold;
	const share = locale.of(String(hits), String(of));
	// Rounded against the path, as in its sentence.
	const round = verdict.hits >= verdict.threshold ? Math.floor : Math.ceil;
	const { low, high } = figure.these;
	const these = locale.range(`${round(100 * low)}%`, `${round(100 * high)}%`);
	const rows: readonly (readonly [string, string])[] = [
		[words.theseName, words.these({ probability: these, needed: verdict.threshold })],
		...(figure.like === undefined
			? []
			: [[words.likeName, words.like({ probability: formatProbability(figure.like), share })] as const]),
	];
	const texts = openTexts(summary, next === 'flagged');
	return html`<div class="settling"><div><h3>${words.turns}</h3><dl class="turns">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
<p class="muted">${words.measuredOn({ set: figure.error.set, rows: figure.error.rows, date: figure.error.date })}</p></div>
<div class="labels"><h3>${words.label(texts.length)}</h3><ol>${texts
		.slice(0, LABELS_SHOWN)
		.map(
			({ id, text, reason }) =>
				html`<li><a href="#${sampleAnchor(summary.suite.name, id)}">${said('q', clipped(text, TEXT_CHARS, locale.detail.long))}</a>${reason !== undefined && html` <span class="chip">${reasonName(reason, locale)}</span>`}</li>`,
		)}</ol><p><code>gemmark label RUN</code></p></div></div>`;
}

interface OpenText {
	readonly id: string;
	readonly text: string;
	readonly reason: string | undefined;
}

/** Distinct texts without a label that the rule counted, or did not although it could have. */
function openTexts(summary: DecisionSummary, flagged: boolean): readonly OpenText[] {
	const { score } = summary.decision;
	const texts = new Map<string, OpenText>();
	for (const sample of summary.standing.judged) {
		const { value, reason } = sample.scores[score] ?? {};
		const text = turnOf(sample.transcript).prefix?.trim() ?? '';
		if (value !== flagged || text === '' || texts.has(text)) continue;
		texts.set(text, { id: sample.sampleId, text, reason: flagged ? undefined : reason });
	}
	return [...texts.values()];
}
