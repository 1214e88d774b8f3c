import { describe, expect, it } from 'vitest';
import { functiongemma } from '../functiongemma.ts';
import { gemma4 } from '../gemma4.ts';
import { triggerOf, withTrigger } from './trigger.ts';

const SENTENCE = 'You are a model that can do function calling with the following functions';

describe("FunctionGemma's trigger", () => {
	it('is added behind the system text of a conversation with tools', () => {
		expect(withTrigger(functiongemma, '코치입니다.\n', 1)).toBe(`코치입니다.\n\n${SENTENCE}`);
		expect(triggerOf(functiongemma, '코치입니다.')).toBe('added');
	});

	it.each([undefined, '', ' \n'])('is the system text where there is none (%j)', (system) => {
		expect(withTrigger(functiongemma, system, 1)).toBe(SENTENCE);
	});

	it.each([`Today is Monday.\n${SENTENCE}`, 'You can do function calling with the following functions:'])(
		'is not added to a text that has it: %s',
		(system) => {
			expect(withTrigger(functiongemma, system, 1)).toBe(system);
			expect(triggerOf(functiongemma, system)).toBe('present');
		},
	);

	it('is not added without tools', () => {
		expect(withTrigger(functiongemma, '코치입니다.', 0)).toBe('코치입니다.');
	});

	it('is unknown to other dialects', () => {
		expect(withTrigger(gemma4, '코치입니다.', 1)).toBe('코치입니다.');
		expect(triggerOf(gemma4, '코치입니다.')).toBeUndefined();
	});
});
