import type { MatcherState } from 'vitest';
import { meaningfulPrefix } from '../../src/eval/scoring/turns.ts';
import { judged } from '../asked-turn.ts';
import { failsUnobserved, localeFor, type Outcome, quoted, requireTurn } from './matcher.ts';

/** Passes where the text before the turn's first call says something worth keeping, as the prefix suite judges it. */
export function toHaveMeaningfulPrefix(this: MatcherState, received: unknown): Outcome {
	const turn = requireTurn('toHaveMeaningfulPrefix', received);
	const score = judged(turn, meaningfulPrefix());
	if (score === undefined) throw new Error('a prefix is scored, or unscored');
	if (score.unscored !== undefined) return failsUnobserved(this, { cause: score.unscored, detail: score.detail }, turn);
	const locale = localeFor(turn.language);
	const prefix = quoted(turn.prefix);
	return {
		pass: score.value === true,
		message: () =>
			score.value === true ? locale.prefix(prefix) : locale.noPrefix(prefix, locale.reason(score.reason, score.detail)),
	};
}
