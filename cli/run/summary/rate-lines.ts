import { counted } from '../../../src/base/message.ts';
import { mainScore } from '../../../src/eval/run.ts';
import type { UnscoredCause } from '../../../src/eval/score.ts';
import { rateText } from '../../../src/eval/summary/rate-text.ts';
import { facetsOf } from '../../../src/eval/summary/suite/facets.ts';
import type { ArmSummary, SuiteSummary } from '../../../src/eval/summary/suite/suite-summary.ts';
import { remedyFor, unscoredText } from '../../../src/eval/summary/unscored-text.ts';
import { localized } from '../../../src/text/text.ts';

/** The main rate of an arm, and what of it could not be scored. */
export function armLine({ suite }: SuiteSummary, { arm, evaluated, scores }: ArmSummary): string {
	const name = `${suite.name}, ${arm}`;
	const main = scores.find((score) => score.name === mainScore(suite)) ?? scores[0];
	if (main === undefined) return `${name}: ${counted(evaluated, 'sample')}, no score`;
	const unscored = main.unscored.length === 0 ? '' : `; unscored: ${unscoredText(main.unscored)}`;
	// Where a suite decides, its verdict has told what to do.
	const remedies =
		suite.decision === undefined ? main.unscored.map(({ reason }) => remedyFor(reason as UnscoredCause)) : [];
	const told = remedies.length === 0 ? '' : ` (${remedies.join('; ')})`;
	return `${name}: ${localized(main.declaration.title, 'en')}: ${measured(main)}${unscored}${told}`;
}

/** Where a model breaks: by each declared facet the main rate of every value. */
export function facetLines({ suite }: SuiteSummary, arm: ArmSummary): readonly string[] {
	return facetsOf(suite, arm).map(({ title, rows, breaksAt }) => {
		const rates = rows.slice(0, MOST_VALUES).map(({ value, rate }) => `${value}: ${rateText(rate)}`);
		const more = rows.length > MOST_VALUES ? `; ${rows.length - MOST_VALUES} more, in the report` : '';
		const breaks = breaksAt === undefined ? '' : `; first below half at ${breaksAt}`;
		return `${suite.name}, ${arm.arm}, by ${localized(title, 'en')}: ${rates.join('; ')}${more}${breaks}`;
	});
}

const MOST_VALUES = 12;

function measured({ rate, values, declaration }: ArmSummary['scores'][number]): string {
	if (rate !== undefined && rate.n > 0) return rateText(rate);
	const unit = declaration.unit === undefined ? '' : ` ${declaration.unit}`;
	return values?.mean === undefined
		? 'not measured'
		: `mean ${Number(values.mean.toPrecision(3))}${unit} (n ${values.n})`;
}
