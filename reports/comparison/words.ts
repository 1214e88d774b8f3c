import { englishOf, type Said } from '../../src/base/message.ts';
import { certainHits } from '../../src/eval/decision.ts';
import type { PeoplesJudgement } from '../../src/eval/scoring/labels.ts';
import { type Unpaired, unpairedText } from '../../src/eval/summary/arms/flips-text.ts';
import { type HitCounts, hitsText } from '../../src/eval/summary/decision/verdict-text.ts';
import type { Log } from '../../src/log/record.ts';
import { rescoredNotes } from '../../src/log/warnings.ts';
import { compareRuns, partText, type RunComparison } from '../../src/summary/compare/compare.ts';
import { timesSideBySide } from '../../src/summary/compare/differences.ts';
import { type Untold, untoldName, untoldTogether } from '../../src/summary/compare/identity.ts';
import type { TokenDivergence } from '../../src/summary/compare/token-divergence.ts';
import { type DecisionSummary, summarizeDecisions } from '../../src/summary/decisions.ts';
import type { LatencySummary } from '../../src/summary/speed.ts';
import { type RunPart, type SuiteSummary, summarizeSuites } from '../../src/summary/suites.ts';
import { namesApart } from '../../src/summary/summarize.ts';
import type { Lang } from '../../src/text/text.ts';
import type { MainFlips } from '../locale/comparison/comparison-locale.ts';
import { type CorePart, coreText } from '../locale/core/core-text.ts';
import { runWarnings } from '../run-warnings.ts';

/** One of several runs, with everything the comparison shows of it. */
export interface ComparedRun {
	/** Name of its target, else of its model, with its place where a name comes twice. */
	readonly name: string;
	/** What tells the runs apart in a sentence: the quantization where each has its own and no target has a name, else the name. */
	readonly label: string;
	readonly log: Log;
	readonly suites: readonly SuiteSummary[];
	readonly decisions: readonly DecisionSummary[];
	/** Without what a turn was cut before in any of the runs. */
	readonly latencies: LatencySummary;
	/** Warm turns that were cut in one of the runs or more, the same number in each. */
	readonly cutTurns: number;
	/** Against the first run; absent for that one. */
	readonly against?: RunComparison | undefined;
	/** Against the first run, where the models were asked again. */
	readonly tokenDivergence?: AskedAgain | undefined;
}

/** How a model diverges, and over which suites that was asked, where it is told. */
export type AskedAgain = TokenDivergence & { readonly suites?: readonly string[] };

export interface ComparisonOptions {
	readonly lang: Lang;
	/** Fields of identity that may differ. */
	readonly allow?: readonly string[];
	/** Of each run behind the first, where the models were asked again. */
	readonly divergences?: readonly AskedAgain[];
	/** People's labels of each run, by sample key; verdicts are theirs, and rates and flips are the rule's. */
	readonly judgements?: readonly (ReadonlyMap<string, PeoplesJudgement> | undefined)[];
}

/** Reads the runs; the first is the baseline. Throws `UsageError` where they are not comparable and not allowed to be. */
export function comparedRuns(
	logs: readonly Log[],
	allow: readonly string[],
	{ divergences = [], judgements = [] }: Pick<ComparisonOptions, 'divergences' | 'judgements'> = {},
): readonly ComparedRun[] {
	const names = namesApart(logs.map(({ header }) => header));
	const quantizations = logs.map((log) => log.header.model.quantization);
	const named = logs.some(({ header }) => header.target !== undefined);
	const distinct = !named && !quantizations.includes(undefined) && new Set(quantizations).size === logs.length;
	const times = timesSideBySide(logs);
	return logs.map((log, index) => {
		const [baseline] = logs;
		const name = names[index] ?? '';
		return {
			name,
			label: distinct ? (quantizations[index] ?? name) : name,
			log,
			suites: summarizeSuites(log),
			decisions: summarizeDecisions(log, judgements[index]),
			latencies: times.of(log),
			cutTurns: times.cut,
			against: index === 0 || baseline === undefined ? undefined : compareRuns(baseline, log, { allow }),
			tokenDivergence: divergences[index - 1],
		};
	});
}

/** What logs do not tell of how they were asked, with the names of the runs that do not tell it. */
export function untoldOf(
	runs: readonly ComparedRun[],
): readonly { readonly names: string; readonly what: readonly Untold[] }[] {
	return untoldTogether(runs, ({ log }) => log).map(({ runs: group, what }) => ({
		names: group.map(({ name }) => name).join(', '),
		what,
	}));
}

/**
 * What each run warns of, such as shards of other machines: the same line of several once, with their names. That a run was
 * scored again is told beside it.
 */
export function warningsOf(
	runs: readonly ComparedRun[],
	lang: Lang,
): readonly { readonly names: string; readonly parts: readonly CorePart[] }[] {
	const lines = runs.flatMap(({ name, log }) => {
		const again: readonly Said[] = rescoredNotes(log);
		const warnings = log.header.warnings?.filter((line) => !again.includes(line)) ?? [];
		return runWarnings({ ...log.header, warnings }, lang).map((parts, index) => ({
			name,
			parts,
			line: englishOf(warnings[index]),
		}));
	});
	return Array.from(Map.groupBy(lines, ({ line }) => line).values(), (same) => ({
		names: [...new Set(same.map(({ name }) => name))].join(', '),
		parts: same[0]?.parts ?? [],
	}));
}

/** The scores by which samples count, for one sentence on a whole run. */
export function mainFlips({ scores, paired }: RunComparison): MainFlips {
	const main = scores.filter((score) => score.main);
	const others = scores.filter((score) => !score.main);
	return {
		lost: main.reduce((sum, { lost }) => sum + lost.length, 0),
		gained: main.reduce((sum, { gained }) => sum + gained.length, 0),
		samples: main.length === 0 ? paired : main.reduce((sum, score) => sum + score.paired, 0),
		others: {
			lost: others.reduce((sum, { lost }) => sum + lost.length, 0),
			gained: others.reduce((sum, { gained }) => sum + gained.length, 0),
		},
	};
}

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
