import { describe, expect, it } from 'vitest';
import { filled, integer, integers, margin, number, repeated, shard } from './flags.ts';

describe('option values', () => {
	it('whole numbers keep to their bounds', () => {
		expect(integer(1, 5)('3')).toBe(3);
		for (const text of ['0', '6', '1.5', '1e1', '', ' ', '0x1', 'NaN', '１'])
			expect(() => integer(1, 5)(text)).toThrow(/whole number/u);
	});

	it('paths and names are not empty', () => {
		expect(filled('out dir')).toBe('out dir');
		for (const text of ['', ' ']) expect(() => filled(text)).toThrow(/not empty/u);
	});

	it('numbers keep to their bounds', () => {
		expect(number(0, 1)('0.5')).toBe(0.5);
		for (const text of ['-0.1', '1.1', '', 'x', 'Infinity']) expect(() => number(0, 1)(text)).toThrow(/number/u);
	});

	it('lists of numbers hold whole numbers within bounds, each once', () => {
		expect(integers(0, 512)('512, 0,512')).toEqual([512, 0]);
		for (const text of ['', '1,', '-1', '513', '1.5', '1 2']) expect(() => integers(0, 512)(text)).toThrow(/whole/u);
	});

	it('margins are shares above 0 and below 1, of all suites or by suite', () => {
		expect(margin('10%')).toBe(0.1);
		expect(margin('0.05')).toBe(0.05);
		expect(margin('frame=5%,prefix=0.2')).toEqual({ frame: 0.05, prefix: 0.2 });
		expect(margin('tools=1%', { frame: 0.05 })).toEqual({ frame: 0.05, tools: 0.01 });
		for (const text of ['', '0', '1', '10', '100%', '-5%', 'frame=', '5%,frame=5%', 'x'])
			expect(() => margin(text)).toThrow(/above 0 and below 1/u);
	});

	it('shards are i of n', () => {
		expect(shard('2/3')).toEqual({ index: 2, count: 3 });
		for (const text of ['0/3', '4/3', '1', '1/0', 'a/b', '1/3/5', '-1/3']) expect(() => shard(text)).toThrow(/i\/n/u);
	});

	it('repeated options gather in order', () => {
		expect(repeated('b', repeated('a', undefined))).toEqual(['a', 'b']);
	});
});
