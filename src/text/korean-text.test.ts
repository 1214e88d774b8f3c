import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeNumerals } from './korean/numeral.ts';
import { stripParticle } from './korean/particle.ts';
import { BATCHIM, countHangulSyllables, decomposeSyllable, finalConsonant, koreanWords } from './korean/stem.ts';
import { similarity } from './prefix/sentence.ts';
import { sameText } from './same-text.ts';
import { compactText, normalizeText, singleLine } from './text.ts';

describe('Hangul', () => {
	it('takes syllables apart as Unicode decomposition does', () => {
		fc.assert(
			fc.property(fc.integer({ min: 0xac00, max: 0xd7a3 }), (code) => {
				const char = String.fromCharCode(code);
				const jamo = Array.from(char.normalize('NFD'), (one) => one.charCodeAt(0));
				expect(decomposeSyllable(char)).toEqual({
					initial: (jamo[0] ?? 0) - 0x1100,
					vowel: (jamo[1] ?? 0) - 0x1161,
					final: jamo[2] === undefined ? 0 : jamo[2] - 0x11a7,
				});
			}),
		);
	});

	it('names the final consonants that endings depend on', () => {
		expect(['가', '간', '갈', '감', '갔'].map(finalConsonant)).toEqual([
			BATCHIM.none,
			BATCHIM.nieun,
			BATCHIM.rieul,
			BATCHIM.mieum,
			BATCHIM.ssangsiot,
		]);
		expect(finalConsonant('a')).toBeUndefined();
		expect(finalConsonant('')).toBeUndefined();
	});

	it('counts syllables in any Unicode form, and nothing else', () => {
		expect(countHangulSyllables('물 2잔 OK ㅋㅋ')).toBe(2);
		expect(countHangulSyllables('한글'.normalize('NFD'))).toBe(2);
	});

	it('finds words with their places', () => {
		expect(koreanWords('물 2잔, 차')).toEqual([
			{ text: '물', start: 0, end: 1, gap: '' },
			{ text: '잔', start: 3, end: 4, gap: ' 2' },
			{ text: '차', start: 6, end: 7, gap: ', ' },
		]);
	});
});

describe('normalizeText', () => {
	it('composes, trims and drops invisible characters, but not what joins emoji', () => {
		expect(normalizeText(` \uFEFF${'안녕'.normalize('NFD')}\u200B👩‍👧 \n`)).toBe('안녕👩‍👧');
	});

	it('is idempotent', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), (text) => {
				expect(normalizeText(normalizeText(text))).toBe(normalizeText(text));
				expect(singleLine(singleLine(text))).toBe(singleLine(text));
			}),
		);
	});

	it('puts any text on one line', () => {
		expect(singleLine('물\r\n\n\t한\u2028잔\u0000')).toBe('물 한 잔');
	});

	it('compacts to letters and digits', () => {
		expect(compactText(' "물" 2잔, OK! 😊')).toBe('물2잔ok');
	});
});

describe('similarity', () => {
	it('is 1 for equal texts and 0 for texts without a common character', () => {
		expect(similarity('물 한 잔', '물한잔!')).toBe(1);
		expect(similarity('가나다', '라마바')).toBe(0);
		expect(similarity('', '')).toBe(1);
	});

	it('counts syllables: one of ten differs', () => {
		expect(similarity('가나다라마바사아자차', '가나다라마바사아자카')).toBeCloseTo(0.9);
	});

	it('is symmetric and between 0 and 1', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
				const value = similarity(a, b);
				expect(value).toBe(similarity(b, a));
				expect(value).toBeGreaterThanOrEqual(0);
				expect(value).toBeLessThanOrEqual(1);
			}),
		);
	});
});

describe('stripParticle', () => {
	it.each([
		['물을', '물'],
		['커피를', '커피'],
		['술은', '술'],
		['수면이', '수면'],
		['운동과', '운동'],
		['요가와', '요가'],
		['집에서', '집'],
		['집에서는', '집'],
		['친구에게도', '친구'],
		['아침마다', '아침'],
		['저녁까지', '저녁'],
		['서울로', '서울'],
		['집으로', '집'],
		['3번을', '3번'],
		['수면만', '수면'],
		['TV를', 'TV'],
		['가을에', '가을'],
	])('takes %s to %s', (word, stem) => {
		expect(stripParticle(word)).toBe(stem);
	});

	it.each([
		'물',
		'가을',
		'요가',
		'휴가',
		'결과',
		'사과',
		'나이',
		'고양이',
		'지도',
		'이',
		'은',
		'도',
		'',
		'독서',
		'커피을',
	])('leaves %s alone', (word) => {
		expect(stripParticle(word)).toBe(word);
	});
});

describe('normalizeNumerals', () => {
	it.each([
		['세 번', '3번'],
		['3 번', '3번'],
		['３번', '3번'],
		['열두 시에', '12시에'],
		['스무 개', '20개'],
		['서른다섯 살', '35살'],
		['물 두 잔', '물 2잔'],
		['한 시간 동안', '1시간 동안'],
		['삼십 분', '30분'],
		['이십오분 걷기', '25분 걷기'],
		['만 보 걷기', '10000보 걷기'],
		['1,500 보', '1500보'],
		['이천오백 원', '2500원'],
		['일주일', '1주일'],
		['여섯 시 삼십 분', '6시 30분'],
		['한 가지만', '1가지만'],
		['1만5000원', '15000원'],
		['1만 500원', '10500원'],
		['3만 2천5백 원', '32500원'],
		['3백만 원', '3000000원'],
		['1.1만 보', '11000보'],
		['일억 원', '100000000원'],
		['1억 2천만 원', '120000000원'],
		['5천 자', '5000 자'],
		['백번', '100번'],
		['오십 개', '50개'],
		['1만~2만 보', '10000~20000보'],
	])('writes %s as %s', (text, digits) => {
		expect(normalizeNumerals(text)).toBe(digits);
	});

	it.each([
		'그만 보기',
		'너만 개를',
		'두통이',
		'한정으로',
		'열정에',
		'한번도 본 적 없는 시작',
		'두유',
		'이 시작',
		'세수',
		'네, 시작할게요',
		'이삼 일',
		'사과',
		'오늘',
		'한 시작점',
		'3만큼',
		'3천 5천',
		'5천 5000원',
		'천장 청소',
		'이천시',
	])('leaves %s alone', (text) => {
		expect(normalizeNumerals(text)).toBe(text.replace('한번도', '1번도'));
	});
});

describe('sameText', () => {
	it.each([
		['물 마시기', '물마시기'],
		['물 마시기', '물을 마시기'],
		['하루 세 번', '하루 3번'],
		['저녁 식사 후', '저녁식사 후에'],
		['양치 후', '양치 후.'],
		['수면', '수면'.normalize('NFD')],
		['Zone 2 운동', 'zone2 운동'],
		['가을', '가을에'],
		['30분 걷기', '삼십 분 걷기'],
		['7시-9시', '7~9시'],
		['1만 보', '만 보'],
		['1만 5천 보 걷기', '15,000보 걷기'],
		['스쿼트 3세트 10회', '스쿼트 3세트-10회'],
		['1,000보 걷기', '1000보 걷기'],
		['와~ 좋아요', '와 좋아요'],
		['월 ~ 금 아침', '월~금 아침'],
		['집에 가기', '집으로 가기'],
		['퇴근 후에 집에서', '퇴근 후 집에서'],
		['010-1234-5678 번', '01012345678 번'],
		['010 1234 5678 번', '010-1234-5678 번'],
		['물한잔', '물 한 잔'],
		['하루세번', '하루 세 번'],
		['만보걷기', '만 보 걷기'],
		['1만5000원', '15,000원'],
		['1.2억 원', '1억 2천만 원'],
		['목표 만 걸음', '목표 10000걸음'],
		['한두 시간', '1~2시간'],
		['07시 05분 기상', '7:05 기상'],
		['03월 05일', '3월 5일'],
		['한 시간 반', '1시간 30분'],
		['일곱 시 반에 기상', '7시 30분에 기상'],
		['물 500mL', '물 500 밀리리터'],
		['7시부터 9시까지', '7~9시'],
		['7시에서 9시까지', '7시–9시'],
		['월요일부터 금요일까지', '월~금'],
		['오전 9시 - 오후 6시', '오전 9시~오후 6시'],
		['9:30-10:30 회의', '9시 30분~10시 30분 회의'],
		['7—8잔', '7−8잔'],
		['월→금', '월…금'],
		['1시간~2시간', '1~2시간'],
		['-10~-5도', '-10도~-5도'],
		['7시, 8시', '7, 8시'],
		['물 7・8잔', '물 7·8잔'],
		['Wi-Fi 끄기', 'wifi 끄기'],
		['코로나-19 검사', '코로나19 검사'],
		['101동-1203호', '101동 1203호'],
		['학교에 가기', '학교를 가기'],
		['물이 마시고 싶을 때', '물을 마시고 싶을 때'],
		['10~20% 할인', '10%~20% 할인'],
		['7->9시', '7~9시'],
		['물 5℃', '물 5도'],
		['친구는 선물', '친구가 선물'],
		['이삼일', '2~3일'],
		['두 배', '2배'],
		['운동을 해요', '운동을 합니다'],
		['운동을 해요', '운동을 해'],
		['운동을 했어요', '운동을 했습니다'],
		['책을 읽어요', '책을 읽습니다'],
		['물을 마셔요', '물을 마십니다'],
		['비가 와요', '비가 옵니다'],
		['산책할게요', '산책할게'],
		['9시, 12시와 18시', '9시, 12시, 18시'],
		['1번하고 2번이랑 3번', '1번, 2번, 3번'],
		['스파이더-맨 보기', '스파이더맨 보기'],
		['3월-매출-보고서', '3월 매출 보고서'],
		['서울-부산 기차', '서울 부산 기차'],
		['비타민 B-12', '비타민 B12'],
		['1-A반', '1A반'],
		['+82-10-1234-5678 번호', '+82 10-1234-5678 번호'],
	])('%s is %s', (expected, actual) => {
		expect(sameText(expected, actual)).toBe(true);
		expect(sameText(actual, expected)).toBe(true);
	});

	it.each([
		['물 마시기', '물 끓이기'],
		['세 번', '네 번'],
		['30분', '3분'],
		['수면', ''],
		['!', '?'],
		['아침', '저녁'],
		['1,2잔', '12잔'],
		['만 보', '천 보'],
		['5천 보', '5보'],
		['7, 8시', '78시'],
		['3·4회', '34회'],
		['7시-9시', '7시 9시'],
		['월~금 아침', '월·금 아침'],
		['학교에서 나와서', '학교에 나와서'],
		['친구와 서울로 가기', '친구 서울에서 가기'],
		...['월-금', '월~금', '월 - 금', '월~ 금', '월 ~금', '월—금', '월→금', '월…금', '월...금'].map((range) => [
			range,
			'월, 금',
		]),
		...Array.from(',，、·・•∙⋅‧;&+: .~-‐‑−―—…→/_|*×=^>)', (sign) => [`7${sign}9시`, '79시']),
		['7. 9시', '79시'],
		['~7시', '7시'],
		['10%-20%로', '10%, 20%로'],
		['저녁을 먹기', '저녁에 먹기'],
		['월요일-금요일', '월요일, 금요일'],
		['오전 9시-오후 6시', '오전 9시, 오후 6시'],
		['9:30-10:30 회의', '9:30, 10:30 회의'],
		['3월 1일-3월 5일', '3월 1일, 3월 5일'],
		['10분~1시간', '10~1시간'],
		['1만-2만 원', '1만, 2만 원'],
		['3천 5천', '8천'],
		['아침~9시', '아침 9시'],
		['오전부터 11시까지', '오전 11시'],
		['학교에서 밤까지 공부', '학교에서 밤 공부'],
		['10:1 비율', '101 비율'],
		['4-7-8 호흡', '478 호흡'],
		['1000 2000 3000원', '100020003000원'],
		['한두 시간', '12시간'],
		['-10~-5도', '10~5도'],
		['엄마께서 전화', '엄마께 전화'],
		['친구가 선물', '친구에게 선물'],
		['민수를 초대', '민수에게 초대'],
		['민수가 초대', '민수를 초대'],
		['친구와 가기', '친구에 가기'],
		['C++ 공부', 'C 공부'],
		['C# 공부', 'C 공부'],
		['일기를 써요', '일기를 썹니다'],
		['운동을 했어요', '운동을 합니다'],
	])('%s is not %s', (expected, actual) => {
		expect(sameText(expected, actual)).toBe(false);
		expect(sameText(actual, expected)).toBe(false);
	});

	it.each(['1', '1.', '1만 ', '12 ', '천', '부터 ', '가-', '7~', '시 반', 'C+', '어요', '한두 '])(
		'takes time in proportion to the length of %s, over and over',
		(part) => {
			const long = part.repeat(20_000);
			expect(sameText(`${long}까지`, `${long}가`)).toBeTypeOf('boolean');
		},
	);
});
