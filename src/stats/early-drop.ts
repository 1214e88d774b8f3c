import { incompleteBeta, logBeta, logSum } from './intervals.ts';

/**
 * Log e-value of so many wins against losses, for 'a win is more likely than a loss': the uniform mixture over (1/2, 1)
 * (Robbins 1970). It may be looked at after every block: P(it ever reaches log(1 / a)) is at most a (Ville 1939). Ties count
 * nowhere.
 */
export function logEValue(wins: number, losses: number): number {
	// Where I underflows, wins are so few that the value is far below any threshold.
	const above = incompleteBeta(0.5, losses + 1, wins + 1);
	return (wins + losses + 1) * Math.log(2) + logBeta(wins + 1, losses + 1) + Math.log(above);
}

/**
 * Log e-value against 'the loss is at most the margin': the mean of twenty bets on the difference of each prompt, with the
 * same promise at any number of looks. Above 0 it needs a measured loss above the margin.
 */
export function logLossEValue(lost: number, gained: number, n: number, margin: number): number {
	const logs = Array.from({ length: BETS }, (_, index) => {
		const bet = (index + 0.5) / BETS / (1 + margin);
		const factor = (count: number, loss: number): number => count * Math.log1p(bet * (loss - margin));
		return factor(lost, 1) + factor(n - lost - gained, 0) + factor(gained, -1);
	});
	return logSum(logs) - Math.log(BETS);
}

const BETS = 20;

/** Exact p that the typical turn is over a time budget: P(X >= over), X ~ Binomial(n, 1/2). */
export function overBudgetP(over: number, n: number): number {
	return over === 0 ? 1 : incompleteBeta(0.5, over, n - over + 1);
}
