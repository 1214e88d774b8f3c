import { describe, expect, it } from 'vitest';
import { readerLanguage } from './matcher.ts';

describe('the language of messages', () => {
	it.each<[string, string | undefined, Record<string, string>, 'en' | 'ko']>([
		['is that of GEMMARK_LANG', 'ko', { GEMMARK_LANG: 'en', LANG: 'ko_KR.UTF-8' }, 'en'],
		["is the terminal's", 'en', { LANG: 'ko_KR.UTF-8' }, 'ko'],
		["is the app's where the terminal has none", 'ko', { LANG: 'C.UTF-8' }, 'ko'],
		['is English by default', undefined, {}, 'en'],
		['is none of another name that begins alike', 'kok', { LANG: 'POSIX' }, 'en'],
	])('%s', (_title, app, env, expected) => {
		expect(readerLanguage(app, env)).toBe(expected);
	});
});
