import { describe, expect, it } from 'vitest';
import { message } from '../base/message.ts';
import type { CorpusEvent } from '../chat/corpus-log.ts';
import { rescore } from '../eval/scoring/rescore.ts';
import { called, captured, chunk, reply, suite, turn } from './capture-fixture.ts';

describe('a captured turn that contradicts itself', () => {
	it.each(['잠을 푹 자게 도와 드릴게요.', ''])(
		'is unscored if its chunks are not in the prefix of its call: %s',
		(prefix) => {
			const { samples, contradictory } = turn(['카탈로그를 ', '보여드릴게요'], prefix);
			const problem = message('capture.other-prefix', { chunks: '카탈로그를 보여드릴게요', prefix });
			expect(contradictory).toEqual([{ id: 'p01', problem }]);
			expect(samples[0]?.scores.meaningful).toMatchObject({ unscored: 'contradictory', detail: problem });
			expect(rescore(samples, [suite], { language: 'ko' }).changed).toBe(0);
		},
	);

	it('is unscored if its clock runs backwards', () => {
		const { samples, contradictory } = captured(called(7), reply(1, 5), { t: 'end', atMs: 9 });
		expect(contradictory).toEqual([{ id: 'p01', problem: message('capture.clock-backwards', { from: 7, to: 5 }) }]);
		expect(samples[0]?.scores.meaningful).toMatchObject({ unscored: 'contradictory' });
	});

	const whole = '두 번 들이쉬는 호흡의 순서를 불러올게요.';
	it.each<[string, readonly string[], string]>([
		['withheld chunks, and other white space', ['카탈로그를 '], '카탈로그를  보여드릴게요\n'],
		['chunks that end within a letter', whole.normalize('NFD').match(/.{1,5}/gu) ?? [], whole],
		['a decomposed prefix', whole.normalize('NFD').match(/.{1,5}/gu) ?? [], whole.normalize('NFD')],
	])('is none with %s', (_, chunks, prefix) => {
		const { samples, contradictory } = turn(chunks, prefix);
		expect(contradictory).toEqual([]);
		expect(samples[0]?.scores.meaningful).toMatchObject({ value: true });
	});

	it('is none with a later call that has the same prefix, none, or another', () => {
		for (const prefix of ['찾아 볼게요.', '', '다른 말이에요.']) {
			expect(captured(called(2), called(3, prefix), { t: 'end', atMs: 9 }).contradictory).toEqual([]);
		}
	});

	it('is scored by the events before its end', () => {
		const late: CorpusEvent[] = [
			chunk('수면 습관을 찾아볼게요.'),
			called(5),
			{ t: 'end', atMs: 8 },
			called(8),
			{ t: 'end', atMs: 9 },
		];
		const { samples, stray } = captured(...late);
		expect([samples[0]?.transcript.generations[0]?.events.length, stray]).toEqual([2, 2]);
	});
});
