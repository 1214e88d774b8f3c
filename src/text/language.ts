import { ConfigError } from '../errors/gemmark-error.ts';

/** A language that somebody named, such as `en-US`: its canonical BCP 47 tag, and its base (`en`). */
export interface Language {
	readonly tag: string;
	readonly base: string;
}

/** Reads a BCP 47 tag, or `any`. Throws {@link ConfigError} where it is none. */
export function readLanguage(tag: string): Language {
	const locale = readLocale(tag);
	// A base of more letters is only reserved, so that 'english' would pass for a language that nobody speaks.
	if (locale === undefined || locale.language.length > 3) {
		throw new ConfigError(`${JSON.stringify(tag)} is not a language`, {
			hint: "Write a BCP 47 tag such as 'ko' or 'en', or 'any'.",
		});
	}
	return { tag: locale.toString(), base: locale.language };
}

function readLocale(tag: string): Intl.Locale | undefined {
	try {
		return new Intl.Locale(tag);
	} catch {
		return undefined;
	}
}
