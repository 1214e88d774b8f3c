import { describe, expect, it } from 'vitest';
import type { LoggedCall, LoggedEvent, LoggedGeneration, LoggedTimings, SampleTimings } from './sample.ts';
import { readTurn, type TurnWaiting, turnOf, turnWaiting } from './turn.ts';

const said = (...events: readonly LoggedEvent[]): LoggedGeneration => ({
	pieces: [],
	events,
	finish: { unified: 'stop', raw: '' },
	usage: {},
});
const text = (words: string): LoggedEvent => ({ type: 'text', text: words });
const call = (name: string): LoggedEvent => ({
	type: 'call',
	call: { id: name, name, arguments: {}, raw: '', repairs: [] },
});
const malformed: LoggedEvent = { type: 'malformed', reason: 'unclosed', raw: 'call:' };

describe('readTurn', () => {
	it('takes the text before the first call, without thinking and without what follows', () => {
		const turn = readTurn([
			said({ type: 'thinking', text: '음' }, text('찾아'), text('볼게요'), call('a'), text('뒤'), call('b')),
		]);
		expect(turn).toMatchObject({ prefix: '찾아볼게요', call: { name: 'a' }, callGeneration: 0, malformed: false });
	});

	it('reads the generation that calls', () => {
		expect(readTurn([said(text('앞')), said(text('둘째'), call('a'))])).toMatchObject({
			prefix: '둘째',
			callGeneration: 1,
		});
	});

	it('passes a malformed call where a real one follows', () => {
		expect(readTurn([said(text('앞'), malformed, text('뒤'), call('a'))])).toMatchObject({
			prefix: '앞뒤',
			malformed: true,
		});
	});

	it('takes the text before a malformed call where none could be read', () => {
		const turn = readTurn([said(text('앞'), malformed, text('뒤'))]);
		expect(turn).toEqual({ prefix: '앞', malformed: true });
	});

	it('takes the whole answer where nothing was called, composed', () => {
		expect(readTurn([said(text('안녕'.normalize('NFD')))])).toEqual({ prefix: '안녕', malformed: false });
		expect(readTurn([])).toEqual({ prefix: '', malformed: false });
	});

	it('lists the calls of all generations in order', () => {
		expect(
			turnOf({ facts: {}, generations: [said(call('a'), call('b')), said(call('c'))] }).calls.map(({ name }) => name),
		).toEqual(['a', 'b', 'c']);
	});
});

describe('turnWaiting', () => {
	const timed = (times: Partial<LoggedTimings>): LoggedTimings => ({
		source: 'engine',
		totalMs: 100,
		pieceAtMs: [],
		eventAtMs: [],
		...times,
	});

	const waiting = (timings: SampleTimings, said: readonly LoggedGeneration[] = []): TurnWaiting =>
		turnWaiting({ timings, transcript: { facts: {}, generations: said } });

	it('knows nothing of a turn without clocks', () => {
		expect(waiting({ generations: [], endToEndMs: 1, cold: false })).toEqual({});
		expect(waiting({ generations: [timed({})], endToEndMs: 1, cold: false })).toEqual({});
	});

	it('adds the generations before the one that calls', () => {
		const generations = [timed({ firstTokenMs: 10 }), timed({ callOpenMs: 30, callCompleteMs: 40 })];
		expect(waiting({ generations, endToEndMs: 1, cold: false })).toEqual({
			timeToFirstTokenMs: 10,
			timeToFirstCallTokenMs: 130,
			timeToCallMs: 140,
		});
	});

	it('counts from the words of the turn that calls, where the user spoke several times', () => {
		const generations = [
			timed({ firstTokenMs: 10 }),
			timed({ firstTokenMs: 20 }),
			timed({ firstTokenMs: 5, callOpenMs: 30, callCompleteMs: 40 }),
			timed({ callCompleteMs: 7 }),
		];
		const turns = [1, 2, 1].map((count) => ({ generations: count, endToEndMs: 300 }));
		const timings = { generations, endToEndMs: 900, cold: false };
		expect(waiting({ ...timings, userTurns: turns })).toEqual({
			timeToFirstTokenMs: 10,
			timeToFirstCallTokenMs: 130,
			timeToCallMs: 140,
		});
		expect(waiting(timings).timeToCallMs).toBe(240);
	});

	it.each<[LoggedGeneration['finish']['unified'], string, number | undefined]>([
		['length', 'missing-braces', undefined],
		['deadline', 'missing-closer', undefined],
		['length', 'code-fence', 40],
		['stop', 'missing-closer', 40],
	])('of a generation that ends with %s in a call with %s: complete at %s', (unified, repair, timeToCallMs) => {
		const generations = [timed({ firstTokenMs: 10, callOpenMs: 30, callCompleteMs: 40 })];
		const repaired = { id: 'a', name: 'add', arguments: {}, repairs: [repair] } as LoggedCall;
		const cut = { ...said({ type: 'call', call: repaired }), finish: { unified, raw: unified } };
		expect(waiting({ generations, endToEndMs: 50, cold: false }, [cut])).toEqual({
			timeToFirstTokenMs: 10,
			...(timeToCallMs !== undefined && { timeToFirstCallTokenMs: 30, timeToCallMs }),
		});
	});
});
