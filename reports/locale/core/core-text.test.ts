import { describe, expect, it } from 'vitest';
import { coreParts, coreText } from './core-text.ts';

describe('what the core says, in Korean', () => {
	it('has the numbers and names of the English sentence, and stays as it is in English', () => {
		const english = 'topK 40: is not used, for openai does not sample by it';
		expect(coreText(english, 'ko')).toBe('openai 러너는 topK 샘플링을 지원하지 않아 topK 40 설정을 쓰지 않았습니다.');
		expect(coreParts(english, 'en')).toEqual([{ text: english, foreign: false }]);
	});

	it('is a sentence of the core in another', () => {
		expect(coreText('EngineError: no answer within 5 ms', 'ko')).toBe('5 ms 안에 답변이 없음');
	});

	it('leaves what it does not know as it is, and only that', () => {
		expect(coreParts('disk on fire', 'ko')).toEqual([{ text: 'disk on fire', foreign: true }]);
		expect(coreParts('Overtime: disk on fire', 'ko').filter(({ foreign }) => foreign)).toEqual([
			{ text: 'disk on fire', foreign: true },
		]);
		expect(coreText('모델이 말함: yes', 'ko')).toBe('모델이 말함: yes');
	});

	it('is not known of a sentence whose number is none', () => {
		expect(coreParts('message first', 'ko')[0]?.foreign).toBe(true);
	});

	it('reads a hostile text in time', () => {
		const started = performance.now();
		for (const text of ['a: '.repeat(1300), ', '.repeat(2000), 'expected or got '.repeat(250)]) coreText(text, 'ko');
		expect(performance.now() - started).toBeLessThan(2000);
	});
});
