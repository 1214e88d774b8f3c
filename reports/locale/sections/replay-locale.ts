import type { ReplayMeasure, ReplaySummary } from '../../../src/summary/arms.ts';
import type { Lang } from '../locale.ts';

/** Words of what keeping the prefix does to the next turn. */
export interface ReplayLocale {
	readonly title: (miniature: boolean) => string;
	readonly columns: readonly [score: string, without: string, kept: string, difference: string, evidence: string];
	readonly measures: Readonly<Record<ReplayMeasure['measure'], string>>;
	readonly place: Readonly<Record<NonNullable<ReplaySummary['place']>, string>>;
}

export const replayLocale: Readonly<Record<Lang, ReplayLocale>> = {
	en: {
		title: (miniature) =>
			`What keeping the prefix does to the next turn${miniature ? ' (of the miniature, not Gemma)' : ''}.`,
		columns: ['Next turn', 'without (discard)', 'with (push)', 'gained, lost', 'evidence, or 95 % interval'],
		measures: {
			promptTokens: 'tokens of its first prompt',
			outputTokens: 'output tokens',
			endToEndMs: 'time of the turn, ms',
		},
		place: {
			'before the call': 'The model reads the kept prefix before the call.',
			'between call and response': 'The model reads the kept prefix between call and response.',
			'behind the response': 'The model reads the kept prefix behind the response.',
			nowhere: 'The template drops the kept prefix.',
		},
	},
	ko: {
		title: (miniature) => `앞말을 남기면 다음 턴에 생기는 일${miniature ? ' (Gemma가 아닌 축소 모델의 결과)' : ''}.`,
		columns: ['다음 턴', '버리면(discard)', '남기면(push)', '좋아짐, 나빠짐', '검정 또는 95 % 구간'],
		measures: { promptTokens: '첫 프롬프트의 토큰', outputTokens: '출력 토큰', endToEndMs: '턴에 걸린 시간(ms)' },
		place: {
			'before the call': '모델은 남긴 앞말을 호출 앞에서 읽습니다.',
			'between call and response': '모델은 남긴 앞말을 호출과 응답 사이에서 읽습니다.',
			'behind the response': '모델은 남긴 앞말을 응답 뒤에서 읽습니다.',
			nowhere: '템플릿이 남긴 앞말을 버립니다.',
		},
	},
};
