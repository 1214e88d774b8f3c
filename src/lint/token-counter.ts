/** Counts the tokens of a text, by a vocabulary (`exact`) or by an estimate. */
export interface TokenCounter {
	readonly exact: boolean;
	count(text: string): number | Promise<number>;
}

/** For where no vocabulary is at hand. A control token is one token; of words, a Latin letter is about a quarter. */
export const estimatedTokens: TokenCounter = { exact: false, count: estimate };

const CONTROL = /<[^<>\s]{1,40}>/gu;
const WIDE = /[\u1100-\u11ff\u3000-\u9fff\uac00-\ud7a3]/gu;
const TOKENS_OF_WIDE = 0.6;
const TOKENS_OF_LETTER = 0.25;
const TOKENS_OF_SIGN = 0.6;

function estimate(text: string): number {
	const words = text.replace(CONTROL, '');
	const control = text.match(CONTROL)?.length ?? 0;
	const wide = words.match(WIDE)?.length ?? 0;
	const signs = words.match(/[^\p{L}\p{N}\s]/gu)?.length ?? 0;
	const letters = words.length - wide - signs;
	return Math.ceil(control + wide * TOKENS_OF_WIDE + signs * TOKENS_OF_SIGN + letters * TOKENS_OF_LETTER);
}
