import type { LintFinding } from './finding.ts';
import type { TokenCounter } from './token-counter.ts';

/** Prompts to be counted: the app's own, and the same without its tools, and without system text too. */
export interface CostedPrompts {
	readonly whole: string;
	readonly withoutTools: string;
	readonly bare: string;
}

export interface ContextBudget {
	/** Tokens. */
	readonly size: number;
	/** User turns that should fit. */
	readonly turns: number;
	readonly counter: TokenCounter;
}

/** Tokens of a user's words, a call, its response and an answer: a turn below it is a cramped one. */
const CRAMPED_TURN = 200;

/** What system text and tools cost of the context, and what they leave for so many turns. */
export function contextCost(prompts: CostedPrompts, { size, turns, counter }: ContextBudget): LintFinding {
	const [whole, withoutTools, bare] = [prompts.whole, prompts.withoutTools, prompts.bare].map(counter.count) as [
		number,
		number,
		number,
	];
	const left = size - whole;
	const each = Math.floor(left / turns);
	const counted = counter.exact ? '' : ', estimated from characters';
	const cost = `system text costs ${withoutTools - bare} and tools ${whole - withoutTools} tokens of ${size}${counted}`;
	if (left <= 0) {
		return {
			level: 'error',
			code: 'context',
			message: `${cost}: nothing is left for a conversation`,
			where: 'context',
		};
	}
	return {
		level: each < CRAMPED_TURN ? 'warning' : 'note',
		code: 'context',
		message: `${cost}; ${left} are left, ${each} for each of ${turns} turns`,
		where: 'context',
	};
}
