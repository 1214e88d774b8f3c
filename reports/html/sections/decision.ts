import { certainHits } from '../../../src/eval/decision.ts';
import type { DecisionSummary } from '../../../src/summary/decisions/decisions.ts';
import { localized } from '../../../src/text/text.ts';
import type { Locale } from '../../messages/catalogue.ts';
import type { SaidPath } from '../../messages/en/report.ts';
import type { ReportedRun } from '../../reported-run.ts';
import { decidingTitle, suiteTitle } from '../../titles.ts';
import { peoplesText } from '../../verdict.ts';
import { decisionFigures } from '../charts/figures.ts';
import { clipped, html, type Markup } from '../markup.ts';
import { fold, notice } from '../page.ts';

const NAME_CHARS = 40;
const TITLE_CHARS = 160;
const MEANING_CHARS = 400;
/** Longer names are set smaller. */
const LETTER_CHARS = 2;

/** A decision: path, sentence, meaning, and people's labels. */
export function decisionBlock(summary: DecisionSummary, heading: (sentence: string) => Markup, locale: Locale): Markup {
	const { suite, decision, standing } = summary;
	const people = peoplesText(summary, locale);
	const meaning = decision.paths.find(({ name }) => name === standing.verdict.path)?.meaning;
	return html`<div class="decision"><p class="eyebrow">${suiteTitle(suite, locale)} · ${decidingTitle(summary, locale)}</p>
<div class="heroline">${letter(summary, locale)}<div>${heading(sentence(summary, locale))}
${meaning !== undefined && html`<p class="meaning">${clipped(localized(meaning, locale.lang), MEANING_CHARS, locale.detail.long)}</p>`}${people !== undefined && html`<p class="meaning">${people}</p>`}</div></div></div>`;
}

/** Evidence for a decision; open if the verdict is not complete, because it then has remedies. */
export function decisionEvidence(run: ReportedRun, summary: DecisionSummary, locale: Locale, named: boolean): Markup {
	const title = html`${locale.tiles.evidence}${named && html` <span class="muted">${suiteTitle(summary.suite, locale)}</span>`}`;
	return fold(title, decisionFigures(run, summary, locale), summary.standing.verdict.status !== 'complete');
}

function letter({ standing: { verdict } }: DecisionSummary, locale: Locale): Markup | undefined {
	if (verdict.status === 'subset') return undefined;
	if (verdict.path === undefined) return html`<span class="letter open" aria-hidden="true">?</span>`;
	const name = clipped(verdict.path, NAME_CHARS, locale.detail.long);
	return html`<span class="${name.length > LETTER_CHARS ? 'letter word' : 'letter'}" aria-hidden="true">${name}</span>`;
}

function sentence({ decision, standing: { verdict } }: DecisionSummary, locale: Locale): string {
	const words = locale.verdict;
	const { hits, misses, n } = verdict;
	if (verdict.path === undefined) {
		return words[verdict.status](hits, hits + misses, n);
	}
	const path = saidPath(decision.paths[verdict.path === decision.paths[0].name ? 0 : 1], locale);
	if (verdict.status === 'complete') return words.sentence(path, hits, n);
	const certain = certainHits(verdict);
	return words[certain.bound](path, certain.hits, n);
}

function saidPath({ name, title }: DecisionSummary['decision']['paths'][0], { lang, detail }: Locale): SaidPath {
	return {
		name: clipped(name, NAME_CHARS, detail.long),
		title: clipped(localized(title, lang), TITLE_CHARS, detail.long),
	};
}

/** Notices of a truncated verdict, and what could turn it. */
export function decisionReservation(
	{ suite, standing: { verdict }, said }: DecisionSummary,
	locale: Locale,
	several: boolean,
): readonly Markup[] {
	if (verdict.path === undefined) return [];
	const whose = several ? `${clipped(suite.name, NAME_CHARS, locale.detail.long)}: ` : '';
	const { truncated } = locale.notice;
	const doubts = said.slice(1).map(locale.say).join(' ');
	return [
		...(verdict.status === 'truncated' ? [notice('cut', '✂', [whose + truncated[0], truncated[1]])] : []),
		...(doubts === '' ? [] : [notice('borderline', '◐', [whose, doubts])]),
	];
}
