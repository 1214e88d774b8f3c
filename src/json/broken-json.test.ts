import { afterEach, describe, expect, it } from 'vitest';
import { brokenJson } from './broken-json.ts';

const { stringify, parse } = JSON;

describe('JSON', () => {
	afterEach(() => {
		Object.assign(JSON, { stringify, parse });
		for (const prototype of [Object.prototype, Array.prototype]) Reflect.deleteProperty(prototype, 'toJSON');
	});

	it('that works is nobody’s fault, also where somebody listens to it', () => {
		expect(brokenJson()).toBeUndefined();
		JSON.stringify = ((...args: Parameters<typeof stringify>) => stringify(...args)) as typeof stringify;
		expect(brokenJson()).toBeUndefined();
	});

	it.each<[string, () => void]>([
		['replaced JSON.stringify', () => Object.assign(JSON, { stringify: () => '[]' })],
		[
			'replaced JSON.stringify',
			() => Object.assign(JSON, { stringify: (value: unknown) => stringify(value, null, 2) }),
		],
		['replaced JSON.stringify', () => Object.assign(JSON, { stringify: () => expect.unreachable() })],
		['replaced JSON.parse', () => Object.assign(JSON, { parse: () => null })],
		['given Object.prototype a toJSON', () => Object.assign(Object.prototype, { toJSON: () => 7 })],
		['given Array.prototype a toJSON', () => Object.assign(Array.prototype, { toJSON: () => 'x' })],
	])('that does not is told as what it is: somebody has %s', (told, change) => {
		change();
		const said = brokenJson();
		Object.assign(JSON, { stringify, parse });
		for (const prototype of [Object.prototype, Array.prototype]) Reflect.deleteProperty(prototype, 'toJSON');
		expect(said).toBe(told);
	});
});
