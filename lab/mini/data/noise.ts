import type { Chance } from './chance.ts';

/**
 * How people really type: an opener, a tail, lost spaces, a slip of the finger. The meaning stays, and so does what the
 * app puts before the user's words.
 */
export function asTyped(sentence: string, chance: Chance): string {
	const shown = sentence.lastIndexOf('] ') + 2;
	const given = shown === 1 ? '' : sentence.slice(0, shown);
	let text = sentence.slice(given.length);
	if (chance.of(0.22)) text = `${chance.pick(OPENERS)} ${text}`;
	if (chance.of(0.3)) text += chance.pick(TAILS);
	if (chance.of(0.07)) text = text.replaceAll(' ', '');
	else if (chance.of(0.1)) text = withoutOneSpace(text, chance);
	if (chance.of(0.07)) text = misspelt(text, chance);
	return given + text;
}

const OPENERS = [
	'저기',
	'음',
	'있잖아',
	'코치',
	'코치님',
	'안녕',
	'혹시',
	'그럼',
	'아',
	'오늘은',
	'근데',
	'이제',
	'저기요',
	'코치야',
	'자',
	'그리고',
	'일단',
	'참,',
	'안녕하세요,',
	'아 맞다',
	'나',
];
const TAILS = [
	'!',
	'?',
	'..',
	'~',
	' ㅎㅎ',
	' ㅠㅠ',
	'.',
	'!!',
	'...',
	' 😊',
	' ㅋㅋ',
	'^^',
	' 🙏',
	'~~',
	' 지금',
	' 빨리',
	' 고마워',
];

function withoutOneSpace(text: string, chance: Chance): string {
	const parts = text.split(' ');
	if (parts.length < 2) return text;
	const at = chance.between(1, parts.length - 1);
	return `${parts.slice(0, at).join(' ')}${parts.slice(at).join(' ')}`;
}

const SLIPS: readonly (readonly [string, string])[] = [
	['습관', '습간'],
	['습관', '슴관'],
	['추천', '츄천'],
	['추천', '추쳔'],
	['기록', '기룍'],
	['기록', '기로'],
	['됐', '됬'],
	['돼', '되'],
	['알려', '알러'],
	['며칠', '몇일'],
	['며칠', '몇칠'],
	['운동', '운둥'],
	['스트레스', '스트래스'],
	['집중', '집즁'],
	['오늘', '오눌'],
	['오늘', '온르'],
	['해줘', '해죠'],
	['해줘', '해쥬'],
	['해 줘', '해 죠'],
	['싶어', '시퍼'],
	['뭐', '모'],
	['어떻게', '어떡해'],
	['어떻게', '어떻해'],
	['명상', '명샹'],
	['보여', '보요'],
	['찾아', '차자'],
	['했어', '햇어'],
	['했어', '해써'],
	['못 했', '못햇'],
	['수면', '수며'],
	['햇빛', '햇빗'],
	['있어', '잇어'],
	['세요', '새요'],
	['추가', '츄가'],
];

function misspelt(text: string, chance: Chance): string {
	const possible = SLIPS.filter(([right]) => text.includes(right));
	if (possible.length === 0) return text;
	const [right, wrong] = chance.pick(possible);
	return text.replace(right, wrong);
}
