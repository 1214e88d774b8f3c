import { describe, expect, it } from 'vitest';
import type { CorpusEvent } from '../chat/corpus-log.ts';
import type { CapturedEvent } from './lines.ts';
import { processesAtOnce, readTurns } from './turns.ts';

const user = (text: string, prompt?: string): CorpusEvent => ({
	t: 'user',
	prompt,
	text,
	atMs: 0,
});
const chunk: CorpusEvent = { t: 'chunk', turn: 0, text: '네', atMs: 5 };
const end: CorpusEvent = { t: 'end', atMs: 9 };

const numbered = (events: readonly CorpusEvent[], from = 0): CapturedEvent[] =>
	events.map((event, index) => ({ n: from + index, event }));

describe('readTurns', () => {
	it('splits a session into turns and marks the first', () => {
		const { turns, broken, stray } = readTurns(numbered([user('하나', 'p01'), chunk, end, user('둘'), end]));
		expect(turns).toEqual([
			{ prompt: 'p01', text: '하나', spoken: [chunk], first: true, startAtMs: 0, endAtMs: 9 },
			{ text: '둘', spoken: [], first: false, startAtMs: 0, endAtMs: 9 },
		]);
		expect({ broken, stray }).toEqual({ broken: [], stray: 0 });
	});

	it('marks the first turn after a restart', () => {
		const session = numbered([user('하나'), end]);
		expect(readTurns([...session, ...session]).turns.map((turn) => turn.first)).toEqual([true, true]);
	});

	it('keeps the error of a turn that failed', () => {
		const failed: CorpusEvent = { t: 'end', error: 'LLM 응답 실패: StateError', atMs: 3 };
		expect(readTurns(numbered([user('하나'), failed])).turns[0]).toMatchObject({ error: 'LLM 응답 실패: StateError' });
	});

	it('excludes a turn with a missing line', () => {
		const whole = numbered([user('하나', 'p01'), chunk, chunk, end]);
		for (const lost of [1, 2, 3]) {
			const { turns, broken } = readTurns(whole.filter(({ n }) => n !== lost));
			expect(turns).toEqual([]);
			expect(broken).toMatchObject([{ prompt: 'p01', text: '하나' }]);
			expect(broken[0]?.soFar?.spoken).toEqual(lost === 3 ? [chunk, chunk] : undefined);
		}
	});

	it('excludes events before a user line, and a turn that another cuts off', () => {
		const { turns, broken, stray } = readTurns(numbered([chunk, end, user('하나'), chunk, user('둘'), end], 40));
		expect(turns.map((turn) => turn.text)).toEqual(['둘']);
		expect(broken).toMatchObject([{ text: '하나' }]);
		expect(stray).toBe(2);
	});

	it('counts events after the end of a turn as stray', () => {
		const call: CorpusEvent = { t: 'call', turn: 0, prefix: '네', name: 'find', args: {}, atMs: 9 };
		const late = readTurns(numbered([user('하나'), chunk, end, call, end, user('둘'), end]));
		expect([late.turns.map(({ text }) => text), late.stray]).toEqual([['하나', '둘'], 2]);
		const gap = readTurns([...numbered([user('하나'), end]), ...numbered([chunk, end], 3)]);
		expect([gap.turns.length, gap.broken, gap.stray]).toEqual([1, [], 2]);
	});

	it('excludes a turn whose end is from another process', () => {
		const [spoken, over] = [numbered([user('하나'), chunk]), numbered([end], 2)];
		const of = (process: string, events: readonly CapturedEvent[]): CapturedEvent[] =>
			events.map((event) => ({ ...event, process }));
		expect(readTurns([...of('1', spoken), ...of('1', over)]).turns).toHaveLength(1);
		expect(readTurns([...of('1', spoken), ...of('2', over)])).toMatchObject({ turns: [], broken: [{ text: '하나' }] });
	});

	const whole = numbered([user('하나'), chunk, { ...chunk, text: '둘' }, end]);

	it.each<[string, readonly number[]]>([
		['repeated', [0, 0, 1, 1, 2, 2, 3, 3]],
		['swapped', [1, 0, 3, 2]],
	])('reads %s lines once and in order', (_title, places) => {
		const events = places.flatMap((place) => whole[place] ?? []);
		expect(readTurns(events)).toEqual(readTurns(whole));
	});
});

describe('processesAtOnce', () => {
	const of = (...processes: readonly (string | undefined)[]): readonly string[] =>
		processesAtOnce(processes.map((process, n) => ({ n, event: chunk, process })));

	it('are those whose lines alternate', () => {
		expect(of('1', '2', '1')).toEqual(['1', '2']);
		expect(of('1', '2', undefined, '2', '3', '1')).toEqual(['1', '2', '3']);
	});

	it('are none after a restart, or if unknown', () => {
		expect(of('1', '1', undefined, '1', '2', '3')).toEqual([]);
		expect(of(undefined, undefined)).toEqual([]);
	});
});
