import { describe, expect, it } from 'vitest';
import { cutToColumns, singleLine } from './terminal-text.ts';

describe('terminal text', () => {
	it('stays on its line, whatever it holds', () => {
		expect(singleLine('a\u001b[2J\r\nb\u2028c')).toBe('a [2J b c');
	});

	it('is cut to columns, of which Hangul and emoji take two', () => {
		expect(cutToColumns('abcdef', 4)).toBe('abcd');
		expect(cutToColumns('한글 모델', 5)).toBe('한글 ');
		expect(cutToColumns('🌱🌱', 3)).toBe('🌱');
		expect(cutToColumns('abc', 0)).toBe('');
	});
});
