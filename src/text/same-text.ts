import { splitParticles } from './korean/particle.ts';
import { isAsked, plainQuestions, plainSpeech, plainStatements } from './korean/politeness.ts';
import { spellNumbers, spellSigns } from './korean/spelling.ts';
import { readRules } from './rules.ts';
import rows from './same-text.rules.json' with { type: 'json' };
import { compactText, normalizeText } from './text.ts';

const RULES = readRules(rows);

/**
 * Whether two short texts say the same to a Korean reader: Unicode form, spacing, punctuation of sentences, letter case, politeness
 * ('마십니다', '마셔요' and '마신다'), the writing of numbers ('세 번' and '3번') and particles that only mark a word's part
 * in its sentence ('물을' and '물') do not count. Signs, decimals, ranges and lists of numbers do, and so do particles
 * that change the meaning: '2시까지' is not '2시부터', nor '술만' '술도', nor '친구가' '친구에게'.
 */
export function sameText(expected: string, actual: string): boolean {
	const [one, other] = [normalizeText(expected), normalizeText(actual)];
	// Numerals are found by the spaces around them, so texts that differ in nothing but those are compared unread too.
	return [spellSigns, spellNumbers].some((spell) => {
		const [a, b] = [spell(one), spell(other)];
		const asked = isAsked(a) || isAsked(b) ? [plainQuestions] : [];
		return [plainSpeech, plainStatements, ...asked].some((speech) => sameSpelt(speech(a), speech(b)));
	});
}

/** Keys of which two texts that are the same share one; texts that share one need not be the same. */
export function sameKeys(text: string): readonly string[] {
	const keys = [spellSigns, spellNumbers].flatMap((spell) =>
		[plainSpeech, plainStatements, plainQuestions].flatMap((speech) => {
			const plain = speech(spell(normalizeText(text)));
			const compact = compactText(plain);
			return compact === '' ? [plain] : [compact, withoutMarks(plain).text];
		}),
	);
	return [...new Set(keys)];
}

/** In what two texts that are the same differ, in this order. */
const DIFFERENCES = ['spacing', 'letter case', 'punctuation', 'number', 'particle', 'politeness'] as const;
export type TextDifference = (typeof DIFFERENCES)[number];

/** What must be overlooked of two texts that are the same; undefined where no set of these makes them one. */
export function textDifferences(one: string, other: string): readonly TextDifference[] | undefined {
	for (const speech of [plainSpeech, plainStatements, plainQuestions]) {
		const isSame = (but: readonly TextDifference[]): boolean =>
			written(one, but, speech) === written(other, but, speech);
		const base = [[], ['particle'] as const].find((but) => isSame(but));
		if (base === undefined) continue;
		const needed = DIFFERENCES.filter((kind) => !base.some((but) => but === kind) && !isSame([...base, kind]));
		return needed.length === 0 ? ['punctuation'] : needed;
	}
	return undefined;
}

/** A text without what does not count, `but` for some of it. */
function written(text: string, but: readonly TextDifference[], speech: (text: string) => string): string {
	const overlooks = (kind: TextDifference): boolean => !but.includes(kind);
	let plain = (overlooks('number') ? spellNumbers : spellSigns)(normalizeText(text));
	// The stop behind a polite ending goes with it.
	if (overlooks('politeness')) plain = speech(plain).replace(/(?<=[가-힣])[.!?]+$/u, '');
	if (overlooks('particle')) plain = plain.replace(/[\p{L}\p{M}\p{N}]+/gu, (word) => splitParticles(word).stem);
	if (overlooks('punctuation')) plain = plain.replace(/[^\p{L}\p{M}\p{N}\s]+/gu, '');
	if (overlooks('spacing')) plain = plain.replace(/\s+/gu, '');
	return overlooks('letter case') ? plain.toLowerCase() : plain;
}

function sameSpelt(plain: string, other: string): boolean {
	const [a, b] = [compactText(plain), compactText(other)];
	if (a === '' || b === '') return plain === other;
	if (dataMarks(plain) !== dataMarks(other)) return false;
	if (a === b) return true;
	const [bareA, bareB] = [withoutMarks(plain), withoutMarks(other)];
	const same = bareA.text === bareB.text || bareA.text === b || a === bareB.text;
	return same && agree(bareA.roles, bareB.roles);
}

/**
 * The marks that are data: all but the punctuation of sentences, which Korean writing varies, and emoji. Quotes, brackets and
 * what a template left in an argument (`<|"|>장보기<|"|>`, `{장보기}`) make another text: LiteRT-LM 2172, flutter_gemma 248.
 */
function dataMarks(text: string): string {
	const [open = '', close = ''] = [/^[,:;/~]+/.exec(text)?.[0], /(?<![,:;/~-])[,:;/~-]+$/.exec(text)?.[0]];
	const marks = text.replace(/[“”]/g, '"').replace(/[‘’]/g, "'").replace(RULES.sentence, '');
	// 'A/B' and 'node.js' are names.
	const within = text.match(/(?<=[A-Za-z])[./](?=[A-Za-z])/g)?.join('') ?? '';
	return `${open}${marks}${within}${close}`;
}

interface Unmarked {
	readonly text: string;
	/** What a particle that was taken off says of the word's part, by the length of the text before it. */
	readonly roles: ReadonlyMap<number, string>;
}

function withoutMarks(text: string): Unmarked {
	const roles = new Map<number, string>();
	let bare = '';
	const words = text.split(/[^\p{L}\p{M}\p{N}]+/u);
	for (const [index, word] of words.entries()) {
		const { stem, particles } = splitParticles(word);
		bare += compactText(stem);
		const after = words.slice(index + 1, index + 3).join('');
		for (const particle of particles) {
			if (RULES.role.test(particle)) roles.set(bare.length, roleBefore(after, roleOf(particle)));
			else if (!/^[은는]$/.test(particle)) bare += particle;
		}
	}
	return { text: bare, roles };
}

/** '물이 마시고 싶다' wishes for what '물을 마시고 싶다' does, and '학교를 간다' goes where '학교에 간다' does. */
function roleBefore(after: string, role: string): string {
	if (role === '가' && /^[가-힣]{1,6}고싶/.test(after)) return '을';
	return role === '을' && RULES.going.test(after) ? '에' : role;
}

function roleOf(particle: string): string {
	if (/^(?:이|께서)$/.test(particle)) return '가';
	if (/^(?:한테|께)$/.test(particle)) return '에게';
	if (/^(?:한테서|에게서|으?로부터)$/.test(particle)) return '에게서';
	if (/^(?:과|하고|이?랑)$/.test(particle)) return '와';
	if (particle === '를') return '을';
	return particle === '으로' ? '로' : particle;
}

function agree(one: Unmarked['roles'], other: Unmarked['roles']): boolean {
	return one.entries().every(([place, role]) => isAlike(role, other.get(place) ?? role));
}

/** One goes '집에' as '집으로', but does there what is done '집에서'; '아침에 햇빛' is '아침의 햇빛'. */
function isAlike(one: string, other: string): boolean {
	if (one === other) return true;
	const along = one === '에' ? other : other === '에' ? one : '';
	return /^(?:로|에게|의)$/.test(along);
}
