import { describe, expect, it } from 'vitest';
import type { LoggedGeneration, LoggedTimings } from '../eval/sample.ts';
import { app, prompts, suite } from './capture-fixture.ts';
import { capturedSample } from './sample.ts';
import type { CapturedTurn, SpokenEvent } from './turns.ts';

const chunk = (turn: number, text: string, atMs: number): SpokenEvent => ({ t: 'chunk', turn, text, atMs });
const call = (turn: number, prefix: string, atMs: number): SpokenEvent => ({
	t: 'call',
	turn,
	prefix,
	name: 'get_streak',
	args: { habit_id: 'h1' },
	atMs,
});
const turnOf = (spoken: readonly SpokenEvent[], endAtMs: number): CapturedTurn => ({
	text: '며칠째야?',
	spoken,
	first: true,
	startAtMs: 0,
	endAtMs,
});

function capturedGenerations(
	turn: CapturedTurn,
): readonly { readonly generation: LoggedGeneration; readonly timings: LoggedTimings | undefined }[] {
	const [sample = expect.unreachable()] = prompts;
	const { transcript, timings } = capturedSample({ suite, sample }, turn, app, undefined);
	return transcript.generations.map((generation, at) => ({ generation, timings: timings.generations[at] }));
}

describe('capturedSample', () => {
	it('has a generation per turn of the loop, on the clock of the device', () => {
		const [first, second, ...rest] = capturedGenerations(
			turnOf(
				[chunk(0, '살펴', 100), chunk(0, '볼게요', 120), call(0, '살펴볼게요', 300), chunk(1, '12일째', 450)],
				500,
			),
		);
		expect(rest).toEqual([]);
		expect(first).toEqual({
			generation: {
				pieces: ['살펴', '볼게요'],
				events: [
					{ type: 'text', text: '살펴' },
					{ type: 'text', text: '볼게요' },
					{ type: 'call', call: { id: 'call-0', name: 'get_streak', arguments: { habit_id: 'h1' } } },
				],
				finish: { unified: 'tool-call', raw: 'captured' },
				usage: {},
			},
			timings: {
				source: 'wall-clock',
				firstTokenMs: 100,
				callCompleteMs: 300,
				totalMs: 300,
				pieceAtMs: [100, 120],
				eventAtMs: [100, 120, 300],
			},
		});
		expect(second).toEqual({
			generation: {
				pieces: ['12일째'],
				events: [{ type: 'text', text: '12일째' }],
				finish: { unified: 'unknown', raw: 'captured' },
				usage: {},
			},
			timings: { source: 'wall-clock', totalMs: 200, pieceAtMs: [150], eventAtMs: [150], sinceLastEnd: true },
		});
	});

	it('has no time of the beginning of a call', () => {
		const [only] = capturedGenerations(turnOf([call(0, '', 300)], 310));
		expect(only?.timings?.firstTokenMs).toBeUndefined();
		expect(only?.timings?.callOpenMs).toBeUndefined();
	});

	it('uses the prefix of the call if chunks are missing', () => {
		const [only] = capturedGenerations(
			turnOf([chunk(0, '살', 10), call(0, '살펴볼게요', 30), call(0, '살펴볼게요', 40)], 50),
		);
		expect(only?.generation.events.map((event) => (event.type === 'text' ? event.text : event.type))).toEqual([
			'살펴볼게요',
			'call',
			'call',
		]);
		expect(only?.timings?.eventAtMs).toEqual([10, 30, 40]);
		expect(only?.generation.pieces).toEqual(['살']);
	});

	it('numbers calls through the whole turn', () => {
		const generations = capturedGenerations(turnOf([call(7, '', 1), call(7, '', 2), call(1e9, '', 3)], 4));
		const ids = generations.flatMap(({ generation }) =>
			generation.events.map((event) => (event.type === 'call' ? event.call.id : '')),
		);
		expect(ids).toEqual(['call-0', 'call-1', 'call-2']);
	});

	it('has no generation for a turn without events', () => {
		expect(capturedGenerations(turnOf([], 5))).toEqual([]);
	});

	it.each([
		['stop', 'tool-call', 'stop'],
		['length', 'tool-call', 'length'],
	] as const)('ends the last generation with a reported %s', (finish, first, last) => {
		const turn = { ...turnOf([call(0, '', 1), chunk(1, '12일째', 2)], 3), finish };
		expect(capturedGenerations(turn).map(({ generation }) => generation.finish)).toEqual([
			{ unified: first, raw: 'captured' },
			{ unified: last, raw: 'captured' },
		]);
		const [only] = capturedGenerations({ ...turnOf([call(0, '', 1)], 3), finish });
		expect(only?.generation.finish.unified).toBe(finish === 'length' ? 'length' : 'tool-call');
	});

	it('counts from the user line on a clock that runs on', () => {
		const spoken = [chunk(0, '살펴', 5_100), call(0, '살펴', 5_300)];
		const [only] = capturedGenerations({ ...turnOf(spoken, 5_400), startAtMs: 5_000 });
		expect(only?.timings).toMatchObject({ firstTokenMs: 100, callCompleteMs: 300, totalMs: 400, pieceAtMs: [100] });
	});

	it('has a call without a name as malformed, and numbers the others', () => {
		const unnamed = { ...call(0, '', 1), name: ' ' } as SpokenEvent;
		const [only] = capturedGenerations(turnOf([unnamed, call(0, '', 2)], 3));
		expect(only?.generation.events).toEqual([
			{ type: 'malformed', reason: 'bad-name', raw: ' ({"habit_id":"h1"})' },
			{ type: 'call', call: expect.objectContaining({ id: 'call-0' }) },
		]);
		expect(only?.timings?.callCompleteMs).toBe(2);
		expect(capturedGenerations(turnOf([unnamed], 3))[0]?.timings?.callCompleteMs).toBeUndefined();
	});
});
