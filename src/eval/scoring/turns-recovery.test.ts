import { describe, expect, it } from 'vitest';
import type { ChatMessage } from '../../chat/turn-loop.ts';
import type { ToolResult } from '../../tool/tool.ts';
import type { Turn } from '../turn.ts';
import type { ExpectingSample } from './calls.ts';
import { callSuccess, corrected, recovered, respectsDecline } from './turns.ts';

const ok: ToolResult = { type: 'ok', data: 1 };
const error: ToolResult = { type: 'error', code: 'x', reason: 'x', kind: 'result_error' };
const cancelled: ToolResult = { type: 'cancelled' };

const call = (city: string, result: ToolResult): ChatMessage => ({
	role: 'tool-call',
	call: { id: city, name: 'forecast', arguments: { city }, raw: '', repairs: [] },
	result,
});
const said = (text: string): ChatMessage => ({ role: 'model', text });
const ANSWER = '서울의 내일 날씨는 맑고 기온은 십오 도예요.';

function scores(messages: readonly ChatMessage[], change: Partial<ExpectingSample> = {}, failed?: string) {
	const last = messages.at(-1);
	const answer = last?.role === 'model' ? last.text : undefined;
	const turn = { messages, answer, error: failed } as Turn;
	const expected = [{ tool: 'forecast', arguments: { city: 'seoul' } }];
	const sample: ExpectingSample = { id: 'a', input: '내일 서울 날씨 알려 줘', expected, ...change };
	const context = { language: 'ko' };
	return [callSuccess(), corrected(), recovered()].map((scorer) => scorer.score(sample, turn, context));
}

describe('callSuccess, corrected and recovered', () => {
	it.each<[string, readonly ChatMessage[], readonly unknown[]]>([
		['do not apply without a call', [said(ANSWER)], [undefined, undefined, undefined]],
		['count what the user refused as nothing', [call('seoul', cancelled)], [undefined, undefined, undefined]],
		['have nothing to correct where all succeed', [call('seoul', ok), said(ANSWER)], [100, undefined, undefined]],
		[
			'see the right call after a failed one',
			[call('soul', error), call('seoul', ok), said('네')],
			[50, { value: true }, true],
		],
		[
			'tell an answer from a correction',
			[call('soul', error), said(ANSWER)],
			[0, { value: false, reason: 'no_further_call' }, { value: true }],
		],
		[
			'take no filler for an answer',
			[call('soul', error), said('네')],
			[0, { value: false, reason: 'no_further_call' }, { value: false, reason: expect.any(String) }],
		],
		[
			'see that it failed again',
			[call('soul', error), call('sol', error)],
			[0, { value: false, reason: 'failed_again' }, { value: false, reason: 'no_answer' }],
		],
		[
			'see that another call succeeded',
			[call('soul', error), call('busan', ok)],
			[50, { value: false, reason: 'wrong_call' }, { value: false, reason: 'no_answer' }],
		],
		[
			'do not correct a right call that failed, but may recover by its repetition',
			[call('seoul', error), call('seoul', ok)],
			[50, undefined, true],
		],
	])('%s', (_, messages, expected) => {
		expect(scores(messages)).toEqual(expected);
	});

	it('accept any successful call without expectations, and none if no call is expected', () => {
		const messages = [call('soul', error), call('busan', ok)];
		expect(scores(messages, { expected: undefined as never })).toEqual([50, { value: true }, true]);
		expect(scores(messages, { expected: [] })).toEqual([50, undefined, { value: false, reason: 'no_answer' }]);
	});

	it('do not recover where the turn itself failed', () => {
		expect(scores([call('soul', error), said(ANSWER)], {}, 'too many turns').at(-1)).toMatchObject({
			reason: 'turn_failed',
		});
	});
});

describe('respectsDecline', () => {
	const judged = (messages: readonly ChatMessage[], error?: string) => {
		const last = messages.at(-1);
		const turn = { messages, answer: last?.role === 'model' ? last.text : undefined, error } as Turn;
		return respectsDecline().score({ id: 'a', input: '예약해 줘' }, turn, { language: 'ko' });
	};
	const named = (name: string, result: ToolResult): ChatMessage => {
		return { role: 'tool-call', call: { id: name, name, arguments: {}, raw: '', repairs: [] }, result };
	};
	const declined = named('book_table', cancelled);

	it.each<[string, readonly ChatMessage[], string | undefined, unknown]>([
		['does not apply where nothing was declined', [named('book_table', ok), said('예약했어요.')], undefined, undefined],
		['does not apply without an answer', [declined], undefined, undefined],
		['does not apply to calls that a failed turn cancelled', [declined, said('예약했어요.')], 'failed', undefined],
		[
			'does not apply where another call changed something',
			[named('set_alarm', ok), declined, said('설정했어요.')],
			undefined,
			undefined,
		],
		[
			'lets a search be reported',
			[named('search_tables', ok), declined, said('찾았지만 예약은 하지 않았어요.')],
			undefined,
			true,
		],
		['passes a refusal', [declined, said("Okay, I didn't book it.")], undefined, true],
		[
			'names the clause that claims it',
			[declined, said('You declined, but I booked the table.')],
			undefined,
			{ value: false, reason: 'claims_done', detail: 'I booked the table.' },
		],
	])('%s', (_, messages, error, score) => {
		expect(judged(messages, error)).toEqual(score);
	});
});
