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
	/** Particles of place and person that were taken off, by the length of the text before them. */
	readonly directions: ReadonlyMap<number, string>;
}

function withoutMarks(text: string): Unmarked {
	const directions = new Map<number, string>();
	let bare = '';
	for (const word of text.split(/[^\p{L}\p{M}\p{N}]+/u)) {
		const { stem, particles } = splitParticles(word);
		bare += compactText(stem);
		for (const particle of particles) {
			if (DIRECTION.test(particle)) directions.set(bare.length, directionOf(particle));
			else if (!MARKS.test(particle)) bare += particle;
		}
	}
	return { text: bare, directions };
}

/** Part of the sentence only: subject, object, topic and 의. */
const MARKS = /^(?:은|는|이|가|을|를|의|께서)$/;

/** May be left out ('서울로', '서울'; '퇴근 후에', '퇴근 후'), but not exchanged: '서울로' is not '서울에서'. */
const DIRECTION = /^(?:에|으로|로|에서|에게|한테|께|에게서|한테서|으로부터|로부터|와|과|하고|이랑|랑)$/;

function directionOf(particle: string): string {
	if (/^(?:한테|께)$/.test(particle)) return '에게';
	if (/^(?:한테서|에게서|으?로부터)$/.test(particle)) return '에게서';
	if (/^(?:과|하고|이?랑)$/.test(particle)) return '와';
	return particle === '으로' ? '로' : particle;
}

function agree(one: Unmarked['directions'], other: Unmarked['directions']): boolean {
	return one.entries().every(([place, particle]) => isAlike(particle, other.get(place) ?? particle));
}

/** One goes '집에' as '집으로', but does there what is done '집에서'. */
function isAlike(one: string, other: string): boolean {
	if (one === other) return true;
	return one === '에' ? other !== '에서' : other === '에' && one !== '에서';
}
