import { BATCHIM, finalConsonant, type KoreanWord, koreanWords } from '../text/korean/stem.ts';
import { readRules } from '../text/rules.ts';
import rows from './avoidance.rules.json' with { type: 'json' };

const RULES = readRules(rows);

/**
 * What kind of avoidance a span is: 안 + verb; -지 않-; -지 말-; 끊-; 그만두-; 금지; 참-.
 */
export type AvoidanceKind = 'short-negation' | 'long-negation' | 'prohibition' | 'quitting' | 'ban' | 'endurance';

/** Offending words, [start, end) in UTF-16 units. */
export interface AvoidanceSpan {
	readonly start: number;
	readonly end: number;
	readonly kind: AvoidanceKind;
}

/**
 * The hard-avoid expressions of a text in NFC, in order and without overlaps. It reads Korean by its endings and
 * final consonants, with closed lists only where spelling alone cannot tell (안내 from '안 내', 참고 from '참고').
 * It does not look at the clause; `findMainAvoidance` does.
 */
export function findAvoidance(text: string): readonly AvoidanceSpan[] {
	return inOrder([
		...findShortNegation(text).map((span): AvoidanceSpan => ({ ...span, kind: 'short-negation' })),
		...findLongNegation(text),
		...findProhibition(text),
		...findQuitting(text),
		...findBan(text),
		...findEndurance(text),
	]);
}

/** Spans by their start, without those that another one overlaps from before; the longer of two goes first. */
export function inOrder(spans: readonly AvoidanceSpan[]): readonly AvoidanceSpan[] {
	let end = 0;
	return [...spans]
		.sort((a, b) => a.start - b.start || b.end - a.end)
		.filter((span) => {
			if (span.start < end) return false;
			end = span.end;
			return true;
		});
}

/** -지 않-; no other Korean morpheme is written 않. Also its misspelling '-지 안는다'. */
function findLongNegation(text: string): readonly AvoidanceSpan[] {
	// The patterns try the stem at every syllable: most texts can be spared that.
	if (!/않|[지진질]\s{0,4}안/.test(text)) return [];
	return spansOf(text, RULES.longNegation, 'long-negation')
		.filter(({ start, end }) => !RULES.foldedNegation.test(text.slice(start, end)))
		.concat(
			spansOf(text, RULES.misspeltNegation, 'long-negation').filter(
				({ start, end }) => !RULES.nounInJi.test(text.slice(start, end)),
			),
		);
}

/** -지 말-. '할지 말지' asks whether, and '까지 마신다' drinks until. */
function findProhibition(text: string): readonly AvoidanceSpan[] {
	if (!/[지진질는도를만]\s{0,4}[말맙마]/.test(text)) return [];
	return spansOf(text, RULES.prohibition, 'prohibition').filter(({ start, end }) => {
		const found = text.slice(start, end);
		if (RULES.nounInJi.test(found)) return false;
		if (found.startsWith('가지') && RULES.counted.test(text.slice(Math.max(0, start - 8), start))) return false;
		const stem = found.slice(0, found.indexOf('지'));
		return !(/지\s*말(?:지|까)/.test(found) && finalConsonant(stem) === BATCHIM.rieul);
	});
}

/** 끊-, 그만두- and its short form 관두-. Broken off by itself (끊기다, 끊어지다) is no quitting, nor is a call that ends. */
function findQuitting(text: string): readonly AvoidanceSpan[] {
	const cut = spansOf(text, /끊[가-힣]*/g, 'quitting').filter(({ start, end }) => {
		const before = text.slice(Math.max(0, start - 24), start);
		if (RULES.brokenOff.test(text.slice(start, end))) {
			return false;
		}
		if (/^끊기는/.test(text.slice(start, end)) && /[이가]\s+$/.test(before)) return false;
		return !RULES.callOrTicket.test(before);
	});
	const stopped = spansOf(text, RULES.stopping, 'quitting');
	return [...cut, ...stopped];
}

/** 금지, but not where 금 ends one word and 지- begins the next (지금 지켜, 기금 지원). */
function findBan(text: string): readonly AvoidanceSpan[] {
	return spansOf(text, RULES.ban, 'ban').filter(
		({ start, end }) => !/^금지시(?![키킨킬켜킵])/.test(text.slice(start, end)),
	);
}

/** 참- (to endure). 참고 is endurance only where it is not reference, and nouns such as 참치 never match. */
function findEndurance(text: string): readonly AvoidanceSpan[] {
	return spansOf(text, RULES.endurance, 'endurance').filter(({ start, end }) => {
		const found = text.slice(start, end);
		if (RULES.nounInCham.test(found)) return false;
		return !RULES.reference.test(text.slice(start));
	});
}

function spansOf(text: string, pattern: RegExp, kind: AvoidanceKind): AvoidanceSpan[] {
	return [...text.matchAll(pattern)].map((match) => ({ start: match.index, end: match.index + match[0].length, kind }));
}

/**
 * 안 + verb in a text in NFC: as a word of its own ('안 먹는다'), joined to the verb ('안먹는다'), or joined to both
 * sides ('술안마신다'). 안 that means 'inside' (집 안), words that begin with it (안내, 안정) and the verb 안다 (안고,
 * 안는다) are left alone, and so are negated adjectives ('기분이 안 좋을 때'), which avoid nothing.
 */
export function findShortNegation(text: string): readonly { readonly start: number; readonly end: number }[] {
	const words = koreanWords(text);
	return words.flatMap((word, index) => {
		const next = follows(words[index + 1]);
		if (word.text === '안') {
			const before = index > 0 && isSpace(word.gap) ? words[index - 1]?.text : digitsBefore(word);
			if (next === undefined || !isNegated(next.text, follows(words[index + 2])?.text, before)) return [];
			return [{ start: word.start, end: next.end }];
		}
		if (word.text.startsWith('안')) {
			return isNegatedTogether(word.text, next?.text, words[index - 1]?.text)
				? [{ start: word.start, end: word.end }]
				: [];
		}
		const inside = RULES.insideWord.exec(word.text);
		return inside === null ? [] : [{ start: word.start + inside.index, end: word.end }];
	});
}

function follows(word: KoreanWord | undefined): KoreanWord | undefined {
	return word !== undefined && isSpace(word.gap) ? word : undefined;
}

function isSpace(gap: string): boolean {
	return /^\s+$/.test(gap);
}

/** '10 안' has no Hangul word before it, yet something stands there. */
function digitsBefore(word: KoreanWord): string | undefined {
	return /[\d\p{L}]\s*$/u.test(word.gap) ? '' : undefined;
}

function isNegated(verb: string, after: string | undefined, before: string | undefined): boolean {
	if (RULES.notAvoided.test(verb)) return false;
	if (before !== undefined && (RULES.container.test(before) || before.endsWith('의'))) {
		return RULES.unlikelyInside.test(verb) && isVerbForm(verb, after);
	}
	return isVerbForm(verb, after);
}

function isNegatedTogether(word: string, after: string | undefined, before: string | undefined): boolean {
	const verb = word.slice(1);
	// '화를 안내는': guidance (안내) takes no object.
	if (word === '안내는' && before !== undefined && /[을를]$/.test(before)) return true;
	if (RULES.wordsInAn.test(word) || RULES.hugging.test(verb) || RULES.notAvoided.test(verb)) return false;
	return isVerbForm(verb, after);
}

/**
 * Whether a word can be a form of a Korean verb, judged by its ending; `after` is the word behind it. Made for the
 * word behind 안, where little else stands: a noun in the nominative or with a case particle is told apart, a bare
 * noun only by its final sound.
 */
function isVerbForm(word: string, after: string | undefined): boolean {
	if (RULES.caseParticle.test(word)) return false;
	if (word.endsWith('가')) return RULES.goVerb.test(word);
	if (word.endsWith('와')) return RULES.comeVerb.test(word);
	if (word.endsWith('로')) return word.endsWith('기로');
	if (word.endsWith('도')) return /(?:[아어여해봐가와돼려켜져써셔워]|기|서|지)도$/.test(word);
	if (word.endsWith('만')) return /[기지]만$/.test(word);
	if (/(?:길|[을를]래|할래)$/.test(word)) return true;
	const batchim = finalConsonant(word);
	if (batchim === BATCHIM.rieul) return after !== undefined && RULES.dependentNoun.test(after);
	if (batchim === BATCHIM.nieun || batchim === BATCHIM.mieum || batchim === BATCHIM.ssangsiot) return true;
	return FINAL_SYLLABLE.test(word);
}

/** Last syllables of verb forms: -다, -고, -면 ... and the contracted -아/-어 forms. */
const FINAL_SYLLABLE =
	/[다고면며지자요죠서니려게든데네라까야구록나기해돼봐써줘아어여켜펴져쳐려러셔워둬꺼떠커사타쉬차마걸거래]$/;
