import { readLanguage } from '../language.ts';
import { ENGLISH } from './en.ts';
import { KOREAN } from './ko.ts';
import type { AppWords } from './words.ts';

/** The words of an app in a language: Korean ones where none is named, English ones for every other. Throws `ConfigError` where it is no BCP 47 tag. */
export function appWords(language: string = 'ko'): AppWords {
	return readLanguage(language).base === 'ko' ? KOREAN : ENGLISH;
}
