import { spellNumbers } from './korean/number-spelling.ts';
import { splitParticles } from './korean/particle.ts';
import { plainSpeech } from './korean/politeness.ts';
import { compactText, normalizeText } from './normalize-text.ts';

/**
 * Whether two short texts say the same to a Korean reader: Unicode form, spacing, punctuation, letter case, politeness
 * ('마십니다' and '마신다'), the writing of numbers ('세 번' and '3번') and particles that only mark a word's part in its
 * sentence ('물을' and '물') do not count. Signs, decimals and ranges of numbers do, and so do particles that change the
 * meaning: '2시까지' is not '2시부터', nor '술만' '술도'.
 */
export function sameText(expected: string, actual: string): boolean {
	const [plain, other] = [expected, actual].map((text) => plainSpeech(spellNumbers(normalizeText(text))));
	if (plain === undefined || other === undefined) return false;
	const [a, b] = [compactText(plain), compactText(other)];
	if (a === '' || b === '') return plain === other;
	if (a === b) return true;
	const [bareA, bareB] = [withoutMarks(plain), withoutMarks(other)];
	const same = bareA.text === bareB.text || bareA.text === b || a === bareB.text;
	return same && agree(bareA.directions, bareB.directions);
}

interface Unmarked {
	readonly text: string;
	/** Particles of place and person that were taken off, in order. */
	readonly directions: readonly string[];
}

function withoutMarks(text: string): Unmarked {
	const directions: string[] = [];
	const words = text.split(/[^\p{L}\p{M}\p{N}]+/u).map((word) => {
		const { stem, particles } = splitParticles(word);
		const telling = particles.filter((particle) => !MARKS.test(particle));
		directions.push(...telling.filter((particle) => DIRECTION.test(particle)).map(directionOf));
		return stem + telling.filter((particle) => !DIRECTION.test(particle)).join('');
	});
	return { text: compactText(words.join('')), directions };
}

/** Part of the sentence only: subject, object, topic, 의, and 에 of a time. */
const MARKS = /^(?:은|는|이|가|을|를|의|에|께서)$/;

/** May be left out ('서울로', '서울'), but not exchanged: '서울로' is not '서울에서'. */
const DIRECTION = /^(?:으로|로|에서|에게|한테|께|에게서|한테서|으로부터|로부터|와|과|하고|이랑|랑)$/;

function directionOf(particle: string): string {
	if (/^(?:한테|께)$/.test(particle)) return '에게';
	if (/^(?:한테서|에게서|으?로부터)$/.test(particle)) return '에게서';
	if (/^(?:과|하고|이?랑)$/.test(particle)) return '와';
	return particle === '으로' ? '로' : particle;
}

function agree(one: readonly string[], other: readonly string[]): boolean {
	return one.length !== other.length || one.every((particle, index) => particle === other[index]);
}
