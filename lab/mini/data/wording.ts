import type { Chance } from './chance.ts';
import { ENDINGS } from './words/endings.ts';

/** How the user speaks to the coach: 반말 or 존댓말. */
export type Register = 'casual' | 'polite';

/**
 * Fills a pattern: `[a|b|]` is one of its alternatives (none inside another), `<name>` a slot or an ending of
 * {@link ENDINGS} in the register, `~을` `~이` `~은` `~으로` `~과` a particle that agrees with the
 * syllable before it, `⟦` and `⟧` brackets.
 */
export function word(
	pattern: string,
	slots: Readonly<Record<string, string>>,
	register: Register,
	chance: Chance,
): string {
	let text = pattern;
	while (/\[[^[\]]*\]/.test(text)) {
		text = text.replace(/\[([^[\]]*)\]/, (_, inner: string) => chance.pick(inner.split('|')));
	}
	text = text.replace(/<([^<>]+)>/g, (whole, name: string) => {
		const slot = Object.hasOwn(slots, name) ? slots[name] : undefined;
		if (slot !== undefined) return slot;
		const endings = Object.hasOwn(ENDINGS, name) ? ENDINGS[name] : undefined;
		if (endings === undefined) throw new Error(`no such slot: ${whole} in ${pattern}`);
		return chance.pick(endings[register]);
	});
	return agree(text).replaceAll('⟦', '[').replaceAll('⟧', ']').replace(/ {2,}/g, ' ').trim();
}

/** Puts the right particle where one is marked by `~`. */
export function agree(text: string): string {
	return text.replace(/(.)~(으로|을|이|은|과|이랑|이나)/gu, (_, before: string, particle: string) => {
		const code = before.codePointAt(0) ?? 0;
		const hangul = code >= 0xac00 && code <= 0xd7a3;
		const batchim = hangul ? (code - 0xac00) % 28 : /[0136-8lmnr]/i.test(before) ? 1 : 0;
		const open = batchim === 0 || (particle === '으로' && batchim === 8);
		return before + (open ? (OPEN[particle] ?? particle) : particle);
	});
}

const OPEN: Readonly<Record<string, string>> = {
	으로: '로',
	을: '를',
	이: '가',
	은: '는',
	과: '와',
	이랑: '랑',
	이나: '나',
};
