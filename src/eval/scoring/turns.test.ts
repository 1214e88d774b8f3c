import { describe, expect, it } from 'vitest';
import { message } from '../../base/message.ts';
import { callFixture, type TranscriptFixture, transcriptFixture } from '../../testing/transcript-fixture.ts';
import type { LoggedEvent } from '../sample.ts';
import type { Score } from '../score.ts';
import { scoreSample } from './score-sample.ts';
import { meaningfulPrefix } from './turns.ts';

const CALL = callFixture('search');
const said = (text: string): LoggedEvent => ({ type: 'text', text });
const scoreOf = (events: readonly LoggedEvent[], language = 'ko', more: TranscriptFixture = {}): Score | undefined =>
	scoreSample(
		{ scorers: [meaningfulPrefix()] },
		{ id: 'a', input: '수면 습관 추천해 줘' },
		transcriptFixture([events], more),
		{ language },
	).meaningful;

describe('meaningfulPrefix', () => {
	it('is true where the model says something before its first call', () => {
		expect(scoreOf([said('수면 카탈로그를 찾아볼게요.'), CALL])).toEqual({ value: true });
	});

	it.each([
		['empty', ''],
		['echo', '수면 습관 추천해 줘'],
		['filler', '네, 알겠습니다!'],
		['not-korean', 'Let me look that up for you.'],
	])('gives the reason %s of the text rules', (reason, prefix) => {
		expect(scoreOf([said(prefix), CALL])).toEqual({ value: false, reason });
	});

	it('distinguishes silence after a thought from silence', () => {
		const thought: LoggedEvent = { type: 'thinking', text: '수면을 찾아야 한다.' };
		expect(scoreOf([thought, CALL])).toEqual({ value: false, reason: 'empty-after-thought' });
		expect(scoreOf([CALL, thought])).toEqual({ value: false, reason: 'empty' });
		expect(scoreOf([thought, said('네, 알겠습니다!'), CALL])).toEqual({ value: false, reason: 'filler' });
	});

	it('says of a generation that was all thought where its tokens went', () => {
		const cut = { finish: { unified: 'length', raw: '' } } as const;
		const thought: LoggedEvent = { type: 'thinking', text: '음' };
		expect(scoreOf([thought], 'ko', cut)).toEqual({ unscored: 'cut-length', detail: message('score.all-thought') });
		expect(scoreOf([thought, said('네')], 'ko', cut)).toEqual({ unscored: 'cut-length' });
	});

	it("judges by the rules of the app's language", () => {
		expect(scoreOf([said('Let me look through the sleep catalog for you.'), CALL], 'en')).toEqual({ value: true });
	});

	it('is false where nothing was called, and says whether it was tried', () => {
		expect(scoreOf([said('일찍 주무세요.')])).toEqual({ value: false, reason: 'no-tool-call' });
		const broken: LoggedEvent = { type: 'malformed', reason: 'unclosed', raw: 'call:' };
		expect(scoreOf([said('찾아볼게요.'), broken])).toEqual({ value: false, reason: 'malformed-call' });
	});

	it('scores a first call after which the turn was cut', () => {
		const cut = { finish: { unified: 'length', raw: '' } } as const;
		expect(scoreOf([said('수면 카탈로그를 찾아볼게요.'), CALL], 'ko', cut)).toEqual({ value: true });
		expect(scoreOf([said('수면 카탈로그를 찾아볼')], 'ko', cut)).toMatchObject({ unscored: 'cut-length' });
	});
});
