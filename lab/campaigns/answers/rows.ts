/** One turn of a captured run: what the model said before its call, and whether it called. */
export interface CapturedTurn {
	readonly said: string;
	/** Default: the call that the corpus expects. */
	readonly call?: 'right' | 'wrong-tool' | 'none';
}

/** A run of the fifteen prompts that once got a misleading answer. */
export interface AnswerRow {
	readonly name: string;
	/** What a reader stumbled over. */
	readonly seen: string;
	readonly turns: readonly CapturedTurn[];
	/** Language of the app; `en` asks English prompts. */
	readonly language?: 'en';
	/** Labels by place in the run, given after it. */
	readonly labels?: Readonly<Record<number, 'Y' | 'N'>>;
	readonly gate?: object;
}

const WORTH = [
	'잠에 도움이 되는 습관을 찾아볼게요.',
	'운동 습관부터 찾아볼게요.',
	'스트레스를 풀 만한 습관을 찾아볼게요.',
	'카페인이 나오는 프로토콜만 골라 볼게요.',
	'침실 온도 이야기를 프로토콜에서 읽어 볼게요.',
	'두 번 들이쉬는 호흡의 순서를 읽어 볼게요.',
	'지금 하고 계신 습관을 확인해 볼게요.',
	'침대에서 책부터 펼치는 습관으로 추가할게요.',
	'아침 햇빛 보기를 며칠째 하고 계신지 볼게요.',
	'감정 일기를 며칠째 쓰고 계신지 볼게요.',
	'아침 햇빛 보기 기록을 살펴볼게요.',
	'물 한 잔으로 시작하기를 습관에 추가할게요.',
	'술 대신 마실 것을 찾아서 등록할게요.',
	'오늘 햇빛 보기를 완료로 적을게요.',
	'오늘 감정 일기는 빈칸으로 남겨 둘게요.',
];
const FILLERS = [
	'네!',
	'알겠습니다.',
	'좋아요!',
	'네, 알겠어요.',
	'그럼요!',
	'네네.',
	'물론이죠!',
	'좋습니다.',
	'넵!',
	'오케이!',
];
const LEAKED = (place: number): string => `사용자가 습관을 원함. ${place}번 도구를 호출해야 함.`;

function worth(count: number): readonly CapturedTurn[] {
	return WORTH.slice(0, count).map((said) => ({ said }));
}

function fifteen(turns: readonly CapturedTurn[], rest: (place: number) => CapturedTurn): readonly CapturedTurn[] {
	return Array.from({ length: 15 }, (_, place) => turns[place] ?? rest(place));
}

const direct = (): CapturedTurn => ({ said: '이런 습관은 어떠세요?', call: 'none' });
const filler = (place: number): CapturedTurn => ({ said: FILLERS[place % FILLERS.length] ?? '' });

export const ANSWER_ROWS: readonly AnswerRow[] = [
	{
		name: 'no-call',
		seen: 'no turn calls a tool: path B with P < 0.1 %',
		turns: fifteen([], direct),
	},
	{
		name: 'three-calls',
		seen: '3 turns call, each after a text worth keeping; 12 answer directly: path B 3/15',
		turns: fifteen(worth(3), direct),
	},
	{
		name: 'bare-korean',
		seen: "'네, 확인해 드릴게요.' before every call: path A 15/15",
		turns: fifteen([], () => ({ said: '네, 확인해 드릴게요.' })),
	},
	{
		name: 'bare-english',
		seen: "'Let me check that for you!' before every call: filler",
		language: 'en',
		turns: fifteen([], () => ({ said: 'Let me check that for you!' })),
	},
	{
		name: 'five-flags',
		seen: '5 texts worth keeping by the rule, 10 fillers: path A, although the rule errs',
		turns: fifteen(worth(5), filler),
	},
	{
		name: 'seven-flags',
		seen: "7 texts worth keeping, 8 fillers: 'a repeat could decide otherwise', also at temperature 0",
		turns: fifteen(worth(7), filler),
	},
	{
		name: 'leaked',
		seen: '5 texts worth keeping and 10 leaked thoughts: path A, without a word on the 10',
		turns: fifteen(worth(5), (place) => ({ said: LEAKED(place) })),
	},
	{
		name: 'blank-labels',
		seen: 'labels on blank prefixes decide path A',
		turns: fifteen([], () => ({ said: '' })),
		labels: { 0: 'Y', 1: 'Y', 2: 'Y', 3: 'Y', 4: 'Y' },
	},
	{
		name: 'labelled-b',
		seen: 'labels make it path B, and a gate on the path stays green',
		turns: fifteen(worth(6), filler),
		labels: { 0: 'N', 1: 'N', 2: 'N' },
		gate: { version: 1, rules: [{ metric: 'verdict.path', equals: 'A' }] },
	},
	{
		name: 'wrong-tools',
		seen: 'the right tool in 0 of 15, and a calm path A dominates',
		turns: fifteen(worth(15), () => ({ said: '' })).map((turn) => ({ ...turn, call: 'wrong-tool' as const })),
	},
	{
		name: 'eleven',
		seen: '11 of 15: what the rule may have misjudged is not in the picture',
		turns: fifteen(worth(11), filler),
	},
];
