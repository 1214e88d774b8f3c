import type { TimeBudget } from '../src/eval/app.ts';
import type { EvaluatedSuite } from '../src/eval/header.ts';
import type { ScoreDeclaration } from '../src/eval/score.ts';
import type { DecisionSummary } from '../src/summary/decisions/decisions.ts';
import { localized } from '../src/text/text.ts';
import { clipped } from './html/markup.ts';
import type { Locale } from './messages/catalogue.ts';
import { withUnit } from './messages/numbers.ts';

const TITLE_CHARS = 120;

/** A suite's declared title, followed by its name if that is not the usual one; without a title the name. */
export function suiteTitle({ title, name, view }: EvaluatedSuite, { lang, detail }: Locale): string {
	const text = clipped(title === undefined ? name : localized(title, lang), TITLE_CHARS, detail.long);
	if (title === undefined) return text;
	const usual = view === undefined ? undefined : NAMES.get(view);
	return usual === undefined || usual === name ? text : `${text} (${name})`;
}

/** Default names of the built-in suites by view. */
const NAMES: ReadonlyMap<string, string> = new Map([
	['prefix', 'prefix'],
	['frames', 'frame'],
	['tools', 'tools'],
	['dialogs', 'dialogs'],
]);

/** A score's title; marked if lower is better. */
export function scoreTitle({ title, direction }: ScoreDeclaration, { lang, detail, scores }: Locale): string {
	const text = clipped(localized(title, lang), TITLE_CHARS, detail.long);
	return direction === 'lower' ? `${text} ${scores.lower}` : text;
}

/** Title of the score that decides. */
export function decidingTitle({ suite: { scores }, decision: { score } }: DecisionSummary, locale: Locale): string {
	const declared = Object.hasOwn(scores, score) ? scores[score] : undefined;
	return declared === undefined ? score : scoreTitle(declared, locale);
}

/** The declared budget of a number: `budget: ≤ 30 words`. */
export function scoreBudget(
	{ kind, budget, direction, unit }: ScoreDeclaration,
	{ scores }: Locale,
): string | undefined {
	if (kind === 'rate' || budget === undefined) return undefined;
	return `${scores.budget}: ${direction === 'lower' ? '≤' : '≥'} ${scoreFigure(budget, { unit })}`;
}

/** Three significant digits and the unit. */
export function scoreFigure(value: number, { unit }: Pick<ScoreDeclaration, 'unit'>): string {
	return withUnit(String(Number(value.toPrecision(3))), unit);
}

const NAME_CHARS = 60;

export function budgetName({ title, metric }: TimeBudget, { lang, metrics, detail }: Locale): string {
	const [name = metric] = metrics[metric] ?? [];
	return title === undefined ? name : clipped(localized(title, lang), NAME_CHARS, detail.long);
}

/** The place of a prompt in its suite's plan, from 1; undefined without a plan. */
export function plannedPlaces({ plan }: DecisionSummary['suite']): (id: string) => number | undefined {
	const places = new Map(plan?.ids.map((id, index) => [id, index + 1]));
	return (id) => places.get(id);
}
