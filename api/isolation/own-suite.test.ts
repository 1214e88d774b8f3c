import { expect, it } from 'vitest';
import { callInTime } from '../../src/base/call-in-time.ts';
import { scoreSample } from '../../src/eval/scoring/score-sample.ts';
import type { SolveContext } from '../../src/eval/suite.ts';
import { suiteDouble } from '../../src/testing/doubles/suite-double.ts';
import { transcriptFixture } from '../../src/testing/transcript-fixture.ts';
import { IdleLimit } from './idle-limit.ts';
import { ownSuite } from './own-suite.ts';

const never = new Promise<never>(() => undefined);

it('a scorer that computes without end fails alone, and the others judge what it could not change', () => {
	const suite = {
		...ownSuite(suiteDouble(['a'], () => never)),
		inTime: <T>(call: () => T) => callInTime(call, 50),
		scorers: [
			{
				name: 'endless',
				score() {
					for (;;);
				},
			},
			{ name: 'backtracks', score: () => /^(?:a+)+$/u.test(`${'a'.repeat(50)}b`) },
			{
				name: 'meddles',
				score(_sample: object, { generations }: { readonly generations: readonly object[] }) {
					(generations as object[]).length = 0;
					return true;
				},
			},
			{
				name: 'counts',
				score: (_sample: object, turn: { readonly generations: readonly object[] }) => turn.generations.length === 1,
			},
		],
	};
	const [sample] = suite.samples;
	if (sample === undefined) throw new Error('one sample');
	const scores = scoreSample(suite, sample, transcriptFixture([[{ type: 'text', text: '네' }]]), { language: 'ko' });
	const late = { unscored: 'scorer-failed', detail: 'Overtime: computed for 0.05 s without an end' };
	expect(scores).toMatchObject({ endless: late, backtracks: late, counts: { value: true } });
	expect(scores.meddles).toMatchObject({ unscored: 'scorer-failed', detail: expect.stringContaining('TypeError') });
	expect(Object.isFrozen(sample)).toBe(true);
});

it('what own code throws in time is thrown as it is', () => {
	const thrown = new RangeError('own');
	expect(() =>
		callInTime(() => {
			throw thrown;
		}, 50),
	).toThrow(thrown);
});

it('a solver that does not go on is given up, and its conversation says nothing more', async () => {
	const idle = new IdleLimit('solve()', 20);
	const conversation = idle.watch({ async *sendChatTurn() {} });
	await expect(idle.over(never, undefined)).rejects.toThrow('solve(): did not go on within 0.02 s');
	await expect(Array.fromAsync(conversation.sendChatTurn({ type: 'user', text: 'x' }))).rejects.toThrow(
		'its sample is over',
	);
});

it('a solver may take as long as the model generates', async () => {
	const idle = new IdleLimit('solve()', 20);
	const conversation = idle.watch({
		async *sendChatTurn() {
			await new Promise((resolve) => setTimeout(resolve, 60));
		},
	});
	const solving = (async () => {
		for await (const _ of conversation.sendChatTurn({ type: 'user', text: 'x' }));
		return 'done';
	})();
	expect(await idle.over(solving, undefined)).toBe('done');
});

it('an app that takes whole turns by itself takes them under a solver of the config too', async () => {
	const idle = new IdleLimit('solve()', 20);
	const conversation = idle.watch({
		async *sendChatTurn() {},
		async userTurn(text) {
			await new Promise((resolve) => setTimeout(resolve, 60));
			return { messages: [{ role: 'user', text }] };
		},
	});
	const solving = conversation.userTurn?.('물') ?? never;
	expect(await idle.over(solving, undefined)).toEqual({ messages: [{ role: 'user', text: '물' }] });
	await expect(conversation.userTurn?.('물')).rejects.toThrow('its sample is over');
	expect(idle.watch({ async *sendChatTurn() {} }).userTurn).toBeUndefined();
});

it('what a solver throws at once rejects', async () => {
	const suite = ownSuite(
		suiteDouble(['a'], () => {
			throw new Error('at once');
		}),
	);
	const [sample] = suite.samples;
	if (sample === undefined) throw new Error('one sample');
	await expect(suite.solve(sample, {} as SolveContext, 'free')).rejects.toThrow('at once');
});
