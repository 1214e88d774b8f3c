import { describe, expect, it } from 'vitest';
import { ALL_THOUGHT } from '../../../src/eval/evidence/turn-evidence.ts';
import { serverChanges, untoldCounts } from '../../../src/log/warnings.ts';
import { samplesAtOnce } from '../../../src/model/identity.ts';
import { logHeaderFixture, logSampleFixture } from '../../../src/testing/log-line-fixture.ts';
import { coreParts, coreText } from './core-text.ts';
import { exampleOf } from './phrases/example-fixture.ts';
import { PHRASES } from './phrases/phrases.ts';

describe('what the core says, in Korean', () => {
	it('has the numbers and names of the English sentence, and stays as it is in English', () => {
		const english = 'topK 40: is not used, for openai does not sample by it';
		expect(coreText(english, 'ko')).toBe('openai 러너는 topK 샘플링을 지원하지 않아 topK 40 설정을 쓰지 않았습니다.');
		expect(coreParts(english, 'en')).toEqual([{ text: english, foreign: false }]);
	});

	it.each([
		['a sentence of the core in another', 'EngineError: the engine has not ended its last generation yet'],
		['a sentence behind a place', 'results/a/log.jsonl:3: prefix p1: is no sample of this run (its seed is another)'],
		[
			'of a log of before, with one of several',
			'the server changed its setup during the run, as its system_fingerprint tells: a (2 samples), b (1 samples)',
		],
		[
			'a list whose sentences have commas',
			'told in two ways, so unscored (contradictory): p1: its clock runs backwards, from 2 to 1 ms, p2: turn 2 is told where turn 1 is expected',
		],
	])('is %s', (_, english) => {
		const parts = coreParts(english, 'ko');
		expect(parts.filter(({ foreign }) => foreign)).toEqual([]);
		expect(parts.map(({ text }) => text).join('')).not.toMatch(/[a-z]{3,} [a-z]{3,} [a-z]{2,}/u);
	});

	it('leaves what it does not know as it is, and only that', () => {
		expect(coreParts('disk on fire', 'ko')).toEqual([{ text: 'disk on fire', foreign: true }]);
		expect(
			coreParts('the first 3 samples failed (a, b, c): disk on fire', 'ko').filter(({ foreign }) => foreign),
		).toEqual([{ text: 'disk on fire', foreign: true }]);
		expect(coreText('모델이 말함: yes', 'ko')).toBe('모델이 말함: yes');
	});

	it('is not known of a sentence whose number is none', () => {
		expect(coreParts('message first', 'ko')[0]?.foreign).toBe(true);
	});

	it('reads a hostile text in time', () => {
		const started = performance.now();
		for (const text of ['a: '.repeat(1300), ', '.repeat(2000), 'expected or got '.repeat(250)]) coreText(text, 'ko');
		expect(performance.now() - started).toBeLessThan(2000);
	});
});

describe('the sentences', () => {
	it.each(PHRASES.map((phrase) => [exampleOf(phrase), phrase[1]]))('knows: %s', (english) => {
		const parts = coreParts(english, 'ko');
		expect(parts.filter(({ foreign }) => foreign)).toEqual([]);
		expect(parts.map(({ text }) => text).join('')).toMatch(/[가-힣]/u);
	});

	it('are those that the core says', () => {
		const sample = (id: string, systemFingerprint: string): ReturnType<typeof logSampleFixture> => {
			const generation = {
				pieces: [],
				events: [],
				finish: { unified: 'stop', raw: '' },
				usage: {},
				systemFingerprint,
			} as const;
			return logSampleFixture({ sampleId: id, transcript: { generations: [generation], facts: {} } });
		};
		const settings = { ...logHeaderFixture().settings, dialect: 'engine' };
		const header = logHeaderFixture({ settings });
		const said = [
			ALL_THOUGHT,
			String(samplesAtOnce(4).timingsNotComparable),
			...serverChanges({ samples: [sample('a', 'x'), sample('b', 'y')] }),
			...untoldCounts({ header, samples: [sample('a', 'x')] }),
		].filter((text) => text !== '');
		expect(said.length).toBeGreaterThan(3);
		for (const text of said)
			expect([text, coreParts(text, 'ko').some(({ foreign }) => foreign)]).toEqual([text, false]);
	});
});
