import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../base/errors.ts';
import { classifyPrefix } from './korean.ts';
import { textRules } from './language.ts';

describe('textRules', () => {
	it.each([
		['ko', 'ko', true],
		['ko-KR', 'ko-KR', true],
		['en', 'en', true],
		['en-us', 'en-US', true],
		['ja', 'ja', false],
		['zh-hant-TW', 'zh-Hant-TW', false],
		['any', 'any', false],
	])('of %j are of %j and have word lists: %s', (language, tag, wordLists) => {
		expect(textRules(language)).toMatchObject({ language: tag, wordLists });
	});

	it('of Korean are the Korean ones', () => {
		expect(textRules('ko').classifyPrefix).toBe(classifyPrefix);
	});

	it('judge the same text by their own language', () => {
		const judge = (language: string, prefix: string) => textRules(language).classifyPrefix(prefix, 'How am I doing?');
		expect(judge('ko', 'Let me look up your water habit')).toEqual({ meaningful: false, reason: 'not-korean' });
		expect(judge('en', 'Let me look up your water habit')).toEqual({ meaningful: true });
		expect(judge('en', '물 마시기 습관을 찾아볼게요')).toEqual({ meaningful: false, reason: 'not-english' });
		expect(judge('en', 'Sure!')).toEqual({ meaningful: false, reason: 'filler' });
		expect(judge('any', 'Sure!')).toEqual({ meaningful: true });
	});

	it.each(['', 'english', 'ko_KR', 'not a tag'])('refuse %j, which is no language', (language) => {
		expect(() => textRules(language)).toThrow(ConfigError);
		expect(() => textRules(language)).toThrow(`'${language}' is not a language`);
	});
});
