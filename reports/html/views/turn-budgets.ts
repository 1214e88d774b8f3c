import type { LatencyRow } from '../../../src/index.ts';
import type { Locale } from '../../locale/locale.ts';
import type { Budget } from '../charts/measure-strips.ts';

/** What the product promised: a chat turn takes 2 to 5 s, a chain of tools 5 to 10 s. */
export function turnBudgets(_state: LatencyRow['state'], { time }: Locale): readonly Budget[] {
	return [
		{ from: 2000, to: 5000, name: time.budget.chatTurn },
		{ from: 5000, to: 10_000, name: time.budget.chain },
	];
}
