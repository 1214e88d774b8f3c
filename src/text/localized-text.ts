/** Language of what gemmark shows to people. */
export type Lang = 'en' | 'ko';

/** A text for people: one for every language, or one for each. */
export type LocalizedText = string | { readonly en: string; readonly ko: string };

/** The text in the language of the reader. */
export function localized(text: LocalizedText, lang: Lang): string {
	return typeof text === 'string' ? text : text[lang];
}
