import { describe, expect, it } from 'vitest';
import { EngineError } from './errors.ts';
import {
	callHook,
	errorType,
	isInstance,
	stackLines,
	thrownPlace,
	thrownText,
	thrownWithFolders,
	withoutFolders,
} from './thrown.ts';

describe('thrownText', () => {
	it.each([
		['an error', new TypeError('x is gone'), 'TypeError: x is gone'],
		['an error of several lines', new Error('a\n\tb\u001b[2J'), 'Error: a b [2J'],
		['an error with a folder', new Error("ENOENT, open '/home/kim/app/db.json'"), "Error: ENOENT, open 'db.json'"],
		['an error without a message', new Error(''), 'Error'],
		['a text', 'gone', 'gone'],
		['nothing', undefined, 'undefined'],
		['what cannot be printed', Object.create(null), 'what cannot be printed'],
	])('gives %s in one line', (_, thrown, text) => {
		expect(thrownText(thrown)).toBe(text);
	});

	it('is bounded', () => {
		expect(thrownText(new Error('x'.repeat(1e6)))).toHaveLength(300);
	});
});

it('thrownWithFolders keeps the folder of a file', () => {
	const missing = new Error("Cannot find module '/home/kim/app/tools.ts'");
	expect(thrownWithFolders(missing)).toBe("Error: Cannot find module '/home/kim/app/tools.ts'");
});

it('thrownPlace names the file that threw', () => {
	expect(thrownPlace(new Error('gone'))).toMatch(/^Error: gone \(at .*thrown\.test\.ts:\d+:\d+\)?\)$/u);
});

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
			'    at Object.load (file:///home/kim/%EC%87%BC%ED%95%91%20%EC%95%B1%20(%EC%9B%B9)/%EC%B1%97%EB%B4%87%20(2).ts:7:3)',
			'    at async /home/kim/앱 (웹)/tools.cjs:5:1',
			'    at beyond (/home/kim/beyond.ts:1:1)',
		].join('\n');
		expect(stackLines(stack, 6)).toEqual([
			'Object.handler (tools.ts:12:5)',
			'async dispatch (dispatcher.js:3:1)',
			'main.ts:9:2',
			'async Promise.all (index 0)',
			'Object.load (챗봇 (2).ts:7:3)',
			'tools.cjs:5:1',
		]);
	});

	it.each(['%E0%A4.ts', '%1b%5B2J.ts', '%E2%80%AEx.ts', '..%2Fx.ts', '100%.ts'])('leaves %j as it is', (name) => {
		expect(stackLines(`    at call (file:///home/kim/${name}:1:2)`, 1)).toEqual([`call (${name}:1:2)`]);
	});
});

describe('withoutFolders', () => {
	it.each([
		["ENOENT: no such file, open '/Users/Kim Minji/data/habits.db'", "ENOENT: no such file, open 'habits.db'"],
		['cannot read /home/kim/habits.db: denied', 'cannot read habits.db: denied'],
		['cannot read C:\\Users\\kim\\habits.db', 'cannot read habits.db'],
		['file:///home/kim/app/x.ts is no module', 'x.ts is no module'],
		['GET https://api.example.org/v1/habits failed', 'GET https://api.example.org/v1/habits failed'],
		['file:///home/%EC%95%B1%20(%EC%9B%B9)/%EC%B1%97%EB%B4%87.ts is no module', '챗봇.ts is no module'],
		['1/2 and 3/4 of and/or', '1/2 and 3/4 of and/or'],
	])('%s', (text, expected) => {
		expect(withoutFolders(text)).toBe(expected);
	});

	it('takes long hostile text in its stride', () => {
		for (const text of ['/a', `/a '`, "'/", 'file://', '%EC', '(/', ':1'].map((part) => part.repeat(50_000))) {
			withoutFolders(text);
			stackLines(`   at x (${text}`, 1);
		}
	});
});

describe('errorType', () => {
	class Unnamed extends Error {}
	it.each([
		['a built-in error', new TypeError('x'), 'TypeError'],
		['a subclass without a name of its own', new Unnamed('x'), 'Unnamed'],
		['an error of gemmark', new EngineError('crashed', 'x'), 'EngineError'],
		['a DOMException', new DOMException('x', 'AbortError'), 'AbortError'],
		['a string', 'user 42', 'string'],
		['null', null, 'null'],
		['undefined', undefined, 'undefined'],
		['an error with data for a name', Object.assign(new Error('x'), { name: 'user 42\n' }), 'Error'],
		['an error with a number for a name', Object.assign(new Error('x'), { name: 42 }), 'Error'],
	])('names %s', (_, thrown, type) => {
		expect(errorType(thrown)).toBe(type);
	});

	it('names what throws when it is asked what it is', () => {
		const hostile = new Proxy(
			{},
			{
				getPrototypeOf() {
					throw new Error('asked');
				},
			},
		);
		expect(errorType(hostile)).toBe('object');
		expect(isInstance(hostile, Error)).toBe(false);
	});

	it('names an error that throws when it is looked at', () => {
		const hostile = new Proxy(new Error('x'), {
			get() {
				throw new Error('looked at');
			},
		});
		expect(errorType(hostile)).toBe('Error');
	});
});

it('a hook that throws is swallowed', () => {
	let called = false;
	callHook(() => {
		called = true;
		throw new Error('x');
	});
	expect(called).toBe(true);
});

it('a hook that rejects leaves no unhandled rejection', async () => {
	const unhandled: unknown[] = [];
	const note = (reason: unknown) => void unhandled.push(reason);
	process.on('unhandledRejection', note);
	callHook(() => Promise.reject(new Error('x')));
	await new Promise((resolve) => setImmediate(resolve));
	process.off('unhandledRejection', note);
	expect(unhandled).toEqual([]);
});
