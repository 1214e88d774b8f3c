import { describe, expect, it } from 'vitest';
import { type OutlinedEvent, outlineOf } from './generation.ts';

const text = (words: string): OutlinedEvent => ({ type: 'text', text: words });
const call: OutlinedEvent = { type: 'call' };
const malformed: OutlinedEvent = { type: 'malformed' };

describe('the outline of a generation', () => {
	it.each<[string, readonly OutlinedEvent[], prefix: string, before: string]>([
		['all text where nothing is called', [text('a'), { type: 'thinking' }, text('b'), { type: 'end' }], 'ab', 'ab'],
		['the text before the first call', [text('a'), call, text('b'), call, text('c')], 'a', 'a'],
		['the text before the first malformed call alone', [text('a'), malformed, text('b'), malformed], 'a', 'ab'],
		['the text around a malformed call that a call follows', [text('a'), malformed, text('b'), call], 'ab', 'ab'],
		['nothing of no events', [], '', ''],
	])('has as its prefix %s', (_, events, prefix, before) => {
		expect(outlineOf(events)).toMatchObject({ prefix, textBeforeCall: before });
	});

	it('keeps the attempts in order, and the first call that could be read', () => {
		const [one, two] = [{ ...call }, { ...call }];
		const outline = outlineOf([malformed, one, text('a'), two]);
		expect(outline.attempts).toEqual([malformed, one, two]);
		expect(outline.call).toBe(one);
		expect(outlineOf([malformed]).call).toBeUndefined();
	});
});
