/**
 * A sentence that the core says into a log, and the same in Korean. What varies stands as a slot: `{name}` any text, kept as
 * it is; `{#name}` a number; `{>name}` another sentence of the core; `{~name}` the same, or other words; `{,name}` and
 * `{/name}` several of such, parted by commas or by `or`. `{is|are}` is one of these words.
 */
export type Phrase = readonly [english: string, korean: string];

/** A stretch of a text for people; `foreign` where its words were translated by nobody. */
export interface CorePart {
	readonly text: string;
	readonly foreign: boolean;
}

/** What a slot's words are in Korean; undefined where nobody knows. */
type Translate = (text: string) => readonly CorePart[] | undefined;

/** Reads one sentence. */
export type PhraseReader = (text: string, translate: Translate) => readonly CorePart[] | undefined;

export function phraseReader([english, korean]: Phrase): PhraseReader {
	const pieces = english.split(SLOT);
	const slots = pieces.filter((_, index) => index % 2 === 1);
	const last = slots.length;
	const literals = pieces.filter((_, index) => index % 2 === 0).map((words, index) => literal(words, index, last));
	const said = korean.split(SLOT);
	return (text, translate) => {
		const found = wordsBetween(literals, text);
		if (found === undefined || (pieces[0] === '' && holdsPlace(found[0]))) return undefined;
		const parts = new Map<string, readonly CorePart[]>();
		for (const [index, slot] of slots.entries()) {
			const { kind, name } = readSlot(slot);
			const own = READ[kind](found[index] ?? '', translate);
			if (own === undefined) return undefined;
			parts.set(name, own);
		}
		return said.flatMap((words, index) => (index % 2 === 0 ? [told(words)] : (parts.get(words) ?? [])));
	};
}

/** A sentence that begins with a name may stand behind a place: who reads the place reads the sentence behind it. */
function holdsPlace(name = ''): boolean {
	return name.includes(': ');
}

/** Slots have no bar, words to choose from have one. */
const SLOT = /\{([^{}|]+)\}/u;
const CHOICE = /\{([^{}]*\|[^{}]*)\}/u;

/** Words between slots, at the beginning of the text, anywhere, or at its end. */
function literal(words: string, index: number, last: number): RegExp {
	const source = words
		.split(CHOICE)
		.map((part, at) =>
			at % 2 === 0
				? part.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, '\\$&')
				: `(?:${part.replaceAll(/[\\^$.*+?()[\]{}/]/gu, '\\$&')})`,
		)
		.join('');
	return new RegExp(`${index === 0 ? '^' : ''}${source}${index === last ? '$' : ''}`, 'ug');
}

/** What stands in the slots; each is as short as it can be, so that the search is one pass. */
function wordsBetween(literals: readonly RegExp[], text: string): readonly string[] | undefined {
	const found: string[] = [];
	let at = 0;
	for (const [index, words] of literals.entries()) {
		words.lastIndex = index === 0 ? 0 : at + 1;
		const match = words.exec(text);
		if (match === null) return undefined;
		if (index > 0) found.push(text.slice(at, match.index));
		at = words.lastIndex;
	}
	return found;
}

type SlotKind = 'text' | '#' | '>' | '~' | ',' | '/';

function readSlot(slot: string): { readonly kind: SlotKind; readonly name: string } {
	const kind = slot.charAt(0) as SlotKind;
	return Object.hasOwn(READ, kind) ? { kind, name: slot.slice(1) } : { kind: 'text', name: slot };
}

const READ: Readonly<Record<SlotKind, PhraseReader>> = {
	text: (text) => [told(text)],
	'#': (text) => (/^-?\d[\d.,]*$/u.test(text) ? [told(text)] : undefined),
	'>': (text, translate) => translate(text),
	'~': (text, translate) => translate(text) ?? [{ text, foreign: true }],
	',': several,
	'/': (text) => [told(text.replaceAll(' or ', ' 또는 '))],
};

/** Sentences of a list may have commas themselves. */
function several(text: string, translate: Translate): readonly CorePart[] {
	const pieces = text.split(', ');
	const parts: CorePart[] = [];
	for (let from = 0; from < pieces.length; ) {
		let to = from;
		let own: readonly CorePart[] | undefined;
		while (own === undefined && to < pieces.length && to - from < MOST_COMMAS) {
			to += 1;
			own = translate(pieces.slice(from, to).join(', '));
		}
		if (own === undefined) to = from + 1;
		parts.push(...(from === 0 ? [] : [told(', ')]), ...(own ?? [{ text: pieces[from] ?? '', foreign: true }]));
		from = to;
	}
	return parts;
}

const MOST_COMMAS = 4;

function told(text: string): CorePart {
	return { text, foreign: false };
}
