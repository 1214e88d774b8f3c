import { expect, it } from 'vitest';
import { deepFreeze } from './deep-freeze.ts';

it('freezes every depth, cycles and bytes included', () => {
	const data: Record<string, unknown> = { list: [{ text: 'a' }], bytes: new Uint8Array(2) };
	data.self = data;
	deepFreeze(data);
	expect(() => (data.list as unknown[]).push(1)).toThrow(TypeError);
	expect(Object.isFrozen((data.list as object[])[0])).toBe(true);
	expect(data.bytes).toEqual(new Uint8Array(2));
});
