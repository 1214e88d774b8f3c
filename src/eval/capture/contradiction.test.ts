import { describe, expect, it } from 'vitest';
import { ingestCaptures } from '../../capture/ingest.ts';
import { readCorpusLines } from '../../capture/lines.ts';
import type { CorpusEvent } from '../../chat/corpus-log.ts';
import { toldContradiction } from '../../log/checks/generation-contradiction.ts';
import { sampleProblem } from '../../log/line.ts';
import { seededRandom } from '../../stats/counts.ts';
import { isFailedTurn } from '../../summary/turn-times.ts';
import { logSchemaAccepts } from '../../testing/log-line-fixture.ts';
import { rescore } from '../scoring/rescore.ts';
import { called, chunk, lines, reply, suite, told, turn } from './capture-fixture.ts';

describe('ingestCaptures, of a capture that may contradict itself,', () => {
	it.each(['잠을 푹 자게 도와 드릴게요.', ''])(
		'scores nothing of a call whose chunks contradict its prefix: %s',
		(prefix) => {
			const { samples, contradictory } = turn(['카탈로그를 ', '보여드릴게요'], prefix);
			expect(contradictory).toEqual([{ id: 'p01', problem: expect.stringContaining("'카탈로그를 보여드릴게요'") }]);
			expect(samples[0]?.scores.meaningful).toMatchObject({ unscored: 'contradictory' });
			expect(rescore(samples, [suite], { language: 'ko' }).changed).toBe(0);
		},
	);

	it('takes chunks that were held back, and other white space, for no contradiction', () => {
		const { samples, contradictory } = turn(['카탈로그를 '], '카탈로그를  보여드릴게요\n');
		expect(contradictory).toEqual([]);
		expect(samples[0]?.scores.meaningful).toMatchObject({ value: true });
	});

	it.each<[string, readonly CorpusEvent[]]>([
		['turn 1 follows turn 0, which tells no call', [chunk('찾아볼게요.'), reply(1, 5)]],
		['turn 1 follows turn 0, which tells no call', [reply(1, 5)]],
		['turn 2 is told where turn 0 is expected', [called(2), reply(2, 5)]],
		['its clock runs backwards, from 7 to 5 ms', [called(7), reply(1, 5)]],
		[
			"its calls tell two prefixes, '찾아볼게요.' and '다른 말이에요.'",
			[chunk('찾아볼게요.'), called(2), called(3, '다른 말이에요.')],
		],
		['a call is told behind its end', [chunk('찾아볼게요.'), { t: 'end', atMs: 8 }, called(8)]],
	])('scores nothing of a turn of which %s', (problem, events) => {
		const { samples, contradictory } = told(...events, { t: 'end', atMs: 9 });
		expect(contradictory).toEqual([{ id: 'p01', problem }]);
		expect(samples[0]?.scores.meaningful).toMatchObject({ unscored: 'contradictory' });
	});

	it.each([
		['찾아 볼게요.', '다른 말을 했어요.'],
		['찾아 볼게요.', ''],
		['찾아볼 게', '찾아  볼게요.\n'],
	])('writes what the log takes of chunks %j before the prefix %j', (said, prefix) => {
		const [sample] = told(chunk(said), called(2, prefix), { t: 'end', atMs: 9 }).samples;
		if (sample === undefined) throw new Error('no sample');
		expect(toldContradiction(sample, 'engine')).toBeUndefined();
	});

	it('takes a later call that tells the same prefix, or none, for no contradiction', () => {
		for (const prefix of ['찾아 볼게요.', '']) {
			const { contradictory } = told(called(2), called(3, prefix), { t: 'end', atMs: 9 });
			expect(contradictory).toEqual([]);
		}
	});

	it('writes what the log takes of whatever a stranger captures, and judges none that it says contradicts itself', () => {
		const random = seededRandom(5);
		const words = [
			'',
			' ',
			'찾아',
			'볼게요.',
			'볼게요.'.normalize('NFD'),
			'ᄀ',
			'ᅡ',
			'\n',
			'e',
			'\u0301',
			'<|tool_call>',
		];
		const text = (): string =>
			Array.from({ length: 1 + random() * 3 }, () => words[Math.floor(random() * words.length)]).join('');
		const counts = { judged: 0, contradictory: 0 };
		for (let run = 0; run < 2000; run += 1) {
			const events = Array.from({ length: 1 + random() * 5 }, (_, at): CorpusEvent => {
				const place = { turn: random() < 0.1 ? 1 : 0, atMs: random() < 0.05 ? 0 : at };
				if (random() < 0.7) return { t: 'chunk', text: text(), ...place };
				return { t: 'call', prefix: text(), name: 'search_catalog', args: {}, ...place };
			});
			const { samples, contradictory } = told(...events, { t: 'end', atMs: 9 });
			for (const sample of samples) expect(sampleProblem(sample, 'engine')).toBeUndefined();
			const judged = samples.some(({ scores }) => scores.meaningful?.unscored === undefined);
			expect([judged, contradictory.length]).not.toEqual([true, 1]);
			counts.judged += judged ? 1 : 0;
			counts.contradictory += contradictory.length;
		}
		expect(Math.min(counts.judged, counts.contradictory)).toBeGreaterThan(200);
	});

	it.each(['1e16', '1.7e12', '1.08e7'])(
		'scores nothing of a turn whose clock tells %s ms, and measures nothing of it',
		(ms) => {
			const late = lines.map((line) =>
				line.includes('"t":"end"') ? line.replace(/"atMs":[\d.]+/u, `"atMs":${ms}`) : line,
			);
			const told = ingestCaptures(suite, [readCorpusLines(late.join('\n'))], { language: 'ko' }, sampleProblem);
			expect(told.contradictory.map(({ problem }) => problem)).toEqual(
				Array(4).fill(expect.stringMatching(/^its clock tells a turn of \d+ ms, longer than an hour$/u)),
			);
			expect(told.samples.map(({ scores }) => scores.meaningful?.unscored)).toEqual(Array(4).fill('contradictory'));
			expect(told.samples.every((sample) => logSchemaAccepts(sample) && isFailedTurn(sample))).toBe(true);
		},
	);

	it('matches chunks that end within a letter with the prefix of their call', () => {
		const text = '두 번 들이쉬는 호흡의 순서를 불러올게요.';
		const cut = text.normalize('NFD').match(/.{1,5}/gu) ?? [];
		for (const prefix of [text, text.normalize('NFD')]) {
			const { samples, contradictory } = turn(cut, prefix);
			expect(contradictory).toEqual([]);
			expect(samples[0]?.scores.meaningful).toMatchObject({ value: true });
		}
	});

	it('shows of long texts where they part', () => {
		const same = '같은 말이 길게 이어집니다. '.repeat(10);
		const [{ problem } = { problem: '' }] = turn([`${same}수면`], `${same}운동`).contradictory;
		expect(problem).toMatch(/^its chunks say '….*수면', the prefix of its call '….*운동'$/u);
	});
});
