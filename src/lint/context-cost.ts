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
export async function contextCost(
	prompts: CostedPrompts,
	{ size, turns, counter }: ContextBudget,
): Promise<LintFinding> {
	const whole = await counter.count(prompts.whole);
	const withoutTools = await counter.count(prompts.withoutTools);
	const bare = await counter.count(prompts.bare);
	const left = size - whole;
	const each = Math.floor(left / turns);
	const [system, tools] = [withoutTools - bare, whole - withoutTools];
	const en = `of ${size} tokens system text costs ${system}, tools ${tools} and the template itself ${bare}${counter.exact ? '' : ', estimated from characters'}`;
	const ko = `${size}토큰 가운데 시스템 글이 ${system}, 도구가 ${tools}, 템플릿 자체가 ${bare}토큰을 씁니다${counter.exact ? '' : ' (글자 수로 어림한 값)'}`;
	if (left <= 0) {
		const message = { en: `${en}: nothing is left for a conversation`, ko: `${ko}. 대화할 자리가 남지 않습니다` };
		return { level: 'error', code: 'context', message, where: 'context' };
	}
	return {
		level: each < CRAMPED_TURN ? 'warning' : 'note',
		code: 'context',
		message: {
			en: `${en}; ${left} are left, ${each} for each of ${turns} turns`,
			ko: `${ko}. 남는 것은 ${left}토큰, 턴 ${turns}번이면 한 번에 ${each}토큰입니다`,
		},
		where: 'context',
	};
}
