import { describe, expect, it } from 'vitest';
import { ConfigError } from '../base/errors.ts';
import { appWords } from './app-words.ts';

describe('appWords', () => {
	it('are Korean where no language is named', () => {
		expect(appWords().cleanUpHint).toBe('지난 대화를 정리할까요?');
		expect(appWords('ko-KR')).toBe(appWords());
	});

	it.each(['en', 'en-GB', 'ja', 'any'])('are English in %s', (language) => {
		expect(appWords(language).cleanUpHint).toBe('Shall we clear the conversation so far?');
		expect(JSON.stringify(appWords(language).reflection({ calls: 2, succeeded: 1, failures: ['1. x'] }))).not.toMatch(
			/[가-힣]/u,
		);
	});

	it('refuse what is no language', () => {
		expect(() => appWords('korean')).toThrow(ConfigError);
	});
});
