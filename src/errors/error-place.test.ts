import { describe, expect, it } from 'vitest';
import { stackLines, withoutFolders } from './error-place.ts';

describe('stackLines', () => {
	it('names functions and files, without folders and without the frames of the runtime', () => {
		const stack = [
			"Error: ENOENT: open '/home/kim/x'",
			'second line of the message',
			'    at Object.handler (file:///Users/Kim Minji/app/tools.ts:12:5)',
			'    at async dispatch (C:\\Users\\Kim\\app\\dispatcher.js:3:1)',
			'    at file:///home/kim/main.ts:9:2',
			'    at async Promise.all (index 0)',
			'    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)',
			'    at beyond (/home/kim/beyond.ts:1:1)',
		].join('\n');
		expect(stackLines(stack, 4)).toEqual([
			'Object.handler (tools.ts:12:5)',
			'async dispatch (dispatcher.js:3:1)',
			'main.ts:9:2',
			'async Promise.all (index 0)',
		]);
	});
});

describe('withoutFolders', () => {
	it.each([
		["ENOENT: no such file, open '/Users/Kim Minji/data/habits.db'", "ENOENT: no such file, open 'habits.db'"],
		['cannot read /home/kim/habits.db: denied', 'cannot read habits.db: denied'],
		['cannot read C:\\Users\\kim\\habits.db', 'cannot read habits.db'],
		['file:///home/kim/app/x.ts is no module', 'x.ts is no module'],
		['GET https://api.example.org/v1/habits failed', 'GET https://api.example.org/v1/habits failed'],
		['1/2 and 3/4 of and/or', '1/2 and 3/4 of and/or'],
	])('%s', (text, told) => {
		expect(withoutFolders(text)).toBe(told);
	});

	it('takes long hostile text in its stride', () => {
		const started = performance.now();
		for (const text of ['/a'.repeat(50_000), `'${'/a '.repeat(50_000)}`, "'/".repeat(50_000)]) withoutFolders(text);
		expect(performance.now() - started).toBeLessThan(1000);
	});
});
