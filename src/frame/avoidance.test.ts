import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AvoidanceKind, findAvoidance } from './avoidance.ts';

/** Sentence, kind of its one offence, the words that offend. 안 has a test of its own. */
const marked: readonly (readonly [string, AvoidanceKind, string])[] = [
	['술을 마시지 않는다', 'long-negation', '마시지 않는다'],
	['술을 마시지않는다', 'long-negation', '마시지않는다'],
	['야식을 먹지는 않는다', 'long-negation', '먹지는 않는다'],
	['야식을 먹진 않는다', 'long-negation', '먹진 않는다'],
	['야식을 먹질 않는 사람이다', 'long-negation', '먹질 않는'],
	['나는 담배를 피우지 않는 사람이다', 'long-negation', '피우지 않는'],
	['끼니를 거르지 않고 챙긴다', 'long-negation', '거르지 않고'],
	['누우면 휴대폰을 만지지 않기', 'long-negation', '만지지 않기'],
	['늦게 자지도 않고 폭식하지도 않는다', 'long-negation', '자지도 않고'],
	['야식을 먹지 안는다', 'long-negation', '먹지 안는다'],
	['야식 않 먹기', 'long-negation', '않'],
	['커피를 마시지 않으면 좋겠다', 'long-negation', '마시지 않으면'],
	['폭식하지 않았다', 'long-negation', '폭식하지 않았다'],
	['밤에 먹지 말자', 'prohibition', '먹지 말자'],
	['밤에 먹지말자', 'prohibition', '먹지말자'],
	['늦게까지 깨어 있지 마라', 'prohibition', '있지 마라'],
	['휴대폰을 보지 마세요', 'prohibition', '보지 마세요'],
	['담배를 피우지 말 것', 'prohibition', '피우지 말 것'],
	['침대에서 일하지 말고 책상에서 한다', 'prohibition', '일하지 말고'],
	['자기 전에는 먹지 마', 'prohibition', '먹지 마'],
	['자기 전에는 먹지마!', 'prohibition', '먹지마'],
	['과음하지 말아야 한다', 'prohibition', '과음하지 말아야'],
	['혼자 술집에 가지 맙시다', 'prohibition', '가지 맙시다'],
	['늦게까지 놀지 말고 잔다', 'prohibition', '놀지 말고'],
	['미루지는 말자', 'prohibition', '미루지는 말자'],
	['일을 벌이지 말기', 'prohibition', '벌이지 말기'],
	['술을 끊는다', 'quitting', '끊는다'],
	['담배 끊기', 'quitting', '끊기'],
	['나는 담배를 끊은 사람이다', 'quitting', '끊은'],
	['야식을 딱 끊고 산다', 'quitting', '끊고'],
	['커피를 끊어 보자', 'quitting', '끊어'],
	['게임을 끊을 때가 되면 책을 편다', 'quitting', '끊을'],
	['단것을 끊었다', 'quitting', '끊었다'],
	['술 끊기로 한다', 'quitting', '끊기로'],
	['흡연을 그만둔다', 'quitting', '그만둔다'],
	['야식을 그만두고 물을 마신다', 'quitting', '그만두고'],
	['쇼핑을 그만둬', 'quitting', '그만둬'],
	['게임을 그만 둔다', 'quitting', '그만 둔다'],
	['나는 흡연을 그만둔 사람이다', 'quitting', '그만둔'],
	['야식은 이제 관둔다', 'quitting', '관둔다'],
	['야식 금지', 'ban', '금지'],
	['침실에서는 휴대폰을 금지한다', 'ban', '금지한다'],
	['밤 열 시 이후 음식 금지!', 'ban', '금지'],
	['야식금지', 'ban', '금지'],
	['외출금지를 지킨다', 'ban', '금지를'],
	['카페인은 오후부터 금지하기', 'ban', '금지하기'],
	['술 생각이 나도 참는다', 'endurance', '참는다'],
	['꾹 참고 잔다', 'endurance', '참고'],
	['꾹참고 넘긴다', 'endurance', '꾹참고'],
	['먹고 싶어도 참아야 한다', 'endurance', '참아야'],
	['배가 고프면 참기', 'endurance', '참기'],
	['나는 유혹을 참을 줄 아는 사람이다', 'endurance', '참을'],
	['담배 생각이 나면 십 분만 참자', 'endurance', '참자'],
	['야식을 참았다', 'endurance', '참았다'],
	['먹고 싶은 걸 참고 버틴다', 'endurance', '참고'],
	['참고 한 시간 기다린다', 'endurance', '참고'],
	['화를 참으면 산책한다', 'endurance', '참으면'],
];

const avoiding: readonly string[] = [
	'나는 야식을 찾지 않는 사람이다',
	'카페인을 섭취하지 않습니다',
	'과자를 집 안 어디에도 두지 않는다',
	'야식을 시키지 말아라',
	'휴대폰을 침대에 두지 말 것!',
	'술을 입에 대지 말아야겠다',
	'스스로를 탓하지 마세요',
	'스스로를 탓하지마라',
	'끼니를 거르지 마십시오',
	'화내지 맙시다',
	'미루지 마!',
	'걱정하지 말기로 한다',
	'밤에 먹지를 말자',
	'먹지도 마시지도 말자',
	'담배를 끊어낸다',
	'담배를 끊으려고 한다',
	'술을 끊은 지 100일이 된 사람이다',
	'야식을 끊겠습니다',
	'게임 끊음',
	'유튜브를 끊자',
	'카페인을 서서히 끊는다',
	'흡연을 그만두기로 했다',
	'그만둘 때가 되면 산책한다',
	'야식을 그만두려고 한다',
	'게임을 그만뒀다',
	'이제 그만두자',
	'흡연을 그만두지 못한다',
	'SNS를 금지하는 사람이다',
	'음주금지',
	'밤 10시 이후 간식 금지.',
	'카페인 금지령을 내린다',
	'스스로에게 야식을 금지시킨다',
	'참는 사람이다',
	'나는 화를 참는 사람이다',
	'먹고 싶은 마음을 참아낸다',
	'배고픔을 참으며 잔다',
	'군것질을 참을 때 물을 마신다',
	'화를 꾹 참는다',
	'졸음을 참고 운전한다',
	'술을 참기로 한다',
	'술은 못 참아',
	'욕구를 참습니다',
	'나는 참을 수 있는 사람이다',
	'과식을 하진 않는다',
	'먹진 말자',
	'누워서 폰 보지 않기',
	'나는 늦지 않는 사람입니다',
	'거짓말하지 않아요',
	'술을 마시지 않으려고 한다',
	'야식을 먹지 않을 것이다',
	'야식을 먹지 않도록 한다',
	'설탕을 넣지 않은 커피를 마신다',
	'포기하지 않는다',
	'배고프지 않아도 먹는 버릇을 고친다',
	'야식을 먹지 않고 잔다',
];

describe('findAvoidance', () => {
	it.each(marked)('finds the avoidance in %s', (text, kind, words) => {
		const [first] = findAvoidance(text);
		expect(first?.kind).toBe(kind);
		expect(text.slice(first?.start, first?.end)).toBe(words);
	});

	it.each(avoiding)('finds avoidance in %s', (text) => {
		expect(findAvoidance(text)).not.toEqual([]);
	});

	it('gives every offence once, in order and without overlaps', () => {
		const text = '술은 안 마시고 담배를 끊고, 야식은 먹지 말고 참는다';
		expect(findAvoidance(text).map(({ start, end }) => text.slice(start, end))).toEqual([
			'안 마시고',
			'끊고',
			'먹지 말고',
			'참는다',
		]);
	});

	it('gives ordered spans inside the text for any text', () => {
		const part = fc.constantFrom(
			'안',
			'않',
			'끊',
			'지',
			'말고',
			'마',
			'참고',
			'금지',
			'먹는다',
			'그만',
			'두',
			' ',
			'a',
			'😀',
		);
		fc.assert(
			fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
				const text = parts.join('');
				let end = 0;
				for (const span of findAvoidance(text)) {
					expect(span.start).toBeGreaterThanOrEqual(end);
					expect(span.end).toBeGreaterThan(span.start);
					end = span.end;
				}
				expect(end).toBeLessThanOrEqual(text.length);
			}),
		);
	});
});
