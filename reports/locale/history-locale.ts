import type { RunRow } from '../../src/index.ts';
import type { Lang } from './locale.ts';

/** Sentences of the list of runs and of trends. */
export interface HistoryLocale {
	readonly title: string;
	readonly lead: (said: { readonly shown: string; readonly runs: string }) => string;
	/** Runs that no row tells of yet. */
	readonly reading: (left: string) => string;
	readonly none: string;
	readonly columns: readonly [run: string, verdict: string, quality: string, where: string];
	readonly states: Readonly<Record<RunRow['state'], string>>;
	readonly progress: (done: string, planned: string) => string;
	readonly noPath: string;
	readonly subset: string;
	readonly hits: (hits: string, n: string, threshold: string) => string;
	readonly unscored: (count: string) => string;
	readonly filters: string;
	readonly all: string;
	readonly facets: Readonly<Record<'model' | 'engine' | 'device' | 'suite', string>>;
	readonly compareFrom: string;
	readonly compareWith: (title: string) => string;
	readonly cancel: string;
	readonly miniature: string;
	readonly trends: string;
	readonly trendLead: (said: { readonly points: string; readonly metric: string }) => string;
	readonly trendColumns: readonly [run: string, value: string, interval: string, commits: string];
	readonly noInterval: string;
	readonly median: string;
	readonly sameCommit: string;
	readonly back: string;
	readonly more: (count: string) => string;
}

export const historyLocale: Readonly<Record<Lang, HistoryLocale>> = {
	en: {
		title: 'Runs',
		lead: ({ shown, runs }) => `${shown} of ${runs} runs, the newest first.`,
		reading: (left) => `${left} runs are still being read; they are not in filters and trends yet.`,
		none: 'There is no run here yet. Start one with: gemmark run',
		columns: ['run', 'verdict', 'main scores', 'engine and device'],
		states: {
			complete: 'complete',
			interrupted: 'interrupted',
			failed: 'failed',
			open: 'under way, or killed',
			broken: 'cannot be read',
		},
		progress: (done, planned) => `${done} of ${planned} samples`,
		noPath: 'no path yet',
		subset: 'a subset decides nothing',
		hits: (hits, n, threshold) => `${hits} of ${n}, threshold ${threshold}`,
		unscored: (count) => `${count} unscored`,
		filters: 'Show only',
		all: 'all',
		facets: { model: 'model', engine: 'engine', device: 'device', suite: 'suite' },
		compareFrom: 'compare',
		compareWith: (title) => `compare with ${title}`,
		cancel: 'compare nothing',
		miniature: 'miniature, not Gemma',
		trends: 'Over time',
		trendLead: ({ points, metric }) => `${metric} of ${points} runs, the oldest first.`,
		trendColumns: ['run', 'value', '95 % interval', 'commits since the run before'],
		noInterval: '–',
		median: 'median',
		sameCommit: 'the same commit',
		back: 'all runs',
		more: (count) => `${count} more runs`,
	},
	ko: {
		title: '실행 기록',
		lead: ({ shown, runs }) => `실행 ${runs}건 중 ${shown}건, 최신순입니다.`,
		reading: (left) => `실행 ${left}건은 아직 읽는 중이라 필터와 추이에는 나오지 않습니다.`,
		none: '아직 실행 기록이 없습니다. gemmark run으로 시작하세요.',
		columns: ['실행', '판정', '주요 점수', '엔진과 기기'],
		states: {
			complete: '완료',
			interrupted: '중단됨',
			failed: '실패',
			open: '진행 중이거나 강제 종료됨',
			broken: '읽을 수 없음',
		},
		progress: (done, planned) => `샘플 ${planned}건 중 ${done}건`,
		noPath: '아직 경로를 정할 수 없음',
		subset: '일부만 실행해 판정하지 않음',
		hits: (hits, n, threshold) => `${n}건 중 ${hits}건, 기준 ${threshold}건`,
		unscored: (count) => `채점 못 함 ${count}건`,
		filters: '골라 보기',
		all: '전체',
		facets: { model: '모델', engine: '엔진', device: '기기', suite: '스위트' },
		compareFrom: '비교',
		compareWith: (title) => `‘${title}’ 기준으로 비교`,
		cancel: '비교 취소',
		miniature: 'Gemma가 아닌 축소 모델',
		trends: '추이',
		trendLead: ({ points, metric }) => `실행 ${points}건의 ${metric}, 오래된 순입니다.`,
		trendColumns: ['실행', '값', '95 % 구간', '앞 실행 이후의 커밋'],
		noInterval: '–',
		median: '중앙값',
		sameCommit: '같은 커밋',
		back: '전체 실행',
		more: (count) => `실행 ${count}건 더 보기`,
	},
};
