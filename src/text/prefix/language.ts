import { readLanguage } from '../text.ts';
import { classifyEnglishPrefix } from './english.ts';
import { classifyPrefix as classifyKoreanPrefix } from './korean.ts';
import { classifyNeutralPrefix, type PrefixMeaning } from './neutral.ts';

/** How texts of a language are judged. */
export interface TextRules {
	/** Canonical BCP 47 tag of the language asked for, or `any`. */
	readonly language: string;
	/** Whether the rules know the language's words. Without them no prefix is `filler`: a mere 'Sure' is meaningful. */
	readonly wordLists: boolean;
	/** Whether the text before a turn's first tool call says something. */
	classifyPrefix(prefix: string, userText: string): PrefixMeaning;
}

/**
 * The rules of Korean or English, whatever their region (`en-US`); for any other BCP 47 tag and for `any` those that
 * need no list of words. Throws `ConfigError` where the language is no such tag.
 */
export function textRules(language: string): TextRules {
	const { tag, base } = readLanguage(language);
	switch (base) {
		case 'ko':
			return { language: tag, wordLists: true, classifyPrefix: classifyKoreanPrefix };
		case 'en':
			return { language: tag, wordLists: true, classifyPrefix: classifyEnglishPrefix };
		default:
			return { language: tag, wordLists: false, classifyPrefix: classifyNeutralPrefix };
	}
}
