import type { Lang } from '../locale.ts';

/** Words around the list of samples that can be searched. */
export interface FinderLocale {
	readonly title: string;
	readonly lead: string;
	readonly search: string;
	readonly suite: string;
	readonly outcome: string;
	readonly reason: string;
	readonly fate: string;
	readonly order: string;
	readonly any: string;
	readonly outcomes: Readonly<Record<'failed' | 'missed' | 'unscored' | 'passed' | 'all', string>>;
	readonly orders: Readonly<Record<'failures' | 'corpus' | 'slow' | 'fast', string>>;
	/** `{shown}` and `{all}` are filled in by the page's script. */
	readonly count: string;
	readonly none: string;
	readonly more: string;
	readonly reset: string;
	readonly link: string;
	readonly keys: string;
	readonly noScript: string;
	readonly repeat: string;
}

export const finderLocale: Readonly<Record<Lang, FinderLocale>> = {
	en: {
		title: 'What went wrong',
		lead: 'Samples that did not pass, from every suite. Choose another outcome to see the rest.',
		search: 'Search',
		suite: 'Suite',
		outcome: 'Outcome',
		reason: 'Reason',
		fate: 'On an engine',
		order: 'Order',
		any: 'any',
		outcomes: {
			failed: 'not passed',
			missed: 'missed',
			unscored: 'unscored',
			passed: 'passed',
			all: 'all',
		},
		orders: { failures: 'failures first', corpus: 'as asked', slow: 'slowest first', fast: 'fastest first' },
		count: 'Samples shown: {shown} of {all}',
		none: 'No sample fits.',
		more: 'Show {count} more',
		reset: 'Reset',
		link: 'Link to this sample',
		keys: 'next, previous; search',
		noScript: 'Searching needs scripts. Every sample stands in its suite below, failures first.',
		repeat: 'repeat {number}',
	},
	ko: {
		title: '통과하지 못한 샘플',
		lead: '모든 스위트에서 통과하지 못한 샘플을 모았습니다. 결과 조건을 바꾸면 나머지도 볼 수 있습니다.',
		search: '검색',
		suite: '스위트',
		outcome: '결과',
		reason: '이유',
		fate: '엔진에서의 결과',
		order: '정렬',
		any: '전체',
		outcomes: {
			failed: '미통과·채점 못 함',
			missed: '미통과',
			unscored: '채점 못 함',
			passed: '통과',
			all: '전체',
		},
		orders: { failures: '미통과 먼저', corpus: '질문 순서', slow: '느린 순', fast: '빠른 순' },
		count: '샘플 {all}건 중 {shown}건',
		none: '조건에 맞는 샘플이 없습니다.',
		more: '{count}건 더 보기',
		reset: '조건 지우기',
		link: '이 샘플의 링크',
		keys: '다음·이전 샘플, 검색',
		noScript:
			'검색하려면 스크립트가 필요합니다. 모든 샘플은 아래 스위트별 목록에 있으며, 통과하지 못한 것이 먼저 나옵니다.',
		repeat: '{number}회차',
	},
};
