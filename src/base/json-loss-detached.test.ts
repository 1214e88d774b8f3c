import { expect, it } from 'vitest';
import { detached } from './json-loss.ts';

it('a copy shares no list and no object with the data, nor a cycle, and keeps what is no plain data', () => {
	const at = new Date(0);
	const data: Record<string, unknown> = Object.assign(JSON.parse('{"__proto__":{"x":1},"list":[{"y":1}]}'), { at });
	data.self = data;
	const copy = detached(data);
	expect(copy).toEqual(data);
	expect(copy.self).toBe(copy);
	expect(copy.at).toBe(at);
	(copy.list as { y: number }[])[0] = { y: 2 };
	Object.assign(Object.getOwnPropertyDescriptor(copy, '__proto__')?.value, { x: 2 });
	expect(JSON.stringify({ ...data, self: 0, at: 0 })).toBe('{"__proto__":{"x":1},"list":[{"y":1}],"at":0,"self":0}');
});

it('nesting deeper than the stack is copied', () => {
	let deep: unknown = [];
	for (let level = 0; level < 100_000; level += 1) deep = [deep];
	expect(detached(deep) === deep).toBe(false);
});
