import { describe, expect, it } from 'vitest';
import type { ChatMessage } from '../../chat/turn-loop.ts';
import { transcriptFixture } from '../../testing/transcript-fixture.ts';
import type { Sample } from '../sample.ts';
import type { Score } from '../score.ts';
import type { Scorer } from '../suite.ts';
import { scoreSample } from './score-sample.ts';
import { answerContains, answerMatches } from './turns.ts';

interface Question extends Sample {
	readonly answer?: string;
}

function scoreOf(scorer: Scorer<Question>, answer?: string, wanted?: string): Score | undefined {
	const user: ChatMessage = { role: 'user', text: '몇 그램이야?' };
	const messages = answer === undefined ? [user] : [user, { role: 'model' as const, text: answer }];
	const sample = { id: 'a', input: user.text, answer: wanted };
	const transcript = transcriptFixture([[]], { messages });
	return scoreSample({ scorers: [scorer] }, sample, transcript, { language: 'ko' }).answer;
}

describe('answerContains', () => {
	it('finds the text, white space, case and composition aside', () => {
		expect(scoreOf(answerContains('250 G'), '설탕은  250\n g 이에요')).toEqual({ value: true });
		expect(scoreOf(answerContains('설탕'), '설탕이에요'.normalize('NFD'))).toEqual({ value: true });
	});

	it('says what the answer does not hold', () => {
		expect(scoreOf(answerContains('250 g'), '설탕이에요')).toEqual({
			value: false,
			reason: 'not-in-answer',
			detail: '250 g',
		});
	});

	it('is false of a turn without last words', () => {
		expect(scoreOf(answerContains('250 g'))).toEqual({ value: false, reason: 'no-answer' });
	});

	it('takes the text from the sample, and does not apply without one', () => {
		const scorer = answerContains<Question>(({ answer }) => answer);
		expect(scoreOf(scorer, '250 g', '250')).toEqual({ value: true });
		expect(scoreOf(scorer, '250 g')).toBeUndefined();
	});
});

describe('answerMatches', () => {
	it('is whether the answer fits the pattern, every time', () => {
		const scorer = answerMatches(/\d+ g/gu);
		for (let time = 0; time < 3; time += 1) expect(scoreOf(scorer, '250 g')).toEqual({ value: true });
		expect(scoreOf(scorer, '두 컵')).toEqual({ value: false, reason: 'no-match' });
		expect(scoreOf(scorer)).toEqual({ value: false, reason: 'no-answer' });
	});

	it('keeps the flags that say how to read', () => {
		expect(scoreOf(answerMatches(/^cup$/i), 'CUP')).toEqual({ value: true });
		expect(scoreOf(answerMatches(/^cup$/), 'CUP')).toMatchObject({ value: false });
	});
});
