import { type DecisionSummary, localized } from '../../../src/index.ts';
import { formatProbability } from '../../locale/format-number.ts';
import type { Locale } from '../../locale/locale.ts';
import { tilesLocale } from '../../locale/sections/tiles-locale.ts';
import type { SaidPath } from '../../locale/sections/verdict-locale.ts';
import { decisionFigures } from '../charts/decision-figures.ts';
import { fold } from '../fold.ts';
import { html, type Markup } from '../markup.ts';
import { notice } from '../notice.ts';
import { clipped } from '../samples/said.ts';
import { scoreTitle } from '../score-title.ts';
import { suiteTitle } from './suite/suite-frame.ts';

const NAME_CHARS = 40;
const TITLE_CHARS = 160;
const MEANING_CHARS = 400;
/** Longer names of paths are words, which get no letter's size. */
const LETTER_CHARS = 2;

/** One decision: the path's name, the sentence, and what it means. */
export function decisionBlock(summary: DecisionSummary, heading: (sentence: string) => Markup, locale: Locale): Markup {
	const { suite, decision, verdict } = summary;
	const score = Object.hasOwn(suite.scores, decision.score) ? suite.scores[decision.score] : undefined;
	const meaning = decision.paths.find(({ name }) => name === verdict.path)?.meaning;
	return html`<div class="decision"><p class="eyebrow">${suiteTitle(suite, locale)}${score && html` · ${scoreTitle(score, locale)}`}</p>
<div class="heroline">${letter(summary, locale)}<div>${heading(sentence(summary, locale))}
${meaning !== undefined && html`<p class="meaning">${clipped(localized(meaning, locale.lang), MEANING_CHARS, locale.detail.long)}</p>`}</div></div></div>`;
}

/** What a decision rests on; at once where it is not certain, for then it tells what to do. */
export function decisionEvidence(summary: DecisionSummary, locale: Locale, named: boolean): Markup {
	const title = html`${tilesLocale[locale.lang].evidence}${named && html` <span class="muted">${suiteTitle(summary.suite, locale)}</span>`}`;
	return fold(title, decisionFigures(summary, locale), summary.verdict.status !== 'complete');
}

function letter({ verdict }: DecisionSummary, locale: Locale): Markup | undefined {
	if (verdict.status === 'subset') return undefined;
	if (verdict.path === undefined) return html`<span class="letter open" aria-hidden="true">?</span>`;
	const name = clipped(verdict.path, NAME_CHARS, locale.detail.long);
	return html`<span class="${name.length > LETTER_CHARS ? 'letter word' : 'letter'}" aria-hidden="true">${name}</span>`;
}

function sentence({ decision, verdict }: DecisionSummary, locale: Locale): string {
	const words = locale.verdict;
	const { hits, misses, n } = verdict;
	if (verdict.path === undefined) {
		return words[verdict.status](hits, hits + misses, n);
	}
	const first = verdict.path === decision.paths[0].name;
	const path = saidPath(decision.paths[first ? 0 : 1], locale);
	if (verdict.status === 'complete') return words.sentence(path, hits, n);
	return first ? words.atLeast(path, hits, n) : words.atMost(path, n - misses, n);
}

function saidPath({ name, title }: DecisionSummary['decision']['paths'][0], { lang, detail }: Locale): SaidPath {
	return {
		name: clipped(name, NAME_CHARS, detail.long),
		title: clipped(localized(title, lang), TITLE_CHARS, detail.long),
	};
}

/** That it was certain without the others, or could be decided otherwise. */
export function decisionReservation({ decision, verdict }: DecisionSummary, locale: Locale): Markup | undefined {
	if (verdict.status === 'truncated') return notice('cut', '✂', locale.notice.truncated);
	if (verdict.status !== 'complete' || !verdict.greyZone) return undefined;
	const { hits, of } = decision.threshold;
	const probability = formatProbability(verdict.probability);
	return notice('grey', '◐', locale.notice.greyZone(probability, locale.of(String(hits), String(of)), verdict.n));
}
