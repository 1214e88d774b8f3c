import { describe, expect, it } from 'vitest';
import { type SpeechAct, speechActOf } from './words.ts';

describe('speechActOf', () => {
	it.each<[SpeechAct, string]>([
		['announces', '기록을 남길게요.'],
		['announces', '찾아보겠습니다 😊'],
		['announces', '내일로 옮겨 둘게'],
		['offers', '지금 켤까요?'],
		['offers', '등록하시겠어요?'],
		['under-way', '자료를 찾는 중이에요'],
		['under-way', '확인하고 있습니다...'],
		['reflects', '많이 힘드시겠어요'],
		['reflects', '우유 주문 말씀이시죠?'],
		['reflects', '잠이 안 온다고요?'],
		['notices', '비가 많이 오네요'],
		['states', '내일은 비가 와요.'],
		['states', '날짜를 알려 주시겠어요?'],
		['states', '네, 알겠습니다'],
		['states', '오늘의 무게'],
	])('%s: %s', (act, sentence) => {
		expect(speechActOf(sentence)).toBe(act);
	});
});
