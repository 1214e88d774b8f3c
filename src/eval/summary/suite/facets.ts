import { intervalOf, type Rate } from '../../../stats/rate.ts';
import type { LocalizedText } from '../../../text/text.ts';
import { type EvaluatedSuite, mainScore } from '../../run.ts';
import type { ArmSummary } from './suite-summary.ts';

/** The main rate of an arm by the values of one facet, a group of samples that the suite's header declares. */
export interface FacetSummary {
	readonly name: string;
	readonly title: LocalizedText;
	/** Numbers ascending, all else in the order of the samples. */
	readonly rows: readonly { readonly value: string; readonly title?: LocalizedText | undefined; readonly rate: Rate }[];
	/** Of a facet of numbers: the first at which the rate is below half with 95 % certainty. */
	readonly breaksAt?: string | undefined;
}

/** The declared facets that the arm's samples have. */
export function facetsOf(
	suite: Pick<EvaluatedSuite, 'scores' | 'facets'>,
	{ scores }: Pick<ArmSummary, 'scores'>,
): readonly FacetSummary[] {
	const main = scores.find(({ name }) => name === mainScore(suite));
	return Object.entries(suite.facets ?? {}).flatMap(([name, { title, values = {} }]) => {
		const rows = (main?.groups ?? []).flatMap(({ group, value, rate }) => {
			return group === name ? [{ value, title: Object.hasOwn(values, value) ? values[value] : undefined, rate }] : [];
		});
		if (rows.length === 0) return [];
		const isCount = rows.every(({ value }) => /^\d+$/u.test(value));
		const sorted = isCount ? rows.toSorted((one, other) => Number(one.value) - Number(other.value)) : rows;
		return [{ name, title, rows: sorted, breaksAt: isCount ? sorted.find(isBelowHalf)?.value : undefined }];
	});
}

function isBelowHalf({ rate }: { readonly rate: Rate }): boolean {
	const interval = intervalOf(rate);
	return interval !== undefined && interval.high < 0.5;
}
