import { describe, expect, it } from 'vitest';
import { thrownPlace, thrownText, thrownWithFolders } from './thrown-text.ts';

describe('thrownText', () => {
	it.each([
		['an error', new TypeError('x is gone'), 'TypeError: x is gone'],
		['an error of several lines', new Error('a\n\tb\u001b[2J'), 'Error: a b [2J'],
		['an error with a folder', new Error("ENOENT, open '/home/kim/app/db.json'"), "Error: ENOENT, open 'db.json'"],
		['an error without a message', new Error(''), 'Error'],
		['a text', 'gone', 'gone'],
		['nothing', undefined, 'undefined'],
		['what cannot be printed', Object.create(null), 'what cannot be printed'],
	])('tells %s in one line', (_, thrown, text) => {
		expect(thrownText(thrown)).toBe(text);
	});

	it('is bounded', () => {
		expect(thrownText(new Error('x'.repeat(1e6)))).toHaveLength(300);
	});
});

it('thrownWithFolders tells where a file lies', () => {
	const missing = new Error("Cannot find module '/home/kim/app/tools.ts'");
	expect(thrownWithFolders(missing)).toBe("Error: Cannot find module '/home/kim/app/tools.ts'");
});

it('thrownPlace names the file that threw', () => {
	expect(thrownPlace(new Error('gone'))).toMatch(/^Error: gone \(at .*thrown-text\.test\.ts:\d+:\d+\)?\)$/u);
});
