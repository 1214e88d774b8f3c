import type { JsonObject } from '../../../../src/base/json.ts';
import type { Chance } from '../chance.ts';
import type { SpokenProtocol } from './protocols.ts';

/** What a user says of a new habit beyond its name, and what the call should say of it. */
export interface HabitDetails {
	readonly words: string;
	/** Arguments of `add_habit` without the protocol. */
	readonly extra: JsonObject;
}

export function habitDetails(protocol: SpokenProtocol, chance: Chance): HabitDetails {
	const [condition, act] = protocol.conditional;
	const plain = level2(`${condition} ${act}`);
	const way = chance.between(0, 14);
	if (way === 14)
		return {
			words: chance.pick(['나는 ~ 사람이다 문장으로', '정체성 문장으로', '정체성 프레임으로', 'L3로', 'L3 문장으로']),
			extra: level3(protocol.identity),
		};
	if (way <= 3) return { words: '', extra: plain };
	if (way <= 8) return quoted(protocol, chance);
	if (way === 9) {
		const own = chance.pick(CONDITIONS);
		return { words: `${own} ${asNoun(act)} 걸로`, extra: level2(`${own} ${act}`) };
	}
	if (way === 10)
		return {
			words: `${condition} ${asNoun(act)} ${chance.pick(['걸로', '것으로', '식으로'])}`,
			extra: level2(`${condition} ${act}`),
		};
	if (way === 11) {
		const [words, anchor] = chance.pick(AFTER);
		return {
			words: `${words} ${chance.pick(['하는 걸로', '할게,', '하게', '하는 것으로'])}`,
			extra: { ...plain, anchor_after_what: anchor },
		};
	}
	if (way === 12) {
		const [words, anchor] = chance.pick(WHEN);
		return {
			words: `${words} ${chance.pick(['하는 걸로', '할게,', '하게', '하는 것으로'])}`,
			extra: { ...plain, anchor_when: anchor },
		};
	}
	const dose = chance.pick(DOSES);
	return { words: `${chance.pick(['하루 ', '한 번에 ', '매일 ', ''])}${dose}씩`, extra: { ...plain, dose_text: dose } };
}

/** The user dictates the sentence; now and then one that the app's rules refuse. */
function quoted(protocol: SpokenProtocol, chance: Chance): HabitDetails {
	const [condition, act] = protocol.conditional;
	const frames: readonly JsonObject[] = [
		level2(`${condition} ${act}`),
		level2(`${chance.pick(CONDITIONS)} ${act}`),
		level2(`${chance.pick(CONDITIONS)} ${act}`),
		level3(protocol.identity),
		level3(`나는 ${chance.pick(ADVERBS)} ${asNoun(act)} 사람이다`),
		level3(`나는 ${asNoun(act)} 사람이다`),
	];
	const frame = chance.of(0.08) ? level2(chance.pick(REFUSED)) : chance.pick(frames);
	const text = String(frame.framed_text);
	const words = chance.pick([
		`문장은 '${text}'로`,
		`'${text}'라고`,
		`'${text}'라는 문장으로`,
		`문구는 "${text}"로`,
		`'${text}'라고 적어서`,
		`"${text}" 이렇게`,
		`문장은 '${text}'로 하고`,
	]);
	return { words: words, extra: frame };
}

function level2(framedText: string): JsonObject {
	return { frame_level: 'L2', framed_text: framedText };
}

function level3(framedText: string): JsonObject {
	return { frame_level: 'L3', framed_text: framedText };
}

/** '차를 마신다' as '차를 마시는'. */
export function asNoun(act: string): string {
	if (act.endsWith('는다')) return act.slice(0, -1);
	const syllable = act.codePointAt(act.length - 2) ?? 0;
	return `${act.slice(0, -2)}${String.fromCodePoint(syllable - ((syllable - 0xac00) % 28))}는`;
}

export const CONDITIONS: readonly string[] = [
	'아침에 눈을 뜨면',
	'세수를 하고 나면',
	'이를 닦고 나면',
	'커피를 내릴 때',
	'출근하면',
	'회사에 도착하면',
	'점심을 먹고 나면',
	'졸음이 오면',
	'쉬는 시간이 되면',
	'퇴근하면',
	'집에 돌아오면',
	'저녁을 먹고 나면',
	'설거지를 마치면',
	'샤워를 하고 나면',
	'아이를 재우고 나면',
	'잠자리에 누우면',
	'알람이 울리면',
	'버스에 타면',
	'신호를 기다릴 때',
	'회의가 끝나면',
	'휴대폰을 내려놓으면',
	'마음이 급해질 때',
	'심심할 때',
	'주말 아침이 되면',
	'운동화를 신으면',
	'자리에서 일어날 때',
	'문을 나서기 전에',
	'노트북을 덮으면',
	'해가 지면',
	'비가 오면',
];

const ADVERBS = ['날마다', '꾸준히', '기꺼이', '즐겁게', '아침마다', '천천히', '저녁마다', '먼저', '틈틈이'];
const REFUSED = [
	'술을 끊는다',
	'담배를 피우지 않는다',
	'야식을 안 먹는다',
	'휴대폰을 보지 않는다',
	'게으름을 그만둔다',
	'커피를 안 마신다',
	'늦잠을 자지 않는다',
];
const AFTER: readonly (readonly [string, string])[] = [
	['아침 먹고 나서', '아침 식사'],
	['점심 먹고 나서', '점심 식사'],
	['저녁 먹고 나서', '저녁 식사'],
	['양치하고 나서', '양치'],
	['샤워하고 나서', '샤워'],
	['퇴근하고 나서', '퇴근'],
	['세수하고 나서', '세수'],
	['운동하고 나서', '운동'],
	['커피 마시고 나서', '커피'],
	['설거지하고 나서', '설거지'],
	['출근하고 나서', '출근'],
];
const WHEN: readonly (readonly [string, string])[] = [
	['밤 열 시에', '밤 열 시'],
	['아침 일곱 시에', '아침 일곱 시'],
	['자기 전에', '자기 전'],
	['퇴근길에', '퇴근길'],
	['점심시간에', '점심시간'],
	['오후 세 시에', '오후 세 시'],
	['아침 6시에', '아침 6시'],
	['밤 11시에', '밤 11시'],
	['주말 아침에', '주말 아침'],
	['출근길에', '출근길'],
	['저녁 여덟 시에', '저녁 여덟 시'],
	['매주 월요일에', '매주 월요일'],
];
const DOSES = [
	'5분',
	'10분',
	'15분',
	'20분',
	'30분',
	'한 잔',
	'두 잔',
	'세 줄',
	'다섯 번',
	'열 번',
	'한 쪽',
	'열 쪽',
	'세 층',
	'한 접시',
	'두 가지',
];
