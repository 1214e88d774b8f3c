import { expect, it } from 'vitest';
import { phraseFamilies } from './phrase-families.ts';

const row = (text: string, user: string, answer = 'worth') => ({ answer, texts: [{ text, user }] });

// Reference families by an independent program.
it.each([
	[
		'takes a phrase with another object each time for one',
		[0, 0, 0, 0],
		[
			row('잠에 관심을 가지시는 건 정말 좋은 습관입니다! 👍', '수면 습관 추천해줘'),
			row('운동에 관심을 가지시는 건 정말 좋은 습관입니다! 👍', '운동 습관 추가해줘'),
			row('마음에 관심을 가지시는 건 정말 좋은 습관입니다! 👍', '스트레스 줄이는 법'),
			row('물에 관심을 가지시는 건 정말 좋은 습관입니다! 👍', '물 2잔 기록해줘'),
		],
	],
	[
		'keeps two answers of the rule apart',
		[0, 1, 0],
		[
			row('잠에 딱 맞는 도움을 드릴게요!', '수면 습관 추천해줘'),
			row('운동에 딱 맞는 도움을 드릴게요!', '운동 습관 추가해줘', 'filler'),
			row('물에 딱 맞는 도움을 드릴게요!', '물 2잔 기록해줘'),
		],
	],
	[
		'keeps different sentences apart',
		[0, 1, 2, 3],
		[
			row('수면에 좋은 습관을 카탈로그에서 찾아볼게요.', '수면 습관 추천해줘'),
			row('운동 습관을 매일 반복으로 추가할게요.', '운동 습관 추가해줘'),
			row('스트레스를 줄이는 호흡법을 검색할게요.', '스트레스 줄이는 법'),
			row('오늘 날짜의 기록 목록을 불러올게요.', '오늘 남은 습관 뭐야'),
		],
	],
	[
		'takes texts of nothing but the user’s words for one phrase',
		[0, 0, 1],
		[
			row('내일 3시에 치과 예약', '내일 3시에 치과 예약 넣어줘', 'echo'),
			row('타이머를 5분으로', '타이머 5분', 'echo'),
			row('알람을 맞출게요', '알람 맞춰줘'),
		],
	],
	[
		'wants more than half of the words',
		[0, 1, 0],
		[row('a1 alpha beta gamma delta', 'x'), row('alpha beta epsilon', 'x'), row('alpha beta gamma zeta', 'x')],
	],
] as const)('%s', (_, families, texts) => {
	expect(phraseFamilies(texts)).toEqual(families);
});

it('unites the words of a prompt’s repeats', () => {
	const repeats = { answer: 'worth', texts: ['one two', 'three four'].map((text) => ({ text, user: '' })) };
	expect(phraseFamilies([repeats, row('one two three four', '')])).toEqual([0, 0]);
});
