import { describe, expect, it } from 'vitest';
import type { LoggedGeneration } from '../../sample.ts';
import { tokenSpans } from './output-span.ts';

function generation(pieces: readonly string[], raw?: string, name = 'search'): LoggedGeneration {
	const call = { id: 'call-0', name, arguments: {}, raw, repairs: [] };
	return {
		pieces,
		tokens: pieces.map((_, index) => index),
		events: raw === undefined ? [] : [{ type: 'call', call: { ...call, raw } }],
		finish: { unified: 'stop', raw: '<turn|>' },
		usage: {},
	};
}

describe('tokenSpans', () => {
	it('tells prose, control tokens, names, values and numbers of a Gemma 4 call, and the end', () => {
		const pieces = [
			'찾아',
			'볼게요',
			'<|tool_call>',
			'call:',
			'search',
			'{',
			'k',
			':',
			'<|"|>',
			'수면',
			'<|"|>',
			',n:',
			'12',
		];
		const more = [',', 'c', ':', '<|"|>', 'sleep', '<|"|>', '}', '<tool_call|>'];
		const all = [...pieces, ...more];
		const raw = all.slice(2).join('');
		expect(tokenSpans(generation(all, raw))).toEqual([
			...['prose', 'prose', 'control', 'control', 'tool-name', 'control', 'control', 'control', 'control'],
			...['hangul-value', 'control', 'control', 'number', 'control', 'control', 'control', 'control', 'ascii-value'],
			...['control', 'control', 'control', 'control'],
		]);
	});

	it('reads JSON calls too, where keys are control', () => {
		const pieces = ['{"name": "', 'search', '", "parameters": {"q": "', '물', '"}}'];
		expect(tokenSpans(generation(pieces, pieces.join('')))).toEqual([
			...['control', 'tool-name', 'control', 'hangul-value', 'control', 'control'],
		]);
	});

	it('does not take a call that could not be read for prose', () => {
		const [said, ...call] = ['네.', '<|tool_call>', 'call:', 'search', '{q:<|"|>', '수면'];
		const unread = {
			...generation([said, ...call]),
			events: [{ type: 'malformed', reason: 'truncated', raw: call.join('') }],
		};
		expect(tokenSpans(unread as LoggedGeneration)).toEqual([
			...['prose', 'control', 'control', 'control', 'control', 'hangul-value', 'control'],
		]);
	});

	it('knows nothing of an engine that tells no tokens', () => {
		const { tokens: _, ...rest } = generation(['안녕']);
		expect(tokenSpans(rest)).toBeUndefined();
	});
});
