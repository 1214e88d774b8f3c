import {
	certainHits,
	type HitCounts,
	hitsText,
	type Lang,
	partText,
	type RunPart,
	type Unpaired,
	type Untold,
	unpairedText,
	untoldName,
} from '../../src/index.ts';
import { coreText } from '../locale/core/core-text.ts';

/** What the comparison says of declared scores. */
export interface ComparisonWords {
	/** Samples that are not scored in both runs. */
	/** Empty where all are scored in both. */
	readonly unpaired: (counts: Unpaired) => string;
	/** Behind a path that no outcome of the other prompts could change. */
	readonly certain: string;
	/** `9`; of such a path `at least 5`, or `at most 1`. */
	readonly hits: (verdict: HitCounts) => string;
	readonly repeat: (epoch: number) => string;
	readonly numbers: string;
	readonly numberColumns: readonly [suite: string, score: string, baseline: string, difference: string, n: string];
	/** A run with some of its samples alone; `parts`: such as `prefix 3 of 15 (limit 3)`. */
	readonly part: (name: string, parts: string) => readonly [title: string, text: string];
	readonly partOf: (part: RunPart) => string;
	/** What a log does not tell of how its samples were asked. */
	readonly untold: (name: string, what: readonly Untold[]) => readonly [title: string, text: string];
	/** No field is known to differ. */
	readonly noField: string;
	readonly nothing: (name: string) => readonly [title: string, text: string];
	/** Suites that only the baseline has, and those that only the other run has; not both are empty. */
	readonly onlySuites: (name: string, first: string, second: string) => readonly [title: string, text: string];
}

export function comparisonWordsOf(lang: Lang): ComparisonWords {
	return lang === 'ko' ? korean : english;
}

const english: ComparisonWords = {
	unpaired: unpairedText,
	certain: 'certain without the others',
	hits: hitsText,
	repeat: (epoch) => `repeat ${epoch}`,
	numbers: 'Numbers, paired by prompt',
	numberColumns: ['Suite', 'Score', 'Baseline mean', 'Mean difference (95 %, t)', 'Prompts'],
	part: (name, parts) => [`${name} is a part of a run.`, `It has ${parts}.`],
	partOf: partText,
	untold: (name, what) => [
		`Not known of ${name}: ${what.map(untoldName).join('; ')}.`,
		'They may differ and change results.',
	],
	noField: 'In nothing that gemmark knows of.',
	nothing: (name) => [`${name} has no sample in common with the baseline.`, 'Nothing was compared.'],
	onlySuites: (name, first, second) => [
		`${name}: not every suite is in both runs.`,
		[
			first === '' ? '' : `Only in the baseline: ${first}.`,
			second === '' ? '' : `Only here: ${second}.`,
			'What both have is compared.',
		]
			.filter((part) => part !== '')
			.join(' '),
	],
};

const korean: ComparisonWords = {
	unpaired: ({ unpaired, inNeither, inOneOnly }) =>
		[
			...(unpaired > inNeither ? [`${unpaired - inNeither}건은 한쪽에서만 채점됨`] : []),
			...(inNeither > 0 ? [`${inNeither}건은 양쪽 모두 채점하지 못함`] : []),
			...(inOneOnly > 0 ? [`${inOneOnly}건은 한쪽에만 해당`] : []),
		].join(', '),
	certain: '나머지와 상관없이 확정',
	hits(verdict) {
		if (verdict.status !== 'truncated') return String(verdict.hits);
		const { bound, hits } = certainHits(verdict);
		return `${bound === 'atLeast' ? '적어도' : '많아야'} ${hits}`;
	},
	repeat: (epoch) => `반복 ${epoch}`,
	numbers: '프롬프트별로 짝지은 수치',
	numberColumns: ['스위트', '점수', '기준 평균', '평균 차이(95 %, t)', '프롬프트'],
	part: (name, parts) => [`${name}에는 일부 샘플만 있습니다.`, `들어 있는 샘플: ${parts}.`],
	partOf: ({ suite, there, whole, chosen }) =>
		`${suite} ${whole}건 중 ${there}건${chosen.length === 0 ? '' : `(${chosen.map((choice) => coreText(choice, 'ko')).join(', ')})`}`,
	untold: (name, what) => [
		`${name}에서 알 수 없는 것: ${what.map((field) => UNTOLD_KO[field]).join('; ')}.`,
		'서로 다를 수 있고, 다르면 결과도 달라질 수 있습니다.',
	],
	noField: 'gemmark가 아는 한 다른 점이 없습니다.',
	nothing: (name) => [`${name}에는 기준과 겹치는 샘플이 없습니다.`, '비교한 것이 없습니다.'],
	onlySuites: (name, first, second) => [
		`${name}: 모든 스위트가 양쪽에 있지는 않습니다.`,
		[
			first === '' ? '' : `기준에만 있음: ${first}.`,
			second === '' ? '' : `여기에만 있음: ${second}.`,
			'양쪽에 있는 것만 비교합니다.',
		]
			.filter((part) => part !== '')
			.join(' '),
	],
};

const UNTOLD_KO: Readonly<Record<Untold, string>> = {
	app: '앱과 앱 버전',
	prompt: '시스템 프롬프트와 도구',
	settings: '샘플링 설정, 토큰 한도, 앞말 처리 방식',
};
