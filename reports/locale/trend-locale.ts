import { counted } from '../../src/base/message.ts';
import type { Lang } from './locale.ts';

/** Sentences of one metric over time. */
export interface TrendLocale {
	readonly lead: (said: { readonly shown: string; readonly runs: string }) => string;
	/** Why the dots are not one line. */
	readonly several: string;
	readonly timesToo: string;
	readonly hollow: (count: string) => string;
	/** Runs whose logs do not tell all that could set them apart. */
	readonly untold: (count: string) => string;
	/** Samples whose times are not in a value. */
	readonly leftOut: (count: string) => string;
	readonly runs: (count: string) => string;
	readonly others: (series: string) => string;
	readonly moreSeries: (count: string) => string;
	readonly allSeries: string;
	readonly columns: readonly [run: string, value: string, interval: string, commits: string];
	readonly part: string;
	readonly median: string;
	readonly noInterval: string;
	readonly sameCommit: string;
	/** Fields by which series differ; those that are not named are told by their own name. */
	readonly fields: Readonly<Record<string, string>>;
	readonly suiteVersion: string;
	readonly corpus: string;
	readonly prompt: string;
	readonly template: string;
}

export const trendLocale: Readonly<Record<Lang, TrendLocale>> = {
	en: {
		lead: ({ shown, runs }) =>
			`${shown === runs ? counted(shown, 'run') : `The newest ${shown} of ${counted(runs, 'run')}`}: oldest on the left of the picture, newest on top of the table.`,
		several:
			'Each line joins only runs that can be compared: the same app, model, corpus, prompts and settings, where their logs tell them.',
		timesToo: 'Times must be of the same machine, too.',
		hollow: (count) =>
			`A hollow mark, ${count} here, is a run with only a part of the samples, or with samples unscored or left out that could change its value; no line joins it.`,
		untold: (count) =>
			`Not known of ${count} of these runs, captures, an app’s own loop or logs of earlier versions: app, system prompt, tools or settings; they may differ within a line.`,
		leftOut: (count) => `${count} left out`,
		runs: (count) => counted(count, 'run'),
		others: (series) => `${counted(series, 'more series is', 'more series are')} not drawn:`,
		moreSeries: (count) => `and ${count} more; narrow the list of runs down with its filters first.`,
		allSeries: 'all series',
		columns: ['run', 'value', '95 % interval', 'commits since the run before in its series'],
		part: 'a part of the samples',
		median: 'median',
		noInterval: '–',
		sameCommit: 'the same commit',
		fields: {
			app: 'app',
			'app.system': 'system prompt of the app',
			'app.tools': 'tools of the app',
			'app.answers': 'answers of the tools',
			'app.state': 'initial state of the app',
			'app.language': 'language of the app',
			threshold: 'threshold of the decision',
			score: 'score of the decision',
			model: 'model',
			clock: 'clock',
			device: 'device',
		},
		suiteVersion: 'suite version',
		corpus: 'corpus',
		prompt: 'prompt',
		template: 'chat template',
	},
	ko: {
		lead: ({ shown, runs }) =>
			`실행 ${shown === runs ? `${shown}건` : `${runs}건 중 최근 ${shown}건`}입니다. 그래프는 왼쪽이 오래된 실행이고, 표는 최신순입니다.`,
		several: '로그로 확인되는 앱, 모델, 코퍼스, 프롬프트, 설정이 모두 같은 실행끼리만 선으로 이었습니다.',
		timesToo: '시간은 기기까지 같은 실행끼리만 이었습니다.',
		hollow: (count) =>
			`속이 빈 표시 ${count}건은 샘플 일부만 실행했거나, 채점하지 못하거나 제외한 샘플 때문에 값이 달라질 수 있는 실행으로, 선으로 잇지 않았습니다.`,
		untold: (count) =>
			`캡처했거나 앱이 직접 대화를 진행했거나 이전 버전에서 기록한 ${count}건은 앱, 시스템 프롬프트, 도구, 설정을 모두 알 수는 없어, 한 선 안에서도 서로 다를 수 있습니다.`,
		leftOut: (count) => `제외 ${count}건`,
		runs: (count) => `실행 ${count}건`,
		others: (series) => `그래프에 없는 묶음 ${series}가지:`,
		moreSeries: (count) => `그 밖에 ${count}가지가 더 있습니다. 실행 목록에서 먼저 골라 보세요.`,
		allSeries: '모든 묶음 보기',
		columns: ['실행', '값', '95 % 구간', '같은 묶음의 앞 실행 이후 커밋'],
		part: '샘플 일부만 실행',
		median: '중앙값',
		noInterval: '–',
		sameCommit: '같은 커밋',
		fields: {
			app: '앱',
			'app.system': '앱의 시스템 프롬프트',
			'app.tools': '앱의 도구',
			'app.answers': '도구의 답',
			'app.state': '앱의 초기 상태',
			'app.language': '앱의 언어',
			threshold: '판정 기준',
			score: '판정에 쓰는 점수',
			model: '모델',
			clock: '시계',
			device: '기기',
		},
		suiteVersion: '스위트 버전',
		corpus: '코퍼스',
		prompt: '프롬프트',
		template: '채팅 템플릿',
	},
};
