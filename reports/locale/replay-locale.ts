import type { ReplayMeasure, ReplaySummary } from '../../src/index.ts';
import type { Lang } from './locale.ts';

/** Sentences of what keeping the prefix does to the next turn. */
export interface ReplayLocale {
	readonly title: (miniature: boolean) => string;
	/** `ids` of the conversations that flipped, absent where none did. */
	readonly score: (said: ReplayedScore) => string;
	readonly measures: Readonly<Record<ReplayMeasure['measure'], string>>;
	readonly measure: (said: ReplayedMeasure) => string;
	readonly place: Readonly<Record<NonNullable<ReplaySummary['place']>, string>>;
}

export interface ReplayedScore {
	readonly title: string;
	/** Such as `3/12`. */
	readonly without: string;
	readonly kept: string;
	/** Counts, with ids behind them where there are some. */
	readonly gained: string;
	readonly lost: string;
	readonly p: string;
}

export interface ReplayedMeasure {
	readonly title: string;
	readonly without: string;
	readonly kept: string;
	/** Signed. */
	readonly difference: string;
	/** 95 %. */
	readonly interval: readonly [low: string, high: string] | undefined;
}

export const replayLocale: Readonly<Record<Lang, ReplayLocale>> = {
	en: {
		title: (miniature) =>
			`What keeping the prefix does to the next turn (push against discard${miniature ? '; of the miniature, not Gemma' : ''}):`,
		score: ({ title, without, kept, gained, lost, p }) =>
			`${title}: ${without} without, ${kept} with; gained ${gained}, lost ${lost}; McNemar p ${p}.`,
		measures: { promptTokens: 'Prompt tokens', outputTokens: 'Output tokens', endToEndMs: 'Time of the turn (ms)' },
		measure: ({ title, without, kept, difference, interval }) =>
			`${title}: ${without} without, ${kept} with (${difference}${interval ? `, 95 % ${interval[0]} to ${interval[1]}` : ''}).`,
		place: {
			'before the call': 'The model reads the kept prefix before the call.',
			'between call and response': 'The model reads the kept prefix between call and response.',
			'behind the response': 'The model reads the kept prefix behind the response.',
			nowhere: 'The template drops the kept prefix.',
		},
	},
	ko: {
		title: (miniature) =>
			`앞말을 남기면 다음 턴에 생기는 일 (push와 discard 비교${miniature ? ', Gemma가 아닌 미니어처의 결과' : ''}):`,
		score: ({ title, without, kept, gained, lost, p }) =>
			`${title}: 버리면 ${without}, 남기면 ${kept}. 나아짐 ${gained}, 나빠짐 ${lost}. McNemar p ${p}.`,
		measures: { promptTokens: '프롬프트 토큰', outputTokens: '출력 토큰', endToEndMs: '턴에 걸린 시간(ms)' },
		measure: ({ title, without, kept, difference, interval }) =>
			`${title}: 버리면 ${without}, 남기면 ${kept} (차이 ${difference}${interval ? `, 95 % ${interval[0]}~${interval[1]}` : ''}).`,
		place: {
			'before the call': '모델은 남긴 앞말을 호출 앞에서 읽습니다.',
			'between call and response': '모델은 남긴 앞말을 호출과 응답 사이에서 읽습니다.',
			'behind the response': '모델은 남긴 앞말을 응답 뒤에서 읽습니다.',
			nowhere: '템플릿이 남긴 앞말을 버립니다.',
		},
	},
};
