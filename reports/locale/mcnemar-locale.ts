import { type McnemarWords, mcnemarText } from '../../src/eval/summary/arms/flips-text.ts';
import type { ScoreFlips } from '../../src/summary/flips.ts';
import type { Lang } from './locale.ts';

/** McNemar's test of a score's flips, or why there is none, as every report tells it. */
export function mcnemarIn(flips: ScoreFlips, lang: Lang): string {
	return lang === 'en' ? mcnemarText(flips) : mcnemarText(flips, KOREAN);
}

const KOREAN: McnemarWords = {
	unscored: '양쪽에서 모두 채점된 샘플이 없습니다',
	uncertain: '채점되지 않은 반복에 따라 모든 프롬프트의 결과가 달라질 수 있어 검정하지 않았습니다',
	unchanged: '검정할 변화가 없습니다',
	overPrompts: (lost, gained, p) => `프롬프트 기준으로 나빠짐 ${lost}건, 좋아짐 ${gained}건, ${p}`,
};
