import { describe, expect, it } from 'vitest';
import { english, message } from '../../base/message.ts';
import { transcriptFixture } from '../../testing/transcript-fixture.ts';
import type { Score } from '../score.ts';
import type { Scorer } from '../suite.ts';
import { callsMatch, type ExpectingSample } from './calls.ts';
import { scoreSample } from './score-sample.ts';
import { meaningfulPrefix } from './turns.ts';

const sample = { id: 'a', input: '안녕' };
const answered = transcriptFixture([[{ type: 'text', text: '네' }]]);
const failed = transcriptFixture([], { error: 'LLM 응답 실패: TypeError' });

function scoreOf(score: () => unknown, scorer: Partial<Scorer> = {}, transcript = answered): Score | undefined {
	const scorers = [{ name: 'own', ...scorer, score: score as Scorer['score'] }];
	return scoreSample({ scorers }, sample, transcript, { language: 'ko' }).own;
}

const hostile = new Proxy(
	{},
	{
		get() {
			throw new TypeError('hostile');
		},
		getPrototypeOf() {
			throw new TypeError('hostile');
		},
	},
);

const threw = (thrown: string): object => ({
	unscored: 'scorer-failed',
	detail: message('score.code-threw', { thrown }),
});

describe('scoreSample', () => {
	it.each<[string, unknown, Partial<Scorer>, Score]>([
		['true', true, {}, { value: true }],
		['false', false, {}, { value: false }],
		['a reason', { value: false, reason: 'wrong' }, {}, { value: false, reason: 'wrong' }],
		['a number', 3.5, { kind: 'number' }, { value: 3.5 }],
		['zero', { value: 0, detail: 'none' }, { kind: 'number' }, { value: 0, detail: 'none' }],
		['a cause', { unscored: 'not-recorded', detail: 'lost' }, {}, { unscored: 'not-recorded', detail: 'lost' }],
	])('keeps %s', (_title, given, scorer, score) => {
		expect(scoreOf(() => given, scorer)).toEqual(score);
	});

	it('scores a turn of messages alone only with needs: own', () => {
		const call = { id: 'c', name: 'view', arguments: {}, raw: '', repairs: [] };
		const reported = transcriptFixture([], {
			messages: [
				{ role: 'tool-call', call, result: { type: 'ok', data: {} } },
				{ role: 'model', text: '네' },
			],
		});
		for (const needs of [undefined, 'turn', 'first-call'] as const) {
			expect(scoreOf(() => true, { needs }, reported)).toEqual({
				unscored: 'not-recorded',
				detail: message('score.messages-alone'),
			});
		}
		const read: Scorer['score'] = (_sample, turn) =>
			turn.calls[0] === call && turn.call === call && turn.answer === '네' && !('prefix' in turn);
		const own: Scorer[] = [
			{ name: 'reads', needs: 'own', score: read },
			callsMatch<ExpectingSample>({ needs: 'own' }) as Scorer,
			meaningfulPrefix({ needs: 'own' }),
		];
		const asked = { ...sample, expected: [{ tool: 'view', arguments: {} }] };
		expect(scoreSample({ scorers: own }, asked, reported, { language: 'ko' })).toEqual({
			reads: { value: true },
			correct: { value: true },
			meaningful: { unscored: 'not-recorded' },
		});
	});

	it('has no score where the scorer does not apply', () => {
		const scorers: Scorer[] = [
			{ name: 'none', score: () => undefined },
			{ name: 'some', score: () => true },
		];
		expect(Object.keys(scoreSample({ scorers }, sample, answered, { language: 'ko' }))).toEqual(['some']);
	});

	it.each<[string, unknown, Partial<Scorer>]>([
		['NaN', Number.NaN, { kind: 'number' }],
		['infinity', { value: Number.POSITIVE_INFINITY }, { kind: 'number' }],
		['yes or no for a number', true, { kind: 'number' }],
		['a number for yes or no', 1, {}],
		['NaN for yes or no', Number.NaN, {}],
		['text', 'yes', {}],
		['null', null, {}],
		['nothing in an object', {}, {}],
		['a promise', Promise.resolve(true), {}],
		['a symbol', Symbol('yes'), {}],
		['a cause that there is not', { unscored: 'tired' }, {}],
		['a reason that is no text', { value: false, reason: 7 }, {}],
		['an object that throws when it is read', hostile, {}],
		['a value that throws when it is printed', { value: hostile }, {}],
	])('is unscored where the scorer gives %s', (_title, given, scorer) => {
		const score = scoreOf(() => given, scorer);
		expect(score).toMatchObject({ unscored: 'scorer-failed', detail: expect.anything() });
		expect(JSON.parse(JSON.stringify(score))).toEqual(score);
	});

	it.each<[string, unknown, string]>([
		['an error', new RangeError('out of range'), 'RangeError: out of range'],
		['text', 'broken', 'broken'],
		['nothing', undefined, 'undefined'],
		['what cannot be printed', hostile, 'what cannot be printed'],
	])('is unscored where the scorer throws %s, and says what', (_title, thrown, what) => {
		const score = scoreOf(() => {
			throw thrown;
		});
		expect(score).toEqual(threw(what));
	});

	it('is silent of what the sample does not ask for, also where nothing was observed, and asks for it guarded', () => {
		expect(scoreOf(() => true, { applies: () => false }, failed)).toBeUndefined();
		expect(scoreOf(() => true, { applies: () => true }, failed)).toMatchObject({ unscored: 'engine-failed' });
		const broken = (): boolean => {
			throw new TypeError('no kind');
		};
		expect(scoreOf(() => true, { applies: broken })).toEqual(threw('TypeError: no kind'));
	});

	it('cuts a long failure short', () => {
		const score = scoreOf(() => {
			throw new Error('x'.repeat(10_000));
		});
		expect(english(score?.detail ?? '').length).toBeLessThanOrEqual(310);
	});

	it('cuts a detail of megabytes, so that the log has room for the other scores', () => {
		const score = scoreOf(() => ({ value: true, detail: 'x'.repeat(5e7) }));
		expect(score).toMatchObject({ value: true, detail: expect.stringMatching(/^x{10000}…$/u) });
	});

	it('leaves the other scores be where one fails', () => {
		const broken: Scorer = {
			name: 'broken',
			score() {
				throw new Error('no');
			},
		};
		const scorers = [broken, { name: 'fine', score: () => true }];
		const scores = scoreSample({ scorers }, sample, answered, { language: 'ko' });
		expect(scores).toEqual({ broken: threw('Error: no'), fine: { value: true } });
	});

	it('does not ask a scorer about what was not observed, and says why', () => {
		const asked: string[] = [];
		const scorers = (['turn', 'first-call', 'own'] as const).map(
			(needs): Scorer => ({
				name: needs === 'first-call' ? 'call' : needs,
				needs,
				score() {
					asked.push(needs);
					return true;
				},
			}),
		);
		const unscored = { unscored: 'engine-failed', detail: 'LLM 응답 실패: TypeError' };
		expect(scoreSample({ scorers }, sample, failed, { language: 'ko' })).toEqual({
			turn: unscored,
			call: unscored,
			own: { value: true },
		});
		expect(asked).toEqual(['own']);
	});

	it("passes the app's language to scorers", () => {
		const scorers: Scorer[] = [{ name: 'en', score: (_sample, _turn, { language }) => language === 'en' }];
		expect(scoreSample({ scorers }, sample, answered, { language: 'en' })).toEqual({ en: { value: true } });
	});
});
