import { type Lang, partText, type RunPart } from '../../src/index.ts';
import { coreText } from '../locale/core/core-text.ts';

/** What the comparison says of declared scores. */
export interface ComparisonWords {
	/** Samples that are unscored in one of the runs. */
	readonly unpaired: (count: number) => string;
	readonly repeat: (epoch: number) => string;
	readonly numbers: string;
	readonly numberColumns: readonly [suite: string, score: string, baseline: string, difference: string, n: string];
	/** A run with some of its samples alone; `parts`: such as `prefix 3 of 15 (limit 3)`. */
	readonly part: (name: string, parts: string) => readonly [title: string, text: string];
	readonly partOf: (part: RunPart) => string;
	readonly nothing: (name: string) => readonly [title: string, text: string];
	/** Suites that only the baseline has, and those that only the other run has; not both are empty. */
	readonly onlySuites: (name: string, first: string, second: string) => readonly [title: string, text: string];
}

export function comparisonWordsOf(lang: Lang): ComparisonWords {
	return lang === 'ko' ? korean : english;
}

const english: ComparisonWords = {
	unpaired: (count) => `${count} unscored in one of the runs`,
	repeat: (epoch) => `repeat ${epoch}`,
	numbers: 'Numbers, paired by prompt',
	numberColumns: ['Suite', 'Score', 'Baseline mean', 'Mean difference (95 %, t)', 'Prompts'],
	part: (name, parts) => [`${name} is a part of a run.`, `It has ${parts}.`],
	partOf: partText,
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
	unpaired: (count) => `${count}건은 한쪽에서 채점하지 못함`,
	repeat: (epoch) => `반복 ${epoch}`,
	numbers: '프롬프트별로 짝지은 수치',
	numberColumns: ['스위트', '점수', '기준 평균', '평균 차이(95 %, t)', '프롬프트'],
	part: (name, parts) => [`${name}에는 일부 샘플만 있습니다.`, `들어 있는 샘플: ${parts}.`],
	partOf: ({ suite, there, whole, chosen }) =>
		`${suite} ${whole}건 중 ${there}건${chosen.length === 0 ? '' : `(${chosen.map((choice) => coreText(choice, 'ko')).join(', ')})`}`,
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
