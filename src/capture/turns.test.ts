import { describe, expect, it } from 'vitest';
import type { CorpusEvent } from '../chat/corpus-log.ts';
import type { CapturedEvent } from './lines.ts';
import { readTurns } from './turns.ts';

const user = (text: string, prompt?: string): CorpusEvent => ({
	t: 'user',
	...(prompt === undefined ? {} : { prompt }),
	text,
	atMs: 0,
});
const chunk: CorpusEvent = { t: 'chunk', turn: 0, text: '네', atMs: 5 };
const end: CorpusEvent = { t: 'end', atMs: 9 };

const numbered = (events: readonly CorpusEvent[], from = 0): CapturedEvent[] =>
	events.map((event, index) => ({ n: from + index, event }));

describe('readTurns', () => {
	it('splits a session into its turns; the first since the app was started is told', () => {
		const { turns, broken, stray } = readTurns(numbered([user('하나', 'p01'), chunk, end, user('둘'), end]));
		expect(turns).toEqual([
			{ prompt: 'p01', text: '하나', spoken: [chunk], first: true, startAtMs: 0, endAtMs: 9 },
			{ text: '둘', spoken: [], first: false, startAtMs: 0, endAtMs: 9 },
		]);
		expect({ broken, stray }).toEqual({ broken: [], stray: 0 });
	});

	it('takes a session that was started again for what it is', () => {
		const session = numbered([user('하나'), end]);
		expect(readTurns([...session, ...session]).turns.map((turn) => turn.first)).toEqual([true, true]);
	});

	it('keeps the error of a turn that failed', () => {
		const failed: CorpusEvent = { t: 'end', error: 'LLM 응답 실패: StateError', atMs: 3 };
		expect(readTurns(numbered([user('하나'), failed])).turns[0]).toMatchObject({ error: 'LLM 응답 실패: StateError' });
	});

	it('leaves a turn out when any of its lines is lost', () => {
		const whole = numbered([user('하나', 'p01'), chunk, chunk, end]);
		for (const lost of [1, 2, 3]) {
			const { turns, broken } = readTurns(whole.filter(({ n }) => n !== lost));
			expect(turns).toEqual([]);
			expect(broken).toMatchObject([{ prompt: 'p01', text: '하나' }]);
			expect(broken[0]?.heard?.spoken).toEqual(lost === 3 ? [chunk, chunk] : undefined);
		}
	});

	it('leaves out what came before the user spoke, and a turn that another cuts short', () => {
		const { turns, broken, stray } = readTurns(numbered([chunk, end, user('하나'), chunk, user('둘'), end], 40));
		expect(turns.map((turn) => turn.text)).toEqual(['둘']);
		expect(broken).toMatchObject([{ text: '하나' }]);
		expect(stray).toBe(2);
	});

	it('counts as stray what follows the end of a turn', () => {
		const call: CorpusEvent = { t: 'call', turn: 0, prefix: '네', name: 'find', args: {}, atMs: 9 };
		const late = readTurns(numbered([user('하나'), chunk, end, call, end, user('둘'), end]));
		expect([late.turns.map(({ text }) => text), late.stray]).toEqual([['하나', '둘'], 2]);
		const gap = readTurns([...numbered([user('하나'), end]), ...numbered([chunk, end], 3)]);
		expect([gap.turns.length, gap.broken, gap.stray]).toEqual([1, [], 2]);
	});

	it('takes a turn whose end is of another process for none', () => {
		const [spoken, over] = [numbered([user('하나'), chunk]), numbered([end], 2)];
		const of = (process: string, events: readonly CapturedEvent[]): CapturedEvent[] =>
			events.map((event) => ({ ...event, process }));
		expect(readTurns([...of('1', spoken), ...of('1', over)]).turns).toHaveLength(1);
		expect(readTurns([...of('1', spoken), ...of('2', over)])).toMatchObject({ turns: [], broken: [{ text: '하나' }] });
	});
});
