import { compactText, normalizeText } from './normalize-text.ts';
import { normalizeNumerals } from './numeral.ts';
import { stripParticle } from './particle.ts';

/**
 * Whether two short texts say the same to a Korean reader: Unicode form, spacing, punctuation, letter case, particles
 * at word ends ('물을' and '물') and the writing of numbers ('세 번' and '3번') do not count.
 */
export function sameText(expected: string, actual: string): boolean {
	const [plain, other] = [expected, actual].map((text) => normalizeNumerals(normalizeText(text)));
	if (plain === undefined || other === undefined) return false;
	const [a, b] = [compactText(plain), compactText(other)];
	if (a === '' || b === '') return plain === other;
	if (a === b) return true;
	const [bareA, bareB] = [withoutParticles(plain), withoutParticles(other)];
	return bareA === bareB || bareA === b || a === bareB;
}

function withoutParticles(text: string): string {
	const words = text.split(/[^\p{L}\p{M}\p{N}]+/u);
	return compactText(words.map(stripParticle).join(''));
}
