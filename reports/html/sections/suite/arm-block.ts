import type { ArmSummary, EvaluatedSuite } from '../../../../src/index.ts';
import type { Locale } from '../../../locale/locale.ts';
import { type RateFigure, rateFigures, rateText } from '../../../page/charts/rate-figures.ts';
import { html, type Insert, type Markup } from '../../../page/markup.ts';
import { reasonName } from '../../../page/reason-name.ts';
import { facetTables } from '../../charts/facet-tables.ts';
import { groupTable } from '../../charts/group-table.ts';
import { reliabilityTable } from '../../charts/reliability-table.ts';
import { mainRate, outcomeBlock } from '../../samples/score-outcomes.ts';
import { scoreTitle } from '../../score-title.ts';

/** What a rich view says of an arm in its own words. */
export interface ArmWords {
	readonly reason?: (reason: string) => string;
	/** Stands beneath the outcomes. */
	readonly facts?: Insert;
	/** Rates that no score declares, before those that are declared. */
	readonly figures?: readonly RateFigure[];
	/** Group of samples that stands in those figures already. */
	readonly knownGroup?: string;
}

/** What one arm came to: the main rate and its outcomes, the other rates, groups of samples, reliability over epochs. */
export function armBlock(
	suite: EvaluatedSuite,
	arm: ArmSummary,
	order: readonly string[],
	locale: Locale,
	{ reason = (word) => reasonName(word, locale), facts, figures = [], knownGroup }: ArmWords = {},
): Markup {
	const main = mainRate(suite, arm);
	const known = [...Object.keys(suite.facets ?? {}), ...(knownGroup === undefined ? [] : [knownGroup])];
	const title = main === undefined ? '' : scoreTitle(main.declaration, locale);
	return html`<div class="arm"><h3 class="armname">${locale.arm(arm.arm)}${
		main !== undefined && html` <span class="armrate">${title} ${rateText(main.rate, locale, main.unscored)}</span>`
	}</h3>
${main && outcomeBlock(main, order, `${title}, ${locale.arm(arm.arm)}`, reason, locale)}${facts}
${rateFigures([...figures, ...otherRates(arm, main?.name, locale)], locale)}
${facetTables(suite, arm, locale)}${groupTable(arm, known, locale)}${reliabilityTable(arm.reliability, locale)}</div>`;
}

function otherRates({ scores }: ArmSummary, main: string | undefined, locale: Locale): readonly RateFigure[] {
	return scores.flatMap(({ name, declaration, rate, unscored }): readonly RateFigure[] => {
		if (rate === undefined || name === main) return [];
		return [{ name: scoreTitle(declaration, locale), rate, unscored }];
	});
}
