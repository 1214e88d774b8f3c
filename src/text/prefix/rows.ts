/** One rule about a sentence or clause: its pattern, what such a text is, and texts that have it and that have not. */
export interface RuleRow {
	readonly id: string;
	/** For Korean of a sentence; for English of a clause as `spell` writes it. */
	readonly pattern: RegExp;
	/** What follows for a user who waits. */
	readonly reason: string;
	readonly yes: readonly string[];
	readonly no: readonly string[];
}

const PRAISED =
	'좋은|멋진|훌륭한|대단한|굉장한|현명한|탁월한|완벽한|뜻깊은|보람찬|특별한|소중한|값진|알찬|바람직한|근사한|최고의';

export const KOREAN_ROWS = {
	praise: {
		id: 'praise',
		pattern: new RegExp(
			`(?:^|[은는건이가거것게죠요,])\\s?(?:(?:정말로?|참|참으로|아주|매우|무척|너무|진짜|굉장히|가장|제일|또\\s하나의|하나의)\\s){0,2}(?:${PRAISED})\\s[가-힣]{1,8}(?:입니다|이에요|예요|이네요|네요|이죠|죠|이군요|군요|이십니다|이세요|이시네요|이야|야)[^가-힣]*$`,
			'u',
		),
		reason: 'praise names what the user said or does, and tells nothing new',
		yes: [
			'수면에 관심을 가지시는 건 정말 좋은 습관입니다! 👍',
			'일기 쓰기라니, 정말 멋진 생각이에요!',
			'산책은 참 좋은 선택이네요',
		],
		no: ['물은 숙면에 좋은 음료예요', '아침은 달리기에 정말 좋은 시간이에요', '좋은 습관 세 개를 찾았어요'],
	},
	help: {
		id: 'help',
		pattern:
			/(?:도와|도울|돕(?=[겠고는습도])|도움을?\s(?:좀\s)?[드주줄]|도움이\s(?:되어|돼)\s?[드줄]|지원(?:해|을)?\s?드[리릴려]|지원하겠|함께[하할해])[가-힣]{0,8}(?:\s[가-힣]{1,8}){0,2}[^가-힣]*$/u,
		reason: 'an offer of help says nothing, unless it names an act of the app and its object',
		yes: [
			'달리기 습관을 시작하는 데 도움을 드리겠습니다',
			'운동 습관 만들기를 도와드릴게요',
			'목표 달성을 도와드릴 수 있어요',
		],
		no: ['화면을 끄면 도움이 됩니다', '도움이 되는 앱을 세 개 찾았어요', '습관을 추가할게요'],
	},
	act: {
		id: 'act',
		pattern:
			/(?:찾|추가|기록|등록|예약|설정|저장|검색|조회|삭제|변경|수정|주문|전송|취소|계산|번역|요약|작성|추천|알림|알람|비교|정리|기입|입력)(?![가-힣]*(?:관리|습관))/u,
		reason: 'what the app itself can do',
		yes: ['수면에 좋은 습관을 찾는 데', '물 마시기 습관 추가를'],
		no: ['달리기 습관을 시작하는 데', '건강을 유지하시도록'],
	},
	'asks-for': {
		id: 'asks-for',
		pattern:
			/(?:[을를]|[인는을]지|(?:누구|어디|언제|얼마|몇)(?!든|나))\s?(?:[가-힣]{1,6}\s){0,2}(?:알려|말씀해|입력해|적어|써|골라|선택해|정해|지정해|남겨|보내|공유해|제공해)\s?(?:주[세시십실]|줄래|줘)/u,
		reason: 'a request that the task needs',
		yes: ['새 주소를 알려 주세요.', '몇 시인지 알려 주시겠어요?', '변경할 주소를 다시 입력해 주세요'],
		no: ['언제든지 말씀해 주세요', '궁금한 점이 있으면 알려 주세요', '주소를 알려 드릴게요'],
	},
} as const satisfies Readonly<Record<string, RuleRow>>;

const GOOD =
	'(?:great|good|nice|excellent|wonderful|fantastic|awesome|perfect|amazing|lovely|brilliant|impressive|incredible|outstanding|stellar|solid|superb|terrific|fabulous|remarkable|phenomenal|spectacular|beautiful|smart|wise|brave|bold|healthy|positive|important|admirable|commendable|worthwhile|meaningful)';
const DEED =
	'(?:job|work|effort|efforts|going|progress|thinking|decision|choice|attitude|start|achievement|accomplishment|commitment|dedication|discipline|consistency|move|call|idea|goal|plan|habit|focus|initiative|stuff|step|thing|hobby|practice|milestone|mindset|journey|one|way to (?:start|begin|end) (?:the|your) day)';
const SEARCHING =
	'(?:check|look(?:ing)? (?:up|at|for|into|through)|find|fetch|gett?|pull(?:ing)?(?: up)?|retriev|grab+|load|gather|collect|search|review|verify|view|open|read)(?:e|ing)?';
/** Nouns that any answer has, and nouns that are common and yet name something. */
const ASKED_NOUN =
	'(?:days?|times?|minutes?|hours?|entry|entries|tasks?|changes?|steps?|names?|dates?|amounts?|numbers?)';

export const ENGLISH_ROWS = {
	praise: {
		id: 'praise',
		pattern: new RegExp(
			`^(?:(?:wow|oh|ooh|and|so|well|hey|yes) )*(?:(?:what|such|that is|this is|it is|you are doing|you did|you are making|keep up the|keep up that|keep up your|a|an) )*(?:(?:really|truly|very|absolutely|so|simply|just|pretty|quite) )*${GOOD} ${DEED}\\b(?! (?:is|are|was|would|could|might|to try|for)\\b)`,
			'u',
		),
		reason: 'praise, whatever it is for',
		yes: [
			'excellent work tracking your health',
			'great job keeping up with your steps',
			'that is a wonderful goal to read more',
		],
		no: ['good habits take 66 days', 'a good habit is a glass of water first', 'a great plan for beginners'],
	},
	cheer: {
		id: 'cheer',
		pattern:
			/^(?:(?:so|and|wow|yes|oh) )*(?:way to go|well done|good for you\b|props to you|hats off|high five|go you|nicely done|good going|bravo|three cheers|keep up (?:the|that|your) )/u,
		reason: 'a cheer, whatever it is for',
		yes: ['way to go on logging your workout', 'good for you for drinking water'],
		no: ['way to the station', 'good for your heart'],
	},
	platitude: {
		id: 'platitude',
		pattern:
			/^(?!this|that|your|the )(?:[a-z]+ ){1,4}(?:is|are) (?:so|very|really|truly|super|incredibly|such an?) (?:\w+ )?(?:important|key|essential|vital|crucial|rewarding|powerful|valuable|worth it|beneficial)$/u,
		reason: 'that something is important tells nothing of it',
		yes: ['staying hydrated is so important', 'sleep is really essential'],
		no: ['sleep is important for memory', 'your meeting is really important'],
	},
	'asks-which': {
		id: 'asks-which',
		pattern: new RegExp(
			`^(?:and |so |great |okay |first )*(?:for |on |at |by |in )?(?:(?:what|which) (?:new |exact |other )?(?:${ASKED_NOUN.slice(3, -1)}|one)\\b(?! is it$)|how (?:many|much|long|often|far|late|early|old)\\b|what (?:should|shall|do you want|would you like|do you wish) (?:i |we |it |me |to |us |the )*(?:call|name|title|say|put|write|note)\\b)`,
			'u',
		),
		reason: 'a question whose answer the task needs',
		yes: ['what day works best for you', 'how many would you like', 'what should i call it'],
		no: ['what would you like', 'what can i do for you', 'how can i help'],
	},
	'asks-for': {
		id: 'asks-for',
		pattern:
			/^(?:(?:and|so|first|then|just|okay|to do (?:that|this|so)) )*(?:(?:please|kindly|could you|can you|would you|will you|would you mind) (?:please |kindly |also |just |first )*(?:provide|providing|tell me|telling me|give me|share|sharing|enter|specify|confirm|let me know|type|type in|choose|select|pick|send me|add)|(?:tell|give) me|(?:i|we) (?:will |just |also |only |still |would )*need(?: to know)?|(?:may|can|could) i (?:please )?(?:have|get|know|ask)) (?:for )?((?:the|your|a|an|which|what|how many|how much|how long|when|where|who|whose|whether)\b.*)$/u,
		reason: 'a request that the task needs, with its object',
		yes: ['please provide the new address', 'could you tell me the date', 'i just need your email address'],
		no: ['please wait', 'please let me know if you need anything', 'i need to use a tool'],
	},
	object: {
		id: 'object',
		pattern: new RegExp(
			`\\b${SEARCHING} (?:(?:on|into|in|through|up|at|for|out|over) )?(?:(?:your|my|today s|the|this|last) )((?:(?!for\\b|from\\b|of\\b|on\\b|in\\b|to\\b|and\\b|with\\b|now\\b|right\\b|so\\b|as\\b|real\\b|quickly\\b|at\\b|please\\b|today\\b|you\\b|that\\b|which\\b)[a-z]+ ?){1,3})`,
			'u',
		),
		reason: 'a search with its object says what is looked for',
		yes: ['getting your step count for today', 'let me check your tasks'],
		no: ['getting started', 'let me check', 'getting it now'],
	},
	act: {
		id: 'act',
		pattern:
			/^(?:(?:now|just|first|okay) )*(?:(?:i will|let me|let us|i am going to|going to|i can|i am) (?:now |just |quickly |go ahead and |also )*)?(?:(?:not|shar|updat|copy|count|generat|submitt|contact|call|answer)ing|(?<=(?:will|me|us|to|can|and|now|just|also|quickly) )(?:note|share|update|copy|count|generate|submit|contact|call|answer)) (?:it|this|them|those|these|that(?! (?:for|as) ))(?: |$)/u,
		reason: 'a specific act needs no object; checking, looking, helping, doing and handling do',
		yes: ['let me note that down', 'i will share it', 'updating it now'],
		no: ['i will handle it', 'let me check that', 'copy that', 'i will process that'],
	},
	'praise-of': {
		id: 'praise-of',
		pattern: new RegExp(
			`(?: (?:is|are|was|sounds like|seems like) (?:(?:always|also|really|truly|such|so|very|definitely|just) )*(?:an? )?(?:(?:really|truly|very) )?${GOOD}(?: ${DEED})?)$`,
			'u',
		),
		reason: 'praise of what the user named',
		yes: ['quitting smoking is a brave decision', 'reading more is a wonderful goal'],
		no: ['walking is good for blood pressure', 'reading is a great way to relax'],
	},
	help: {
		id: 'help',
		pattern:
			/\b(?:(?:i|we) (?:\w+ ){0,4}|let me |let us |(?:happy|glad|love|here|allow me|able|excited|ready|delighted) to )(?:help|assist|support|guide|coach|get you|work on)(?:ing)?\b(?! (?:(?:you|with|in|on|out|to|get) )*(?:find|search|look|add|log|set|book|create|track|record|schedule|write|pick|choose|calculate|convert|compare|translate|order|cancel|delete|change)(?:t?ing|s)?\b)/u,
		reason: 'an offer of help says nothing, unless it names an act of the app',
		yes: [
			'i can help you build a running habit',
			'let me help you with your running habit',
			'let us work on your sleep together',
		],
		no: ['i will help you find a journal app', 'would a feelings journal help right now'],
	},
} as const satisfies Readonly<Record<string, RuleRow>>;

/** Rules about a whole text in any language. */
export const TEXT_ROWS = {
	'json-thought': {
		id: 'json-thought',
		pattern:
			/(?<!:\s?)\{\s{0,4}["'](?:thoughts?|thinking|reasoning|analysis|scratchpad|monologue|chain_of_thought|(?:reasoning|thinking)_content)["']\s?:|["'](?:type|channel|role)["']\s?:\s?["'](?:reasoning|thinking|thoughts?|analysis|commentary)["']|\{\s{0,4}["']role["']\s?:\s?["'](?:assistant|model|user|system)["']/iu,
		reason: 'JSON of a message or thought, which a user would see',
		yes: [
			'{"thought":"a note"}I will save it.',
			'{"role":"assistant","channels":{"thought":"장보기"}}장보기 목록을 남길게요.',
		],
		no: ['{"name":"log","arguments":{"thought":"calm"}} I will log it.'],
	},
	'role-word': {
		id: 'role-word',
		pattern:
			/^(?:<[^<>\s]{1,30}>\s{0,4})?(?:assistant|model|system|user)(?:\s{0,4}[:：]|\s?(?=[가-힣A-Z]))|^(?:Assistant|Model|ASSISTANT|MODEL)\s?[:：]|(?:^|\n)[^\S\n]{0,8}(?:<[^<>\s]{1,30}>[^\S\n]{0,4})?(?:assistant|model|system|user)[^\S\n]{0,4}[:：]?[^\S\n]{0,4}(?:\n|$)/u,
		reason: 'the name of a role leaked from the template',
		yes: ['model\n장보기 목록을 남길게요.', 'assistant: I will save it.', 'modelI will save it.'],
		no: ['Model numbers start with X.', 'The model is ready.'],
	},
} as const satisfies Readonly<Record<string, RuleRow>>;

/** Objects that any answer has. */
export const VAGUE_OBJECT: ReadonlySet<string> = new Set(
	'request requests question questions info information detail details data answer answers inquiry query input message issue problem concern concerns needs side behalf assistance help consent patience way best result results response output system database server tool tools function thing things something stuff bit moment minute second more wish process job rest'.split(
		' ',
	),
);
