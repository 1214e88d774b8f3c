import { describe, expect, it } from 'vitest';
import { type CorpusEvent, corpusLines } from './corpus-line.ts';

const chunk: CorpusEvent = { t: 'chunk', turn: 0, text: '수면 카탈로그를 ', atMs: 812.25 };

describe('corpusLines', () => {
	it('writes one line per event', () => {
		expect(corpusLines(chunk, 7, 3_000)).toEqual([
			'[gemmark-corpus] {"v":1,"n":7,"t":"chunk","turn":0,"text":"수면 카탈로그를 ","atMs":812.25}',
		]);
	});

	it('cuts a long event into numbered parts, none longer than allowed', () => {
		const long: CorpusEvent = { t: 'user', text: '잠이 안 와요 "\n😴'.repeat(500), atMs: 0 };
		const lines = corpusLines(long, 3, 400);
		expect(lines.length).toBeGreaterThan(20);
		for (const line of lines) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(400);
		expect(lines[0]).toMatch(/^\[gemmark-corpus\] \{"v":1,"n":3,"part":1,"of":\d+,"json":"/);
	});

	it('has no character that ends a line anywhere', () => {
		const enders = ['\n', '\r', '\u0085', '\u2028', '\u2029', '\u000b', '\u000c'];
		for (const line of corpusLines({ t: 'user', text: enders.join(''), atMs: 0 }, 0, 3_000)) {
			expect(enders.filter((ender) => line.includes(ender))).toEqual([]);
		}
	});
});
