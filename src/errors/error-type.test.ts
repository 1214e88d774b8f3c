import { describe, expect, it } from 'vitest';
import { errorType, isInstance } from './error-type.ts';
import { EngineError } from './gemmark-error.ts';

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
