import { counted } from '../../src/base/message.ts';
import type { PeoplesRow, RunRow } from '../../src/history/run-row.ts';
import type { Lang } from './locale.ts';

/** Sentences of the list of runs and of trends. */
export interface HistoryLocale {
	readonly title: string;
	readonly lead: (said: { readonly shown: string; readonly runs: string }) => string;
	/** Runs that no row tells of yet. */
	readonly reading: (left: string) => string;
	readonly none: string;
	readonly columns: readonly [run: string, verdict: string, quality: string, where: string];
	readonly states: Readonly<Record<RunRow['state'] | 'underWay', string>>;
	readonly progress: (done: string, planned: string) => string;
	readonly noPath: string;
	readonly subset: string;
	/** Of a score of a run that has but some of its suite's samples. */
	readonly part: (n: string) => string;
	readonly hits: (hits: string, n: string, threshold: string) => string;
	readonly unscored: (count: string) => string;
	/** Of a verdict with people's labels: of how many samples, and what the rule alone says. */
	readonly people: (said: PeoplesRow, rulePath: string) => string;
	readonly filters: string;
	/** No run fits the filters. */
	readonly noMatch: string;
	readonly find: string;
	readonly findButton: string;
	readonly facets: Readonly<Record<'model' | 'engine' | 'device' | 'suite', string>>;
	readonly compareFrom: string;
	readonly compareWith: (title: string) => string;
	readonly comparing: (title: string) => string;
	/** Why a run has no link to be compared; undefined: no suite in common. */
	readonly incomparable: (fields: string | undefined) => string;
	readonly cancel: string;
	readonly miniature: string;
	readonly trends: string;
	readonly back: string;
	readonly more: (count: string) => string;
	readonly footer: (version: string) => string;
}

export const historyLocale: Readonly<Record<Lang, HistoryLocale>> = {
	en: {
		title: 'Runs',
		lead: ({ shown, runs }) => `${shown === runs ? '' : `${shown} of `}${counted(runs, 'run')}, the newest first.`,
		reading: (left) => `${counted(left, 'run is', 'runs are')} still being read, and not in filters and trends yet.`,
		none: 'There is no run here yet. Start one with: gemmark run',
		columns: ['run', 'verdict', 'main scores', 'engine and device'],
		states: {
			complete: 'complete',
			interrupted: 'interrupted',
			failed: 'failed',
			underWay: 'under way',
			open: 'ended without a last line; go on with --resume',
			unread: 'not read yet',
			broken: 'cannot be read',
		},
		progress: (done, planned) => `${done} of ${counted(planned, 'sample')}`,
		noPath: 'no path yet',
		subset: 'a subset decides nothing',
		part: (n) => `n ${n}, only some of the samples`,
		hits: (hits, n, threshold) => `${hits} of ${n}, threshold ${threshold}`,
		unscored: (count) => `${count} unscored`,
		people: ({ labelled, disputed, of, rule }, rulePath) =>
			`people labelled ${labelled + disputed} of ${of}${disputed === 0 ? '' : `, ${disputed} of them in dispute`}; the rule alone: ${rulePath}, ${rule.hits}`,
		filters: 'Show only',
		noMatch: 'No run fits.',
		find: 'Find in folder and model names',
		findButton: 'Find',
		facets: { model: 'model', engine: 'engine', device: 'device', suite: 'suite' },
		compareFrom: 'compare',
		compareWith: (title) => `compare with ${title}`,
		comparing: (title) => `Comparing with ${title}: choose another run`,
		incomparable: (fields) =>
			fields === undefined ? 'not comparable: no suite in common' : `not comparable: other ${fields}`,
		cancel: 'compare nothing',
		miniature: 'miniature, not Gemma',
		trends: 'Over time',
		back: 'All runs',
		more: (count) => counted(count, 'more run'),
		footer: (version) => `Every figure here comes from the log.jsonl in the folder of its run. gemmark ${version}`,
	},
	ko: {
		title: '실행 기록',
		lead: ({ shown, runs }) =>
			`실행 ${shown === runs ? `${runs}건` : `${runs}건 중 ${shown}건`}을 최신순으로 보여 줍니다.`,
		reading: (left) => `실행 ${left}건은 아직 읽는 중이라 필터와 추이에는 나오지 않습니다.`,
		none: '아직 실행 기록이 없습니다. gemmark run으로 시작하세요.',
		columns: ['실행', '판정', '주요 점수', '엔진과 기기'],
		states: {
			complete: '완료',
			interrupted: '중단됨',
			failed: '실패',
			underWay: '실행 중',
			open: '끝맺지 못함(--resume으로 이어서 실행)',
			unread: '아직 읽지 않음',
			broken: '읽을 수 없음',
		},
		progress: (done, planned) => `샘플 ${planned}건 중 ${done}건`,
		noPath: '아직 경로를 정할 수 없음',
		subset: '일부만 실행해 판정하지 않음',
		part: (n) => `n ${n}, 샘플 일부만 실행`,
		hits: (hits, n, threshold) => `${n}건 중 ${hits}건, 기준 ${threshold}건`,
		unscored: (count) => `채점 못 함 ${count}건`,
		people: ({ labelled, disputed, of, rule }, rulePath) =>
			`사람이 ${of}건 중 ${labelled + disputed}건 판정${disputed === 0 ? '' : `, 의견이 갈린 것 ${disputed}건`}(규칙만 따르면 ${rulePath}, ${rule.hits}건)`,
		filters: '골라 보기',
		noMatch: '조건에 맞는 실행이 없습니다.',
		find: '폴더와 모델 이름에서 찾기',
		findButton: '찾기',
		facets: { model: '모델', engine: '엔진', device: '기기', suite: '스위트' },
		compareFrom: '비교',
		compareWith: (title) => `‘${title}’ 기준으로 비교`,
		comparing: (title) => `비교 기준: ${title}. 비교할 실행을 고르세요.`,
		incomparable: (fields) => (fields === undefined ? '비교 불가: 공통 스위트 없음' : `비교 불가: ${fields} 다름`),
		cancel: '비교 취소',
		miniature: 'Gemma가 아닌 축소 모델',
		trends: '추이',
		back: '전체 실행',
		more: (count) => `실행 ${count}건 더 보기`,
		footer: (version) => `이 화면의 모든 수치는 각 실행 폴더의 log.jsonl에서 나왔습니다. gemmark ${version}`,
	},
};
