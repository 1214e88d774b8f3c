import { describe, expect, it } from 'vitest';
import type { EvaluatedRun } from '../../eval/header.ts';
import type { LoggedGeneration } from '../../eval/sample.ts';
import type { LogSample } from '../../log/record.ts';
import { compareRuns } from './compare.ts';
import { runOf, sampleOf } from './compared-run-fixture.ts';
import { tokenSpans } from './divergence.ts';

describe('compareRuns of outputs', () => {
	it('names the first divergent token and its texts', () => {
		const first = runOf([sampleOf('a', true, ['수면', '을 ', '볼게요']), sampleOf('b', true, ['같', '다'])]);
		const second = runOf([sampleOf('a', true, ['수면', '은 ']), sampleOf('b', true, ['같다'])]);
		const { divergence } = compareRuns(first, second);
		expect(divergence).toMatchObject({ compared: 2, identical: 1, firstDivergentToken: { n: 1, p50: 1 } });
		expect(divergence.diverged).toMatchObject([
			{ sampleId: 'a', generation: 0, token: 1, firstPiece: '을 ', secondPiece: '은 ' },
		]);
	});

	it('excludes outputs of different prompts', () => {
		const other = sampleOf('a', true, ['다른 말']);
		const changed = {
			...other,
			transcript: { ...other.transcript, generations: [{ ...other.transcript.generations[0], promptSha256: 'x' }] },
		} as LogSample;
		expect(compareRuns(runOf([sampleOf('a', true)]), runOf([changed])).divergence).toMatchObject({
			compared: 0,
			identical: 0,
		});
	});

	it.each([
		['\uFFFD', ''],
		['\uD83D', '\uFFFD'],
		['<0xEC><0x95>', ''],
	])('treats outputs cut off in a character as equal: %j and %j', (one, other) => {
		const cut = (tail: string, finish: 'length' | 'stop'): EvaluatedRun => {
			const sample = sampleOf('a', true, ['수면', tail]);
			const generations = sample.transcript.generations.map((generation) => ({
				...generation,
				finish: { unified: finish, raw: '' },
			}));
			return runOf([{ ...sample, transcript: { ...sample.transcript, generations } }]);
		};
		expect(compareRuns(cut(one, 'length'), cut(other, 'length')).divergence.diverged).toEqual([]);
		expect(compareRuns(cut(one, 'stop'), cut(other, 'stop')).divergence.diverged).toHaveLength(1);
	});

	const calling = (raw: string | undefined, id: string, pieces = ['볼게요'], word = 'stop'): EvaluatedRun => {
		const sample = sampleOf('a', true, pieces);
		const call = { id: 'call-0', name: 'cancel', arguments: { id }, raw };
		const generations = sample.transcript.generations.map((generation) => ({
			...generation,
			events: [{ type: 'call' as const, call }],
			finish: { unified: 'tool-call' as const, raw: word },
		}));
		return runOf([{ ...sample, transcript: { ...sample.transcript, generations } }]);
	};

	it('distinguishes outputs by a call that is not in the text', () => {
		const first = calling('cancel({"id":"T1"})', 'T1');
		expect(compareRuns(first, calling('cancel({"id":"T1"})', 'T1')).divergence).toMatchObject({
			compared: 1,
			identical: 1,
		});
		expect(compareRuns(first, calling('cancel({"id":"T2"})', 'T2')).divergence.diverged).toMatchObject([
			{ token: 1, firstPiece: 'cancel({"id":"T1"})', secondPiece: 'cancel({"id":"T2"})' },
		]);
	});

	it.each([
		['of an app that was captured', calling(undefined, 'T1', ['볼게요'], 'captured')],
		['of an engine that reads its calls', calling('cancel({"id":"T1"})', 'T1')],
	])('compares no raw output with one %s', (_title, other) => {
		const written = calling('<call>', 'T1', ['볼게요', '<call>']);
		expect(compareRuns(written, other).divergence).toMatchObject({ compared: 0, identical: 0, diverged: [] });
		expect(compareRuns(written, written).divergence).toMatchObject({ compared: 1, identical: 1 });
	});
});

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
	it('are prose, control, names, values and numbers of a Gemma 4 call', () => {
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

	it('are control for the keys of JSON calls', () => {
		const pieces = ['{"name": "', 'search', '", "parameters": {"q": "', '물', '"}}'];
		expect(tokenSpans(generation(pieces, pieces.join('')))).toEqual([
			...['control', 'tool-name', 'control', 'hangul-value', 'control', 'control'],
		]);
	});

	it('are not prose for a malformed call', () => {
		const [said, ...call] = ['네.', '<|tool_call>', 'call:', 'search', '{q:<|"|>', '수면'];
		const unread = {
			...generation([said, ...call]),
			events: [{ type: 'malformed', reason: 'truncated', raw: call.join('') }],
		};
		expect(tokenSpans(unread as LoggedGeneration)).toEqual([
			...['prose', 'control', 'control', 'control', 'control', 'hangul-value', 'control'],
		]);
	});

	it('are undefined without reported tokens', () => {
		const { tokens: _, ...rest } = generation(['안녕']);
		expect(tokenSpans(rest)).toBeUndefined();
	});
});
