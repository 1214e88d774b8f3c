import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyPrefix, type PrefixEmptiness } from './korean.ts';

const USER = '오늘 물 두 잔 마신 거 기록해줘';

const meaningful: readonly (readonly [prefix: string, user: string])[] = [
	['수면 카탈로그를 보여드릴게요 ', '수면 습관 추천'],
	['네, 확인해 볼게요. ', '지금 하는 습관이 뭐야?'],
	['찾아볼게요', '수면 습관 추천해줘'],
	['네, 오늘 기록을 남길게요.', USER],
	['알겠습니다. 오늘 마신 물을 기록해 둘게요!', USER],
	['잠시만요, 지금 하고 있는 습관부터 살펴볼게요.', '나 뭐 하고 있지'],
	['먼저 카탈로그에서 확인할게요.', '아침 루틴 추천해줘'],
	['물 마시기 습관의 연속 기록을 볼게요', '나 며칠째 하고 있어?'],
	['좋아요! 아침 햇빛 보기를 습관으로 추가할게요 😊', '햇빛 보기 추가해줘'],
	['**수면** 관련 프로토콜을 찾아보겠습니다.', '잠 잘 자는 법'],
	['카페인 섭취 시간을 확인해 볼까요?\n```json\n{"name":"query_protocol"}\n```', '카페인 프로토콜 알려줘'],
	['수면 습관을 찾아볼게요. <|tool_call>call:search_catalog{', '수면 습관'],
	['search_catalog 도구로 수면 자료를 찾아볼게요', '수면 자료'],
	['네 시에 일어난 기록을 남깁니다', '오늘 4시에 일어났어'],
	['물론 운동도 도움이 됩니다', '수면 습관 추천해줘'],
	['기록을 찾아볼게요', ''],
	['가능하면 오늘 기록부터 살펴볼게요', USER],
	['네, 확인하겠습니다. 수면 습관을 찾는 중이에요', '잠이 안 와'],
	['바로 기록하겠습니다', USER],
	['수면 습관을 추천해 드릴게요', '수면 습관 추천해줘'],
	['GABA(가바) 정보를 찾아볼게요', '가바가 뭐야'],
	['[수면] 분야를 살펴볼게요', '잠이 부족해'],
	['불 꺼 드릴게요', '불 꺼줘'],
	['거실 불을 껐습니다', '거실 불 꺼줘'],
	['회의를 3시로 옮길게요', '회의 3시로 옮겨줘'],
	['어느 요일이 편하세요?', '헬스장 예약해줘'],
	['많이 피곤하시군요. 수면 시간부터 점검해 볼까요?', '요즘 너무 피곤해요'],
	['사용자가 등록한 습관을 찾아볼게요', '내 습관 보여줘'],
	['하하하, 재밌네요! 농담 모음을 찾아볼게요', '심심해'],
	['1월 2월 3월 4월 5월 6월 강수량을 비교해 볼게요', '올해 비 얼마나 왔어'],
	['자세한 내용을 확인해 볼게요.', '이거 왜 효과가 있는 거예요?'],
	['이 습관을 추가해 둘게요.', "이걸 제 습관으로 추가해 주세요. 문장은 '나는 물로 하루를 여는 사람이다'로 할게요."],
	['안 됩니다.', '진통제 먹고 술 마셔도 돼?'],
	['재생할게요', '잔잔한 노래 틀어줘'],
	['<think>수면을 찾자</think>수면 자료를 찾아볼게요', '잠이 안 와'],
	['<seed:think>수면을 찾자</seed:think>수면 자료를 찾아볼게요', '잠이 안 와'],
	['<|channel>thought\n사용자가 잠을 원한다.<channel|>수면 자료를 찾아볼게요', '잠이 안 와'],
	['<unused94>thought\n사용자가 잠을 원한다.<unused95>수면 자료를 찾아볼게요', '잠이 안 와'],
	['[생각 정리] 습관을 추가해 둘게요', '그 습관 추가해줘'],
	['[analysis](https://a.b) 자료에서 수면을 찾아볼게요', '잠이 안 와'],
	['수면 습관을 찾아볼게요 \uFFFD\uFFFD', '수면 습관 추천해줘'],
	['똠얌꿍 맛집을 뷁 햏 찾아볼게요', '맛집 추천해줘'],
];

const empty: readonly (readonly [reason: PrefixEmptiness, prefix: string, user: string])[] = [
	['degenerate', '\uFFFD\uFFFD\uFFFD을 찾\uFFFD볼게\uFFFD', '수면 습관 추천해줘'],
	['degenerate', '꿻뚫 뙑쭳 꽯둡 쨟쾈 꿻뷁', '수면 습관 추천해줘'],
	['markup', '{"category":"sleep"} 를 카탈로그에서 조회합니다', '수면 습관 추천해줘'],
	['thinking', '<|channel|>analysis<|message|>사용자가 수면 습관을 원한다.<|end|>', '잠'],
	['thinking', '[THINK]수면 자료를 찾아볼게요', '잠'],
	...[
		'<seed:think>수면 자료를 찾아보자.</seed:think>',
		'<|begin_of_thought|>수면 자료를 찾아볼게요<|end_of_thought|>',
		'◁think▷수면 자료를 찾아볼게요',
		'<reasoning_content>수면 자료를 찾아볼게요',
		'<scratchpad>수면 자료를 찾아볼게요</scratchpad>',
		'<thinking>수면 자료를 찾아볼게요',
		'【생각】수면 자료를 찾아볼게요',
		'수면 자료를 찾아볼게요\n</think>\n\n',
		'<|channel|>thinking<|message|>수면 자료를 찾아볼게요',
		'Reasoning: 수면 자료를 찾아볼게요',
	].map((prefix): (typeof empty)[number] => ['thinking', prefix, '잠']),
	['empty', '', USER],
	['empty', '\n\n ', USER],
	['empty', '\u200B\u3000', USER],
	['echo', USER, USER],
	['echo', '오늘 물 두잔 마신거 기록해줘.', USER],
	['echo', '"오늘 물 두 잔 마신 거"', USER],
	['echo', '오늘 물 두 잔 마신 것 기록해줘', USER],
	['echo', '네, 오늘 물 두 잔 마신 거 기록해줘', USER],
	['echo', USER.normalize('NFD'), USER],
	['echo', USER, USER.normalize('NFD')],
	['echo', '오늘 물 두 잔 마신 거 기록해주세요', USER],
	['echo', `${USER} ${USER}`, USER],
	['echo', '수면', '수면 습관 추천해줘'],
	['echo', '**수면 습관** 추천해줘', '수면 습관 추천해줘'],
	['echo', '수면 습관 추천해줘 라고요', '수면 습관 추천해줘'],
	['echo', '네', '네'],
	['filler', '네', USER],
	['filler', '네.', '네 시에 일어났어'],
	['filler', '네!', USER],
	['filler', '넵~', USER],
	['filler', '네네', USER],
	['filler', '예, 알겠습니다.', USER],
	['filler', '네, 알겠습니다! 😊', USER],
	['filler', '알겠어요.', USER],
	['filler', '잠시만요', USER],
	['filler', '잠깐만요...', USER],
	['filler', '잠시만 기다려 주세요.', USER],
	['filler', '네 알겠습니다 잠시만 기다려주세요', USER],
	['filler', '물론이죠!', USER],
	['filler', '물론입니다.', USER],
	['filler', '그럼요, 물론이죠.', USER],
	['filler', '확인했습니다.', USER],
	['filler', '좋아요 👍', USER],
	['filler', '좋습니다', USER],
	['filler', '좋은 생각이에요!', USER],
	['filler', '당연하죠', USER],
	['filler', '오케이', USER],
	['filler', 'OK, 알겠습니다', USER],
	['filler', '네, 바로 해 드릴게요.', USER],
	['filler', '네, 그렇게 하겠습니다.', USER],
	['filler', '**네**', USER],
	['filler', '알겠습니다, 바로 진행하겠습니다', USER],
	['filler', '네, 가능합니다.', USER],
	['filler', '아, 네. 잠시만 기다려 주시겠어요?', USER],
	['echo', '수면 습관 추천해줘라고 하셨군요', '수면 습관 추천해줘'],
	['markup', '도구 호출: search_catalog', USER],
	['filler', '네, 알겠습니다.'.normalize('NFD'), USER],
	['not-korean', "Sure, I'll look that up.", USER],
	['not-korean', '...', USER],
	['not-korean', '😊', USER],
	['not-korean', 'searching 수면', USER],
	['not-korean', '볼게요', USER],
	['not-korean', 'ㅁㄴㅇㄹㅁㄴㅇㄹ', USER],
	['markup', '{"name": "search_catalog", "parameters": {"category": "수면 습관 관리"}}', USER],
	['markup', '```json\n{"name": "log_tracker_entry", "value": "완료했습니다"}\n```', USER],
	['markup', '```tool_code\nsearch_catalog(keyword="수면 습관 추천")', USER],
	['markup', '<|tool_call>call:search_catalog{keyword:<|"|>수면 습관 추천<|"|>}<tool_call|>', USER],
	['markup', '<|tool_call>call:search_catalog{keyword:<|"|>수면 습관 추', USER],
	['markup', 'call:search_catalog{keyword:<|"|>수면 습관 추천<|"|>}', USER],
	['markup', 'search_catalog(keyword="수면 습관 추천")', USER],
	['markup', '[search_catalog(keyword="수면 습관 추천")]', USER],
	['markup', 'search_catalog{keyword: "수면 습관 추천"', USER],
	['markup', '<start_function_call>call:get_streak{habit_id:<escape>물 마시기 습관<escape>}', USER],
	['markup', '[{"tool": "query_protocol", "id": "수면 위생 기본"}]', USER],
	['markup', '"keyword": "수면 습관 추천"', USER],
	['markup', '<b></b>', USER],
	['markup', '```', USER],
	['markup', '<div class="card"></div>', USER],
	['markup', '<function=play><parameter=query>잔잔한 음악</parameter></function>', USER],
	['markup', 'Action: search\nAction Input: 두부조림 만드는 법', USER],
	['markup', 'category: sleep\nkeyword: 수면 습관 개선', USER],
	['filler', '처리 중입니다.', USER],
	['filler', '조회 중이에요...', USER],
	['filler', '무엇을 도와드릴까요?', USER],
	['filler', '도구를 호출하겠습니다.', USER],
	['filler', '시스템에 접속해 정보를 불러오겠습니다.', USER],
	['filler', '제가 알아서 해 드릴게요.', USER],
	['filler', '앞으로 더 유의하겠습니다!', USER],
	['filler', '네, 됩니다.', USER],
	['filler', '네, 알겠습니다. 도와드리겠습니다. 잠시만 기다려 주세요.', USER],
	['filler', '넵 알겠습니닷 잠시만용~', USER],
	['filler', '오늘도 좋은 하루 보내세요!', USER],
	['echo', '허리가 많이 아프시군요.', '요즘 허리가 너무 아파요'],
	['echo', '두 잔을 드셨다는 거네요', USER],
	['echo', '주식 계좌를 만들고 싶으시다는 말씀이시죠?', '주식 계좌 만들고 싶어'],
	['echo', '내일 부산 날씨요?', '내일 부산 날씨 알려줘'],
	['echo', '순서대로 자세히 알고 싶으시군요.', '[프로토콜 rest-1 · 호흡] 순서대로 자세히 알려 줘'],
	['echo', '체크카드를 분실하셨군요. 도와드리겠습니다.', '체크카드 분실했어'],
	['not-korean', "Let me look up '김치찌개 레시피' right away.", USER],
	['thinking', 'thought', USER],
	['thinking', 'thought\n\n네, 습관을 삭제할게요.', USER],
	['thinking', '<unused94>thought\n날씨를 물어봤다.', USER],
	['thinking', '<unused94>thought\n날씨를 물어봤다.<unused95>', USER],
	['thinking', '<|channel>thought\n사용자가 물 기록을 원한다.<channel|>', USER],
	['thinking', '<|channel>thought\n수면 자료를 찾아볼게요', USER],
	['thinking', 'The user wants 수면 습관 추천.', USER],
	['thinking', '사용자는 불면을 호소하고 있다. search_catalog를 호출해야 한다.', USER],
	['degenerate', '첼 첼첼 첼첼첼 첼첼', USER],
	['degenerate', '습관 습관 습관 습관 습관', USER],
	['degenerate', '기차표를 예매할게요할게요할게요할게요할게요', USER],
	['degenerate', '찾아볼게요 찾아볼게요 찾아볼게요', USER],
];

describe('classifyPrefix', () => {
	it.each(meaningful)('takes %j as meaningful', (prefix, user) => {
		expect(classifyPrefix(prefix, user)).toEqual({ meaningful: true });
	});

	it.each(empty)('calls it %s: %j', (reason, prefix, user) => {
		expect(classifyPrefix(prefix, user)).toEqual({ meaningful: false, reason });
	});

	it('does not depend on the Unicode form or on white space around the prefix', () => {
		const prefixes = [
			...meaningful.map(([prefix, user]) => [prefix, user] as const),
			...empty.map(([, prefix, user]) => [prefix, user] as const),
		];
		for (const [prefix, user] of prefixes) {
			expect(classifyPrefix(`\n ${prefix.normalize('NFD')} `, user.normalize('NFD'))).toEqual(
				classifyPrefix(prefix, user),
			);
		}
	});

	it('never calls the very words of the user meaningful', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), (text) => {
				expect(classifyPrefix(text, text).meaningful).toBe(false);
			}),
		);
	});

	it('survives huge hostile texts', () => {
		for (const part of [
			'네',
			'{"',
			'[',
			'<',
			'`',
			'a_(',
			'가=',
			'"k":',
			'잠시만요 ',
			'<|channel>',
			' ',
			'<think>',
			'ab:\n',
			'물을 마셨군요. ',
			'사용자가 ',
		]) {
			expect(classifyPrefix(part.repeat(20_000), USER)).toBeDefined();
		}
	});
});
