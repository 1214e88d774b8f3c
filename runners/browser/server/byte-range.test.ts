import { describe, expect, it } from 'vitest';
import { byteRange } from './byte-range.ts';

describe('byteRange', () => {
	it.each([
		['bytes=0-9', { start: 0, end: 9 }],
		['bytes=90-', { start: 90, end: 99 }],
		['bytes=-10', { start: 90, end: 99 }],
		['bytes=-1000', { start: 0, end: 99 }],
		['bytes=50-1000', { start: 50, end: 99 }],
		['bytes=99-99', { start: 99, end: 99 }],
	])('reads %s', (header, range) => expect(byteRange(header, 100)).toEqual(range));

	it.each(['bytes=100-', 'bytes=9-3', 'bytes=-0'])('cannot satisfy %s', (header) =>
		expect(byteRange(header, 100)).toBe('unsatisfiable'),
	);

	it.each([undefined, '', 'bytes=-', 'bytes=0-1,3-4', 'lines=0-1', 'bytes=0x1-2', `bytes=${'9'.repeat(400)}-`])(
		'leaves the whole file to %s',
		(header) => expect(byteRange(header, 100)).toBeUndefined(),
	);
});
