import type { Lang } from '../src/text/text.ts';

/**
 * Language of messages: that of GEMMARK_LANG, else of the terminal's locale where it names Korean or English, else the
 * app's, else English.
 */
export function readerLanguage(app: string | undefined, env: NodeJS.ProcessEnv = process.env): Lang {
	const asked = [env.GEMMARK_LANG, env.LC_ALL, env.LC_MESSAGES, env.LANG, app];
	return asked.map(known).find((lang) => lang !== undefined) ?? 'en';
}

/** `C` and `POSIX` are no languages. */
function known(tag: string | undefined): Lang | undefined {
	return /^(ko|en)(?![a-z])/iu.exec(tag ?? '')?.[1]?.toLowerCase() as Lang | undefined;
}
