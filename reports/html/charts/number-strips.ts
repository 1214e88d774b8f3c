import {
	type Distribution,
	type Log,
	type ReasonCounts,
	type ScoreDeclaration,
	type SuiteSummary,
	scoreNamed,
} from '../../../src/index.ts';
import { formatCount, formatMeasure } from '../../locale/format-number.ts';
import type { Locale } from '../../locale/locale.ts';
import { measureStrips, tailOf } from '../../page/charts/measure-strips.ts';
import { html, type Markup } from '../../page/markup.ts';
import { unscoredText } from '../../page/reason-name.ts';
import { scoreTitle } from '../score-title.ts';

/** Every declared number of a suite with its distribution, the arms under each other on one axis. */
export function numberStrips(log: Log, { suite, arms }: SuiteSummary, locale: Locale): Markup | undefined {
	const figures = Object.entries(suite.scores).flatMap(([name, declaration]) => {
		const measured = arms.flatMap(({ arm, scores }): readonly ArmNumbers[] => {
			const { values: distribution, unscored } = scores.find((score) => score.name === name) ?? {};
			if (distribution === undefined || unscored === undefined) return [];
			return [{ arm, distribution, unscored, values: valuesOf(log, suite.name, arm, name) }];
		});
		return measured.length === 0 ? [] : [figure(declaration, measured, locale)];
	});
	return figures.length === 0 ? undefined : html`<div class="multiples">${figures}</div>`;
}

interface ArmNumbers {
	readonly arm: string;
	readonly distribution: Distribution;
	readonly unscored: ReasonCounts;
	readonly values: readonly number[];
}

function valuesOf({ samples }: Log, suite: string, arm: string, name: string): readonly number[] {
	return samples.flatMap((sample) => {
		const value = sample.suite === suite && sample.arm === arm ? scoreNamed(sample, name)?.value : undefined;
		return typeof value === 'number' ? [value] : [];
	});
}

function figure(declaration: ScoreDeclaration, arms: readonly ArmNumbers[], locale: Locale): Markup {
	const { unit, direction = 'higher', budget } = declaration;
	const budgets = budget === undefined || budget <= 0 ? [] : [{ limit: budget, name: locale.scores.budget }];
	const scored = arms.filter(({ distribution }) => distribution.n > 0);
	// The strips begin at 0.
	const drawn = scored.length > 0 && scored.every(({ distribution: { min = 0 } }) => min >= 0);
	const strips = drawn
		? scored.map(({ arm, ...row }) => ({ name: locale.arm(arm), row: { unit, direction, ...row }, budgets }))
		: [];
	return html`<figure class="multiple"><figcaption><h3>${scoreTitle(declaration, locale)}</h3></figcaption>${drawn && measureStrips(strips, locale)}${arms.map(
		(arm) =>
			html`<p class="muted">${summaryLine(arm, { unit, direction }, drawn && arm.distribution.n > 0, locale)}</p>`,
	)}</figure>`;
}

/** What the strip does not say, or all of it where there is none. */
function summaryLine(
	{ arm, distribution, unscored }: ArmNumbers,
	{ unit, direction }: Pick<ScoreDeclaration, 'unit' | 'direction'>,
	drawn: boolean,
	locale: Locale,
): string {
	const { n, p50, mean } = distribution;
	const [tailName, tail] = tailOf({ unit, direction, distribution });
	const told = (name: string, value: number | undefined): string | undefined =>
		value === undefined ? undefined : `${name} ${formatMeasure(value, unit)}`;
	const quantiles = drawn ? [] : [told('p50', p50), told(tailName, n === 0 ? undefined : tail), `n ${formatCount(n)}`];
	return [locale.arm(arm), ...quantiles, told(locale.scores.mean, mean), unscoredText(unscored, locale)]
		.filter((part) => part !== undefined)
		.join(' · ');
}
