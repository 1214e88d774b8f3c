import type { Lang, LocalizedText } from '../../src/index.ts';
import { markdownText } from './markdown-text.ts';

/** `말이 없거나 공백뿐 5건, ...`, or `empty 5, ...`: reasons or causes with their counts. Markdown. */
export function countedWords(counts: readonly { readonly word: string; readonly count: number }[]): LocalizedText {
	if (counts.length === 0) return { en: 'none', ko: '없음' };
	return {
		en: counts.map(({ word, count }) => `${markdownText(word)} ${count}`).join(', '),
		ko: counts.map(({ word, count }) => `${KOREAN.get(word) ?? markdownText(word)} ${count}건`).join(', '),
	};
}

/** A reason or cause alone. Markdown. */
export function reasonWord(word: string, lang: Lang): string {
	return (lang === 'ko' ? KOREAN.get(word) : undefined) ?? markdownText(word, 120);
}

/** The fixed words of gemmark's own scorers; those of others are told as they are. */
const KOREAN: ReadonlyMap<string, string> = new Map([
	['empty', '말이 없거나 공백뿐'],
	['empty-after-thought', '생각만 하고 말이 없음'],
	['echo', '사용자 말을 따라 함'],
	['filler', '추임새뿐'],
	['not-korean', '한국어가 아님'],
	['not-english', '영어가 아님'],
	['wordless', '낱말이 없음'],
	['markup', '마크업 노출'],
	['no-tool-call', '도구 호출 없음'],
	['malformed-call', '형식이 잘못된 호출'],
	['people-say-no', '사람이 아니라고 판단'],
	['engine-failed', '엔진 오류'],
	['cut-length', '길이 제한으로 잘림'],
	['cut-context-full', '컨텍스트가 가득 차 잘림'],
	['cut-deadline', '시간 제한으로 잘림'],
	['interrupted', '중단됨'],
	['unreadable', '읽을 수 없음'],
	['swallowed-by-engine', '엔진이 호출을 버림'],
	['refused-by-server', '서버가 거부함'],
	['not-recorded', '기록되지 않음'],
	['foreign', '다른 말로 물어봄'],
	['contradictory', '기록이 서로 어긋남'],
	['missing', '로그에 없음'],
	['score-missing', '점수 없음'],
	['not-applicable', '해당 없음'],
	['scorer-failed', '채점기 오류'],
	['own-code-failed', '앱·평가 코드 오류'],
]);
