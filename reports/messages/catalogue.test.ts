import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../src/base/read-file.ts';
import { type Locale, localeOf } from './catalogue.ts';

/** The retired terms of the glossary, joined particles, `50 %`, straight quotes, and a formal imperative. */
const RETIRED =
	/앞말|접두 텍스트|앞의 (?:글|말)|추임새|축소 모델|회색 지대|리플렉션|방언|글자로|채점 못 함|나빠짐|좋아짐|남길 만|답변|모델의 말|배포 (?:가능|권장)|챗 템플릿|인수에|매개변수|프리픽스|자유 디코딩|주요? 점수|을\(를\)|은\(는\)|이\(가\)|\("[가-힣]|하십시오|[\d}] %/u;

/** Whatever a Korean reader sees; not what a model is asked. */
const KOREAN = [
	'reports/messages/{ko,core-ko}/*.ts',
	'suites/*/index.ts',
	'suites/*/scorers.ts',
	'src/eval/{decision,scoring/*}.ts',
	'src/model/miniature-notice.ts',
	'app/habit-coach/{index.ts,records/*.md}',
	'cli/init/template/ko/*.{md,yaml}',
	'vitest/matchers/matcher.ts',
	'README.ko.md',
];

it.each(KOREAN)('the Korean words of %s have no retired term', (pattern) => {
	expect(linesWith(pattern, RETIRED)).toEqual([]);
});

/** The words of the old English style, in text that a reader sees; “can't tell yet” is an answer of gemmark. */
const RELAPSE =
	/\b(?:told|(?<!can.t )tells?|untold|teller|behind|nobody|whoever|whatever|held|stands?|grey|anew|mend|by itself|all the same|comes? to|left out|(?<!there )is no|of which|in turns|go on|does not say|allowed for)\b/iu;

const ENGLISH = ['src/base/messages/*.ts', 'reports/messages/en/*.ts', 'cli/**/*.ts', 'reports/terminal/*.ts'];

it.each(ENGLISH)('the sentences of %s have no word of the old style', (pattern) => {
	expect(linesWith(pattern, RELAPSE, sentencesOf)).toEqual([]);
});

it.each(['docs/*.md', 'README.md'])('the sentences of %s have none either', (pattern) => {
	expect(linesWith(pattern, RELAPSE)).toEqual([]);
});

function linesWith(pattern: string, words: RegExp, textOf = (line: string): string => line): readonly string[] {
	const files = globSync(pattern, { cwd: packageRoot() }).filter(
		(file) => !/(?:\.test|-fixture|-double)\.ts$/u.test(file),
	);
	expect(files).not.toEqual([]);
	return files.flatMap((file) =>
		readFileSync(join(packageRoot(), file), 'utf8')
			.split('\n')
			.flatMap((line, index) => (words.test(textOf(line)) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
	);
}

/** The quoted texts of a line of code that have a space, so are no code. */
function sentencesOf(line: string): string {
	if (/^\s*(?:\*|\/\/|\/\*)|\bimport\b|^\s*'behind the response'/u.test(line)) return '';
	return Array.from(line.matchAll(/'[^']* [^']*'|"[^"]* [^"]*"|`[^`]* [^`]*`/gu), ([text]) =>
		text.replaceAll(/\$\{[^}]*\}/gu, ' '),
	).join(' ');
}

/** One sentence of each kind with its figures, as a writer reads them. */
const SENTENCES: readonly (readonly [en: string, ko: string, said: (locale: Locale) => string])[] = [
	['Path A, narrow: keep it', '경로 A (근소한 판정): keep it', ({ picture }) => picture.path('A', 'narrow', 'keep it')],
	['2 lost, 1 gained', '회귀 2건, 개선 1건', ({ comparison }) => comparison.counts({ lost: 2, gained: 1 })],
	['1 of 3 rules passed.', '규칙 3개 중 1개 통과.', ({ gate }) => gate.lead({ passed: 1, rules: 3 })],
	[
		'1 of 6 engine failed: Read.',
		'엔진 오류 1/6건: Read.',
		({ line, causes }) => line.remedy({ count: 1, n: 6, cause: causes['engine-failed'], remedy: 'Read.' }),
	],
	['2 of 3 runs.', '실행 3건 중 2건.', ({ history }) => history.lead('2', '3')],
	[
		'by prompt 2 lost, 0 gained: p',
		'프롬프트 기준 회귀 2건, 개선 0건, p',
		({ mcnemar }) => mcnemar.overPrompts({ lost: '2', gained: '0', p: 'p' }),
	],
];

it.each(SENTENCES)('%s', (en, ko, said) => {
	expect([said(localeOf('en')), said(localeOf('ko'))]).toEqual([en, ko]);
});
