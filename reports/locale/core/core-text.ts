import { english, type Message, say } from '../../../src/base/message.ts';
import type { Lang } from '../../../src/text/text.ts';
import { coreKo } from '../../messages/core-ko.ts';
import { type CorePart, type PhraseReader, phraseReader } from './phrase.ts';
import { PHRASES } from './phrases/phrases.ts';

export type { CorePart } from './phrase.ts';

/**
 * What the core said into a log, for a reader of the language: in Korean where the sentence is one that gemmark says, or
 * said; else as it stands, told as foreign.
 */
export function coreParts(text: Message | string, lang: Lang): readonly CorePart[] {
	if (typeof text !== 'string' && text.code === 'said') return coreParts(String(text.params.text), lang);
	if (typeof text !== 'string') return [{ text: lang === 'ko' ? say(text, coreKo) : english(text), foreign: false }];
	if (lang === 'en') return [{ text, foreign: false }];
	return korean(text) ?? [{ text, foreign: true }];
}

/** The same as one text. */
export function coreText(text: Message | string, lang: Lang): string {
	return coreParts(text, lang)
		.map((part) => part.text)
		.join('');
}

/** Longer texts are no sentences of the core, and logs may be hostile. */
const MOST_CHARS = 4000;
const MOST_DEPTH = 6;

function korean(text: string, depth = 0): readonly CorePart[] | undefined {
	if (depth > MOST_DEPTH || text.length > MOST_CHARS) return undefined;
	readers ??= PHRASES.map(phraseReader);
	for (const read of readers) {
		const parts = read(text, (inner) => korean(inner, depth + 1));
		if (parts !== undefined) return parts;
	}
	return undefined;
}

let readers: readonly PhraseReader[] | undefined;
