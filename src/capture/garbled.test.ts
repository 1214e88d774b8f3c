import { describe, expect, it } from 'vitest';
import { isGarbled } from './garbled.ts';

describe('isGarbled', () => {
	it.each([
		// UTF-8 read as CP949 by .NET, which writes '?' for what CP949 does not have.
		'?섎㈃ ?듦? 異붿쿇??以?',
		'?ㅻ뒛 臾??섎컻?먭퀬 湲곕줉?댁쨾',
		// The same with U+FFFD, and CP949 read as UTF-8.
		new TextDecoder('euc-kr').decode(new TextEncoder().encode('수면 습관 추천해 줘')),
		'���� ���� ��õ�� ��',
	])('finds %j garbled', (text) => {
		expect(isGarbled(text)).toBe(true);
	});

	it.each([
		'수면 습관 추천해 줘',
		'뷁뷟 쀓쒟 똠방각하 햏햏',
		'요즘 새벽마다 자꾸 깨서 낮에 너무 피곤해요. 잠을 푹 자는 데 도움이 되는 습관 좀 찾아 주시겠어요?',
		'漢字와 한글을 섞어 쓴 글입니다',
		'睡眠の習慣をおすすめして',
		'Посоветуй привычку для сна',
		'추천 습관이에요 😴😴 \ufffd',
		'Recommend a café and a naïve résumé',
		'가다',
	])('leaves %j alone', (text) => {
		expect(isGarbled(text)).toBe(false);
	});
});
