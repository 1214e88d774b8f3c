import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Locale, localeOf } from './catalogue.ts';

/** The retired terms of the glossary, joined particles, `50 %`, and a formal imperative. */
const RETIRED =
	/앞말|접두 텍스트|추임새|축소 모델|회색 지대|리플렉션|방언|글자로|채점 못 함|나빠짐|좋아짐|을\(를\)|은\(는\)|이\(가\)|하십시오|[\d}] %/u;

it.each(['comparison', 'report', 'sections', 'terms'])('the Korean words of %s have no retired term', (file) => {
	const lines = readFileSync(join(import.meta.dirname, 'ko', `${file}.ts`), 'utf8').split('\n');
	expect(lines.filter((line) => RETIRED.test(line))).toEqual([]);
});

/** One sentence of each kind with its figures, as a writer reads them. */
const SENTENCES: readonly (readonly [en: string, ko: string, said: (locale: Locale) => string])[] = [
	['Path A, narrow: keep it', '경로 A (근소한 판정): keep it', ({ picture }) => picture.path('A', 'narrow', 'keep it')],
	['2 lost, 1 gained', '회귀 2건, 개선 1건', ({ comparison }) => comparison.counts(2, 1)],
	['1 of 3 rules passed.', '규칙 3개 중 1개 통과.', ({ gate }) => gate.lead(1, 3)],
	[
		'1 of 6 engine failed: Read.',
		'엔진 오류 1/6건: Read.',
		({ line, causes }) => line.remedy(1, 6, causes['engine-failed'], 'Read.'),
	],
	['2 of 3 runs, newest first.', '실행 3건 중 2건, 최신순.', ({ history }) => history.lead('2', '3')],
	[
		'by prompt 2 lost, 0 gained: p',
		'프롬프트 기준 회귀 2건, 개선 0건, p',
		({ mcnemar }) => mcnemar.overPrompts('2', '0', 'p'),
	],
];

it.each(SENTENCES)('%s', (en, ko, said) => {
	expect([said(localeOf('en')), said(localeOf('ko'))]).toEqual([en, ko]);
});
