import { decomposeSyllable, lettersOf, stemOf } from '../korean/stem.ts';
import { readRules } from '../rules.ts';
import rows from './words.rules.json' with { type: 'json' };

const RULES = readRules(rows);

/**
 * What a word adds to a sentence: `none` (pronouns, auxiliaries, adverbs of degree), `courtesy` (thanks, praise, comfort:
 * a sentence that it ends is no more than that), `generic` (acknowledging, waiting, offering, the machinery: what any
 * answer could say), `lookup` (looking, which is an act where it is announced and mere waiting where it is under way), or
 * `content`.
 */
export type WordWeight = 'none' | 'courtesy' | 'generic' | 'lookup' | 'content';

export function weighWord(text: string, stem: string): WordWeight {
	if (RULES.interjection.test(text)) return 'generic';
	if (RULES.noun.test(text)) return 'content';
	// One who is addressed: 주인님.
	if (/^[가-힣]{1,3}님$/.test(text)) return 'none';
	if (isLight(text) || RULES.manner.test(text) || isAmong(LIGHT_STEMS, text, stem)) return 'none';
	if (isAmong(COURTESY_STEMS, text, stem)) return 'courtesy';
	if (RULES.acknowledged.test(text) || isAmong(GENERIC_STEMS, text, stem)) return 'generic';
	return isAmong(LOOKUP_STEMS, text, stem) ? 'lookup' : 'content';
}

/** In the list as it stands, or without a particle. */
function isLight(text: string): boolean {
	const bare = text.replace(/(?:부터|까지|에서|에는|[은는도이을를에만요])$/, '');
	return LIGHT.has(text) || (bare.length > 1 && LIGHT.has(bare));
}

const LIGHT: ReadonlySet<string> = new Set(
	[
		'그 저 게 걸 건 수 제 내 뿐 바 등 및 또 더 덜 좀 꼭 잘 안 다 님 께 나 너 난 전 저는 제가 나는 내가 저도 나도',
		'고객님 사용자님 회원님 선생님 당신 우리 여러분 손님 손님께 이거 그거 저거 이것 그것 그게 뭐 뭘 뭔가 뭐든 뭐든지 예정 예정입니다 예정이에요 무엇 무엇을 무엇이든 무엇이 무슨',
		'어느 저런 저렇게 어디 아무 아무거나 언제든 언제든지 언제나 얼마든지 알아서 여기 혹시 만약',
		'그리고 그러나 아마 역시 일단 우선 먼저 이제 지금 방금 다시 한번 조금 많이 너무 정말 정말로 진짜 참 꽤 아주 매우',
		'무척 엄청 자꾸 계속 최대한 빠르게 빨리 얼른 어서 바로 곧 곧바로 금방 즉시 당장 항상 늘 요즘 모두 모든 전부 해당',
		'있으시 있다면 위해 위한 대해 대한 관련 관한 통해 따라 대로 라는 라고 라고요 추가로 기꺼이 적극 제대로 성심껏',
		'1걸음씩 1걸음 오늘은 라서 로서 으로서 드는 일이에요 힘껏 후딱 휘리릭 뚝딱 냉큼 잽싸게 얼른얼른 일도 저런 저런요 뭐 땐 때는 풀어 아래 아래와 다음과 하루의 그쵸 그죠 빠른 작은 큰 걸로 거로 더욱 더욱더 여기 내에 함께 같이 혼자가 멋지게 기쁘게 즐겁게 새롭게 쉽게 알차게 아무쪼록 부디 모쪼록 역시나 아무렴 그런데 근데 그래서 그러니 그러면 그럼요 이런저런',
		'천천히 차근차근 하나씩 하나하나 조금씩 꾸준히 쭉 앞으로 앞으로도 누구나 누구든 다들 처음 처음은 처음엔 처음에는 가장 제일 훨씬 뒤 뒤에 후 후에 다음에',
		'날 날도 날이 그런 이런 오늘도 하루 하루는 하루도 하루가 데 일이라면 것이라면 거라면 거예요 분명 분명히 서로 함께라면 무엇보다 언젠가 벌써 어느새 이미 끝까지',
		'사이 사이에 동안 그동안 어머 어머나 아이고 에고 반드시 나중에 이따 이따가 아까 저희 저희가 게요 예요 인가요 테니 텐데 일 일로 일이 일을',
	].flatMap((line) => line.split(' ')),
);

/** Auxiliaries and nouns that only hold an ending. */
const LIGHT_STEMS: Lexicon = lexicon(
	[
		'있다 있으시다 많다 아니죠 아니에요 하다 해 되다 돼 계시다 계세요 이다 아니다 주다 줘 드리다 보다 봐 두다 둬 놓다 같다 싶다 않다 말다 마세요 못하다 달라다',
		'이러다 그러다 그렇다 이렇다 어떻다 어떠하다 만하다 중 때 때문 것 거 점 분 경우 편 부분 쪽 상황 한 할 함 된 될 준 줄 본 볼 둔 둘',
	].join(' '),
);

const COURTESY_STEMS: Lexicon = lexicon(
	[
		'감사 고마워 죄송 미안 송구 사과 유감 실례 반가워 안녕 환영 천만 별말씀 축하 응원 격려 힘내다 화이팅 파이팅 수고 고생 애쓰다',
		'기다려 양해 바랍니다 기대 기뻐 영광 행운 걱정 염려 안심 맡겨 믿어 대단 멋져 훌륭 굉장 놀라워 완벽 짱 굿 잘하다',
		'자랑스럽다 부럽다 재미있다 흥미롭다 현명 탁월 뿌듯 공감 존중 속상 안타까워 아쉽다 답답 힘드시다 난감 막막 분발 유의 명심 힘쓰다',
		'힘들어하다 반이에요 나아가다 코치로서 비서로서 자연스럽다 인상적 힘이에요 힘이 심혈 정성 만전 기울이다 아름답다 어떡하다 어떡해요 어쩌다 어째요 따라오다 맛있겠다 두근두근 잘했어요 되세요 되시길 맛있는 모습 열정 열정에 보기 바라다 바랄게요 자책하지 초조하다 박수 찬성 중요하다 건강하시다 꾸준하다 꾸준함 실력 완전 떨리다 괜찮아지다 쾌차 소중하다 귀중하다 의견 피드백 성원 사랑 재밌다 신나다 신난다 두구두구 짜잔 토닥토닥 쓰담쓰담 칭찬 감탄 감동 뭉클 벅차다 흐뭇 뜻깊다 값지다 긍정 무리하다 포기하지 마음껏',
		'해내다 멋지다 기특 장하다 든든 대견 다독 토닥 어떠셨나요 다행 설레다 힘내요 노고 파트너 동반자 한걸음 발걸음 믿음 용기',
		'로맨틱 센스 오세요 쉬세요 코치 비서 어시스턴트 챗봇 도우미 인공지능 ai',
	].join(' '),
);

const GENERIC_STEMS: Lexicon = lexicon(
	[
		// Acknowledging.
		'이해 인지 파악 접수 받다 맞다 괜찮다 가능 좋다 네네 분부 지시 문제 해결 조치 대응 꼼꼼 챙겨 반영 적용 이상 전혀 최고 개선 향상 시일 기회 만족 기여 보탬 역할 임무 담당 이행 궁금증 명령대로 분부대로',
		// Trouble of one's own.
		'헷갈리다 실수 오류 잘못 이상하다 착오 재시도 불찰 부족하다 서툴다 배우는 변화 걸음 발전 성장 성공 첫걸음',
		// Waiting.
		'잠시 잠시만 잠깐만 조금만 잠시만요 잠깐만요 금세 처리 진행 로딩 로드 완료 준비 대기 시작 걸리다 소요 노력 최선 다하다 다해 열심히 서두르다 신속 정확 순간 나오다 끝나다 마치다 생각 고민 고려 판단 시도 가다 넘어가다 수집 도전',
		// Offering.
		'도와 돕다 도울 맡다 맡을 시키다 시켜 도움 지원 필요 말씀 묻다 물어봐 여쭤보다 문의 질문 궁금 원하다 희망 관심 의향 부탁 부르다 이야기 얘기 다른 사항 함께하다 곁 옆에 듣다 들어',
		// The machinery.
		'도구 툴 함수 기능 호출 실행 사용 이용 활용 수행 작업 업무 요청 요구 명령 데이터 정보 자료 결과 내용 답변 답 답하다 응답 대답 회신 단계 다음 적절 적합 알맞다 시스템 서버 서비스 통신 과정 절차 생성 반환 출력 입력 작동 동작 api json tool',
		// Telling, which needs an object.
		'알려 안내 전하다 전달 보여 제공 설명',
		'불편 끼치다 마음 덕분',
	].join(' '),
);

const LOOKUP_STEMS: Lexicon = lexicon(
	'골라 확인 조회 검색 분석 탐색 계산 찾다 알아보다 살펴보다 불러오다 가져오다 검토 작성 조사 연결 접속 수집',
);

/** Stems, each with the words it was made of. */
type Lexicon = ReadonlyMap<string, readonly string[]>;

function lexicon(list: string): Lexicon {
	const words = list.split(' ').flatMap((word) => (word.endsWith('다') ? [word] : [word, `${word}하다`]));
	return Map.groupBy(words, stemOf);
}

/** A stem of a single open syllable is too little to know a word by: it must begin with one that is listed, too. */
function isAmong(lexicon: Lexicon, text: string, stem: string): boolean {
	const words = lexicon.get(stem);
	if (words === undefined) return false;
	return (
		stem.length > 2 ||
		words.some((word) => lettersOf(text.toLowerCase()).startsWith(lettersOf(word.replace(/다$/, ''))))
	);
}

/**
 * What a sentence does, by its last word: `announces` an act of the speaker (-ㄹ게요, -겠습니다, -ㄹ까요, -려고 해요),
 * is `under-way` (-는 중이에요, -고 있어요), `reflects` what the other has said (-군요, -시네요, 말씀이시죠, -다고요, -는
 * 거죠), `notices` (-네요), `offers` (-ㄹ까요), or only `states`.
 */
export type SpeechAct = 'announces' | 'offers' | 'under-way' | 'reflects' | 'notices' | 'states';

/** Expects a sentence in NFC; signs and emoji after its last word do not count. */
export function speechActOf(sentence: string): SpeechAct {
	const tail = sentence.slice(-80);
	const end = tail.replace(/[^가-힣]+$/u, '');
	const asks = tail.slice(end.length).includes('?');
	if (asks && /(?<!주)시겠(?:어요|습니까)$|실래요$/.test(end)) return 'offers';
	if (RULES.reflecting.test(end) && !(asks && /시겠/.test(end))) return 'reflects';
	if (RULES.underWay.test(end)) return 'under-way';
	if (afterRieul(/^(.*?)까요?$/, end) || /(?:을까요?|볼까|할까|드릴까요?)$/.test(end)) return 'offers';
	if (isAnnouncement(end)) return 'announces';
	return /네요?$/.test(end) ? 'notices' : 'states';
}

function isAnnouncement(end: string): boolean {
	if (/시겠|좋겠|모르겠|알겠|[되돼]겠/.test(end.slice(-8))) return false;
	if (afterRieul(/^(.*?)(?:게|래)요?$/, end) || /(?:겠습니다|겠음|[드보두하]겠어요?|기로 할게요?)$/.test(end))
		return true;
	return RULES.intends.test(end);
}

/** Whether the syllable before the ending is of -ㄹ: '볼게요', not '무게'. */
function afterRieul(ending: RegExp, end: string): boolean {
	const before = ending.exec(end)?.[1]?.slice(-1) ?? '';
	return decomposeSyllable(before)?.final === 8;
}
