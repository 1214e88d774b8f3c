import { counted } from '../../src/base/message.ts';
import type { Verdict } from '../../src/eval/decision.ts';
import { standingLine } from '../../src/eval/summary/decision/standing-text.ts';
import { promptsWithoutSample, verdictRemedies } from '../../src/eval/summary/decision/verdict-text.ts';
import { type DecisionSummary, standingSummary } from '../../src/summary/decisions.ts';
import { type Lang, localized } from '../../src/text/text.ts';
import { formatShareRange } from './format-range.ts';
import { ko } from './ko.ts';
import { koreanGrey } from './sections/grey-locale.ts';

/** Words of decision.md and summary.md; what they share with the page stands in `Locale`. */
export interface MarkdownLocale {
	readonly lang: Lang;
	readonly decision: (several: boolean) => string;
	readonly target: string;
	readonly model: string;
	readonly device: string;
	readonly run: (startedAt: string) => string;
	readonly nothingDecided: string;
	readonly repeat: string;
	/** The verdict that stands, on one line, with the rule's beside people's. Plain text. */
	readonly verdict: (summary: DecisionSummary) => string;
	readonly remedies: (verdict: Verdict) => readonly string[];
	/** What a verdict over every prompt rests on, figures as text; no probability of a decision that needs all of them. */
	readonly evidence: (
		said: Readonly<Record<'rate' | 'intervals' | 'threshold', string>> & { readonly probability: string | undefined },
	) => string;
	/** How far rule and people agree on the texts that both judged. */
	readonly agreement: (agreed: number, both: number, kappa: string | undefined) => string;
	/** The labels turn the path, and the samples without one could turn it back. */
	readonly turnedByLabels: string;
	readonly path: (name: string, title: string) => string;
	readonly promptColumns: readonly [
		prompt: string,
		hit: string,
		said: string,
		reason: string,
		call: string,
		failed: string,
		toCall: string,
	];
	/** The model's last words, of suites that do not ask for what comes before a call. */
	readonly answer: string;
	readonly epochs: string;
	readonly scoreColumns: readonly [arm: string, score: string, n: string, result: string];
	readonly interval: (clustered: boolean) => string;
	readonly unscored: string;
	readonly of: (hits: number, n: number) => string;
	readonly prompts: (count: number) => string;
	readonly mean: (mean: string, median: string) => string;
	readonly load: string;
	readonly memory: string;
	/** Turns whose times are left out. */
	readonly failedTurns: (n: number) => string;
	readonly timeColumns: readonly [time: string, suite: string, state: string];
	/** Behind n and p50. */
	readonly tail: string;
	readonly times: Readonly<Record<string, string>>;
}

export const markdownLocale: Readonly<Record<Lang, MarkdownLocale>> = {
	en: {
		lang: 'en',
		decision: (several) => (several ? 'Decisions' : 'Decision'),
		target: 'Target',
		model: 'Model',
		device: 'Device',
		run: (startedAt) => `run of ${startedAt}`,
		nothingDecided: 'No suite of this run decides anything.',
		repeat: 'Repeat',
		verdict: standingLine,
		remedies: verdictRemedies,
		evidence: ({ rate, intervals, threshold, probability }) =>
			`${rate}; 95 % ${intervals}${probability === undefined ? '' : `; P(true rate ≥ ${threshold}) ${probability}`}`,
		agreement: (agreed, both, kappa) =>
			`Rule and people agree on ${agreed} of ${counted(both, 'text')}${kappa === undefined ? '' : `, Cohen's kappa ${kappa}`}.`,
		turnedByLabels:
			'No path is taken: the labels turn it, and the samples that have none, or are in dispute, could turn it back. Label the rest, or settle the disputes.',
		path: (name, title) => `Path ${name}: ${title}.`,
		promptColumns: ['prompt', 'Y/N', 'said', 'reason', 'first call', 'failed', 'to call'],
		answer: 'answer',
		epochs: 'epochs',
		scoreColumns: ['arm', 'score', 'n', 'result'],
		interval: (clustered) => (clustered ? '95 % (clustered by prompt)' : '95 % (Wilson)'),
		unscored: 'unscored',
		of: (hits, n) => `${hits} of ${n}`,
		prompts: (count) => counted(count, 'prompt'),
		mean: (mean, median) => `mean ${mean} / p50 ${median}`,
		load: 'load',
		memory: 'peak memory',
		failedTurns: (n) => `${counted(n, 'failed turn')} in no time`,
		timeColumns: ['time', 'suite', 'state'],
		tail: 'p95 (speeds: p5)',
		times: {
			timeToFirstTokenMs: 'first token',
			timeToCallMs: 'complete call',
			endToEndMs: 'whole turn',
			decodeTokensPerSecond: 'decode',
		},
	},
	ko: {
		lang: 'ko',
		decision: () => '판정 결과',
		target: '대상',
		model: '모델',
		device: '기기',
		run: (startedAt) => `${startedAt} 실행`,
		nothingDecided: '이 실행에는 판정을 내리는 스위트가 없습니다.',
		repeat: '다시 실행하기',
		verdict: koreanStanding,
		remedies: koreanRemedies,
		evidence: ({ rate, intervals, threshold, probability }) =>
			`비율 ${rate} · 95 % 구간 ${intervals}${probability === undefined ? '' : ` · 실제 비율이 ${threshold} 이상일 확률 ${probability}`}`,
		agreement: (agreed, both, kappa) =>
			`규칙과 사람의 판정은 함께 본 글 ${both}건 중 ${agreed}건에서 같습니다${kappa === undefined ? '' : `(코헨 카파 ${kappa})`}.`,
		turnedByLabels:
			'경로를 정하지 않았습니다. 사람의 판단이 결과를 바꿨고, 판단하지 않았거나 의견이 갈린 샘플이 다시 바꿀 수 있습니다. 나머지도 판단하거나 의견을 맞춰 주세요.',
		path: (name, title) => `경로 ${name}: ${title}.`,
		promptColumns: ['프롬프트', '통과', '호출 전에 한 말', '이유', '첫 호출', '통과하지 못한 항목', '호출까지'],
		answer: '마지막 답변',
		epochs: '반복',
		scoreColumns: ['방식', '점수', '건수', '결과'],
		interval: (clustered) => (clustered ? '95 % 구간(프롬프트별로 묶음)' : '95 % 구간(Wilson)'),
		unscored: '채점 못 함',
		of: (hits, n) => `${n}건 중 ${hits}건`,
		prompts: (count) => `프롬프트 ${count}건`,
		mean: (mean, median) => `평균 ${mean} / 중앙값 ${median}`,
		load: '모델 로드',
		memory: '최대 메모리',
		failedTurns: (n) => `실패하여 시간에서 제외한 턴 ${n}건`,
		timeColumns: ['시간', '스위트', '상태'],
		tail: 'p95(속도는 p5)',
		times: {
			timeToFirstTokenMs: '첫 토큰까지',
			timeToCallMs: '호출이 완성될 때까지',
			endToEndMs: '사용자 턴 전체',
			decodeTokensPerSecond: '출력 속도',
		},
	},
};

function koreanStanding(summary: DecisionSummary): string {
	const { people, verdict: rule } = summary;
	if (people === undefined) return koreanVerdict(summary, rule);
	const { labelled, disputed, of, verdict } = people;
	const alone = `규칙만 따르면 ${koreanPath(rule)}`;
	const split = disputed === 0 ? '' : `(의견이 갈린 것 ${disputed}건)`;
	const some = `사람이 판정한 샘플은 ${of}건 중 ${labelled + disputed}건${split}`;
	if (standingSummary(summary).turned) {
		return `판정하지 않음: ${some}이며 나머지에 규칙을 적용하면 ${koreanPath(verdict)}이지만, 나머지를 사람이 판정하면 다시 바뀔 수 있음. ${alone}`;
	}
	const whose =
		labelled === of
			? `사람이 샘플 ${of}건을 모두 판정한 결과`
			: `${some}, ${disputed === 0 ? '나머지는' : labelled + disputed === of ? '의견이 갈린 것은' : '의견이 갈린 것과 나머지는'} 규칙이 판정함`;
	return `${koreanVerdict(summary, verdict)}. ${whose}. ${alone}`;
}

function koreanPath({ path, status, hits, misses, n }: Verdict): string {
	return `${path === undefined ? '경로 없음' : `경로 ${path}`}(${status === 'subset' ? hits + misses : n}건 중 ${hits}건)`;
}

function koreanVerdict({ suite, decision }: DecisionSummary, verdict: Verdict): string {
	const { hits, misses, n, threshold, status } = verdict;
	const declared = Object.hasOwn(suite.scores, decision.score) ? suite.scores[decision.score] : undefined;
	const title = declared === undefined ? decision.score : localized(declared.title, 'ko');
	const left = verdict.unscored.map(({ cause, count }) => `${ko.causes[cause]} ${count}건`).join(', ');
	const silent = left === '' ? '' : `. 채점하지 못함: ${left}`;
	switch (status) {
		case 'complete':
			return `경로 ${verdict.path}: ‘${title}’ ${n}건 중 ${hits}건(95 % 구간 ${formatShareRange(verdict.wilson, 'ko')}, 기준 ${threshold}건)${verdict.grey.map(koreanGrey).join('')}`;
		case 'truncated':
			return `경로 ${verdict.path}: ‘${title}’ ${n}건 중 ${hits}건, 전부 채점하기 전에 결정됨(기준 ${threshold}건, 구간 없음)${verdict.grey.map(koreanGrey).join('')}${silent}`;
		case 'undecided':
			return `아직 판정할 수 없음: ‘${title}’ ${n}건 중 ${hits}건, 아직 채점하지 못한 것 ${n - hits - misses}건(기준 ${threshold}건)${silent}`;
		case 'subset': {
			const repeated = verdict.partly === undefined ? '' : `, 반복 중 일부만 실행한 것 ${verdict.partly}건`;
			return `일부만 실행해 판정하지 않음: ‘${title}’ ${hits + misses}건 중 ${hits}건${repeated}, 전체 프롬프트는 ${n}건${silent}`;
		}
	}
}

function koreanRemedies(verdict: Verdict): readonly string[] {
	const { status, n, unscored, partly = 0 } = verdict;
	if (status !== 'undecided') return [];
	const left = promptsWithoutSample(verdict);
	const { remedies, notEvaluated, notRepeated } = ko.verdict;
	return [
		...unscored.map(({ cause, count }) => `${n}건 중 ${count}건 ${ko.causes[cause]}: ${remedies[cause]}`),
		...(partly > 0 ? [`${n}건 중 ${partly}건 ${notRepeated}: ${remedies['not-evaluated']}`] : []),
		...(left > 0 ? [`${n}건 중 ${left}건 ${notEvaluated}: ${remedies['not-evaluated']}`] : []),
	];
}
