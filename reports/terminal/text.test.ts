import { describe, expect, it } from 'vitest';
import { cutToColumns, singleLine, terminalText } from './text.ts';

describe('terminal text', () => {
	it('stays on one line', () => {
		expect(singleLine('a\u001b[2J\r\nb\u2028c')).toBe('a\\u001b[2J b c');
	});

	it('escapes control, direction and invisible characters', () => {
		expect(singleLine('a\u202eb\u200bc\u2066d')).toBe('a\\u202eb\\u200bc\\u2066d');
		expect(terminalText('\u001b]52;c;aGk=\u0007\u009b2J\rx\u{e0041}')).toBe(
			'\\u001b]52;c;aGk=\\u0007\\u009b2J\\u000dx\\udb40\\udc41',
		);
	});

	it('keeps lines, tabs, Hangul and emoji with joiners', () => {
		const text = '한글\tأنا\r\n👩‍💻 می‌خواهم\n';
		expect(terminalText(text)).toBe(text);
	});

	it('keeps JSON equal', () => {
		const json = JSON.stringify({ name: 'a\u202e\u200b\u009b\u{e0041}' });
		expect(JSON.parse(terminalText(json))).toEqual(JSON.parse(json));
	});

	it('is cut to columns; Hangul and emoji take two', () => {
		expect(cutToColumns('abcdef', 4)).toBe('abcd');
		expect(cutToColumns('한글 모델', 5)).toBe('한글 ');
		expect(cutToColumns('🌱🌱', 3)).toBe('🌱');
		expect(cutToColumns('abc', 0)).toBe('');
	});
});
