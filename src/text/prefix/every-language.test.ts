import { describe, expect, it } from 'vitest';
import { textRules } from './language.ts';

describe('a text before a call', () => {
	it.each([
		['요약해 줘', '요약해 드릴게요.'],
		['설정 열어 줘', '네, 열어 드릴게요!'],
		['주소 변경해 줘', '변경할 주소를 알려 주세요.'],
		['예약', '인원은 몇 명인가요?'],
		['습관 지워 줘', '어떤 습관을 지울까요?'],
		['수면', '수면에 좋은 습관을 찾는 데 도움을 드릴게요.'],
		['summarize this', "I'll summarize it for you!"],
		['this', 'Let me note that down.'],
		['move my appointment', 'What day works best for you?'],
		['change my address', 'Please provide the new address.'],
		['change my address', "What's your new address?"],
		['my steps', 'Okay, getting your step count for today.'],
		['journal', "I'll help you find a journal app."],
		['my list', 'I added milk. �'],
	])('of an act, a question or an object counts: %s > %s', (user, text) => {
		expect(rulesOf(text).classifyPrefix(text, user)).toEqual({ meaningful: true });
	});

	it.each([
		['filler', '수면 습관 추천해줘', '정말 좋은 습관입니다! 👍'],
		['echo', '달리기 얘기 해 줘', '네, 알겠습니다. 달리기 습관을 시작하는 데 도움을 드리겠습니다.'],
		['bare-announcement', '물 마셨어', '제가 한번 살펴볼게요 ㅎㅎ'],
		['bare-announcement', '물 마셨어', '체크해 볼게요.'],
		['filler', 'log my steps', 'Excellent work tracking your health!'],
		['echo', 'I want to read more', 'Reading more is a wonderful goal!'],
		['echo', 'a running habit', 'I can help you build a running habit!'],
		['filler', 'x', 'Just give me a little time.'],
		['filler', 'x', 'What would you like?'],
		['markup', '장보기', '{"role":"assistant","channels":{"thought":"장보기"}}장보기 목록을 메모로 남길게요.'],
		['thinking', '장보기', 'model\n장보기 목록을 메모로 남길게요.'],
		['thinking', 'my list', 'modelI will save your grocery list.'],
		['degenerate', '장보기', '장보기 목록을 메모로 남길게�.'],
		['degenerate', 'my list', 'I will save your grocery lis� now.'],
	])('is %s: %s > %s', (reason, user, text) => {
		expect(rulesOf(text).classifyPrefix(text, user)).toEqual({ meaningful: false, reason });
	});
});

const rulesOf = (text: string): ReturnType<typeof textRules> => textRules(/[가-힣]/u.test(text) ? 'ko' : 'en');
