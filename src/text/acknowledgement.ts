import { compactText } from './normalize-text.ts';

/**
 * Whether a text only acknowledges: 네, 알겠습니다, 잠시만요, 물론이죠 and their like, in any number and order, with any
 * punctuation and emoji. What announces an act ('확인해 볼게요', '기록할게요') is more than that. A text without letters
 * is none.
 */
export function isAcknowledgement(text: string): boolean {
	if (text.length > 2_000) return false;
	const words = compactWords(text);
	const compact = words.join('');
	if (compact === '' || compact.length > 200) return false;
	const wordStarts = new Set<number>();
	let position = 0;
	for (const word of words) {
		wordStarts.add(position);
		position += word.length;
	}
	// reachable[i]: the first i characters are acknowledgements, one behind the other.
	const reachable = [true];
	for (let end = 1; end <= compact.length; end += 1) {
		reachable[end] = LENGTHS.some((length) => {
			const start = end - length;
			// A single syllable is one only where it begins a word: '오' and '네' do not make '오네'.
			return (
				reachable[start] === true && (length > 1 || wordStarts.has(start)) && PHRASES.has(compact.slice(start, end))
			);
		});
	}
	return reachable[compact.length] === true;
}

function compactWords(text: string): readonly string[] {
	return text
		.split(/[^\p{L}\p{M}\p{N}]+/u)
		.map(compactText)
		.filter((word) => word !== '');
}

/** The text without the acknowledging words it begins and ends with. */
export function withoutAcknowledgements(text: string): string {
	const words = text.split(/[\s,.!?~…·]+/u).filter((word) => word !== '');
	let start = 0;
	let end = words.length;
	for (let to = 1; to <= Math.min(words.length, 8); to += 1) {
		if (isAcknowledgement(words.slice(0, to).join(' '))) start = to;
	}
	for (let last = 0; last < 8 && end > start && isAcknowledgement(words[end - 1] ?? ''); last += 1) end -= 1;
	return words.slice(start, end).join(' ');
}

/** Stems, each with each of its endings, without spaces as in {@link compactText}. '-' is no ending. */
const INFLECTED: readonly (readonly [stems: string, endings: string])[] = [
	[
		'알겠 잘알겠 알았 잘알았 이해했 확인했 확인됐 확인되었 접수했 접수되었',
		'습니다 어요 어 네요 죠 지요 고요 고말고요',
	],
	[
		'잠시 잠깐 잠시만 잠깐만 조금만 잠시만요 잠깐만요',
		'- 요 만요 기다려주세요 기다려주시겠어요 기다려주십시오 기다려줘요 기다려줘 기다려봐요 기다려 기다리세요',
	],
	[
		'물론 당연 당연하 그렇 그럼 그래 좋 맞 괜찮 가능하 가능합 가능해',
		'- 요 죠 지요 지 이죠 이지요 입니다 습니다 니다 이에요 아요 아 네요 군요 은데요 히',
	],
	[
		'좋은생각 좋은질문 좋은선택 좋은결정 좋은목표 좋은시작 멋진생각 멋진목표 훌륭한생각 훌륭한선택',
		'이에요 예요 입니다 이네요 네요 이군요 이시네요 이십니다 이야 이죠',
	],
	[
		'해드 바로해드 도와드 바로도와드 기꺼이도와드 그렇게해드 금방해드 처리해드 바로처리해드',
		'릴게요 리겠습니다 릴게 려요 리죠',
	],
	['그렇게 바로 그리 진행 바로진행 처리 바로처리 말씀하신대로', '하겠습니다 할게요 할게 하죠 합니다 해볼게요'],
];

const PLAIN =
	'네 넵 넹 넴 네에 예 옙 예에 응 어 음 흠 아 오 와 저 자 아하 오호 네네 예예 넵넵 응응 아아 오오 아네 당연히 ' +
	'그러게요 그럴게요 그러겠습니다 그러죠 그러지요 그렇구나 그렇군 좋다 맞다 말씀하신대로 요청하신대로 ' +
	'오케이 오키 오케 ok okay sure yes yeah yep ㅇㅇ ㅇㅋ ㅎㅎ ㅋㅋ ' +
	'감사합니다 감사해요 고마워요 고마워 고맙습니다 반갑습니다 안녕하세요 안녕 천만에요 별말씀을요 수고하셨습니다 ' +
	'확인 확인요 확인완료 접수 접수완료 알겠슴다 알겠음 기다려주세요 기다려주셔서감사합니다 말씀해주셔서감사합니다 ' +
	'사용자님 고객님 회원님';

const PHRASES: ReadonlySet<string> = new Set([
	...PLAIN.split(' '),
	...INFLECTED.flatMap(([stems, endings]) =>
		stems.split(' ').flatMap((stem) => endings.split(' ').map((ending) => (ending === '-' ? stem : stem + ending))),
	),
]);

const LENGTHS: readonly number[] = [...new Set([...PHRASES].map(({ length }) => length))];
