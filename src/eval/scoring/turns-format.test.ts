import { describe, expect, it } from 'vitest';
import { message } from '../../base/message.ts';
import type { ChatMessage } from '../../chat/turn-loop.ts';
import { callFixture, type TranscriptFixture, transcriptFixture } from '../../testing/transcript-fixture.ts';
import type { LoggedEvent } from '../sample.ts';
import type { Score } from '../score.ts';
import type { Scorer } from '../suite.ts';
import { scoreSample } from './score-sample.ts';
import { strictFormat, turnOrder } from './turns.ts';

const scoreOf = (
	scorer: Scorer,
	generations: readonly (readonly LoggedEvent[])[],
	more: TranscriptFixture = {},
): Score | undefined =>
	scoreSample({ scorers: [scorer] }, { id: 'a', input: '' }, transcriptFixture(generations, more), { language: 'ko' })[
		scorer.name
	];

describe('strictFormat', () => {
	it('is true where no call of the turn needed a repair', () => {
		expect(scoreOf(strictFormat(), [[callFixture('f')], [callFixture('g')]])).toEqual({ value: true });
	});

	it('names the first repair, and all of them for people', () => {
		const repaired = [[callFixture('f')], [callFixture('g', {}, ['raw-quotes', 'missing-closer'])]];
		expect(scoreOf(strictFormat(), repaired)).toEqual({
			value: false,
			reason: 'raw-quotes',
			detail: 'raw-quotes, missing-closer',
		});
	});

	it('is false where a call could not be read', () => {
		const broken: LoggedEvent = { type: 'malformed', reason: 'unclosed', raw: 'call:' };
		expect(scoreOf(strictFormat(), [[broken]])).toEqual({ value: false, reason: 'malformed' });
	});

	it('does not apply if the engine parsed the calls', () => {
		const broken: LoggedEvent = { type: 'malformed', reason: 'bad-arguments', raw: 'f({' };
		const scoresOf = (...events: readonly LoggedEvent[]): unknown =>
			scoreSample({ scorers: [strictFormat()] }, { id: 'a', input: '' }, transcriptFixture([events]), {
				language: 'ko',
				dialect: 'engine',
			});
		expect([scoresOf(callFixture('f')), scoresOf(broken)]).toEqual([{}, {}]);
	});

	it('does not apply where no call was tried, or an app was captured', () => {
		const captured: LoggedEvent = { type: 'call', call: { id: 'call-0', name: 'f', arguments: {} } };
		expect(scoreOf(strictFormat(), [[{ type: 'text', text: '네' }]])).toBeUndefined();
		expect(scoreOf(strictFormat(), [[captured]])).toBeUndefined();
	});
});

describe('turnOrder', () => {
	const user: ChatMessage = { role: 'user', text: '안녕' };
	const model: ChatMessage = { role: 'model', text: '네' };

	it('is true of a transcript in order', () => {
		expect(scoreOf(turnOrder(), [[]], { messages: [user, model] })).toEqual({ value: true });
	});

	it('names the first rule that is broken, and where', () => {
		expect(scoreOf(turnOrder(), [[]], { messages: [user, model, model] })).toEqual({
			value: false,
			reason: 'model-out-of-turn',
			detail: message('score.message-number', { n: 3 }),
		});
	});

	it('judges what there is of a turn that was cut, too', () => {
		const cut = { messages: [user, model], finish: { unified: 'length', raw: '' } } as const;
		expect(scoreOf(turnOrder(), [[]], cut)).toEqual({ value: true });
	});

	it('does not apply where no messages were kept', () => {
		expect(scoreOf(turnOrder(), [[]])).toBeUndefined();
	});
});
