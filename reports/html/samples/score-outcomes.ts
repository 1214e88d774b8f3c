import type { ArmSummary, EvaluatedSuite, Rate, ReasonCounts, ScoreSummary } from '../../../src/index.ts';
import { mainScore } from '../../../src/index.ts';
import type { Locale } from '../../locale/locale.ts';
import { outcomeBar, outcomeLegend, outcomeOrder, PASSED } from '../../page/charts/outcome-bar.ts';
import { html, type Markup } from '../../page/markup.ts';
import { countedText } from '../../page/reason-name.ts';

/** A rate as a bar of its outcomes. */
export interface RateSummary extends ScoreSummary {
	readonly rate: Rate;
}

/** The arm's main rate; absent where the suite's main score is a number, or no sample has it. */
export function mainRate(suite: EvaluatedSuite, { scores }: ArmSummary): RateSummary | undefined {
	const name = mainScore(suite);
	return scores.find((score): score is RateSummary => score.name === name && score.rate !== undefined);
}

/** One order of outcomes for the bars of all arms. */
export function outcomesInOrder(suite: EvaluatedSuite, arms: readonly ArmSummary[]): readonly string[] {
	const mains = arms.map((arm) => mainRate(suite, arm)).filter((main) => main !== undefined);
	return outcomeOrder(mains.map(outcomesOf));
}

/** The scored samples by outcome; those without a score are in none of the shares. */
export function outcomeBlock(
	score: RateSummary,
	order: readonly string[],
	label: string,
	word: (reason: string) => string,
	locale: Locale,
): Markup | undefined {
	if (score.rate.n === 0) return undefined;
	const counts = outcomesOf(score);
	const name = (reason: string): string =>
		reason === PASSED ? locale.scores.passed : reason === NO_REASON ? locale.scores.missed : word(reason);
	return html`${outcomeBar(counts, order, locale.scores.outcomesLabel(label, countedText(counts, name)))}
${outcomeLegend(order, counts, name)}`;
}

/** A miss that its scorer gives no reason for. */
const NO_REASON = '';

function outcomesOf({ rate, reasons }: RateSummary): ReasonCounts {
	const told = reasons.reduce((sum, { count }) => sum + count, 0);
	const counts = [
		{ reason: PASSED, count: rate.hits },
		...reasons,
		{ reason: NO_REASON, count: rate.n - rate.hits - told },
	];
	return counts.filter(({ count }) => count > 0);
}
