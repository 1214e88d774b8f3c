import { type AvoidanceKind, type AvoidanceSpan, findAvoidance, inOrder } from './avoidance.ts';
import { findConditions } from './shape.ts';

/**
 * The hard-avoid expressions in what a frame says one does: those of `findAvoidance` that stand in no condition, concession
 * or purpose ('잠이 안 올 때', '끝나지 않아도', '잊지 않도록 적는다'), and predicates of restraint. In order, without overlaps; for
 * a text in NFC.
 */
export function findMainAvoidance(text: string): readonly AvoidanceSpan[] {
	const before = known.get(text);
	if (before !== undefined) return before;
	if (known.size === MOST_KNOWN) known.clear();
	const spans = mainAvoidance(text);
	known.set(text, spans);
	return spans;
}

/** Models say the same frames again and again, and every report judges them. */
const known = new Map<string, readonly AvoidanceSpan[]>();
const MOST_KNOWN = 10_000;

function mainAvoidance(text: string): readonly AvoidanceSpan[] {
	const conditions = findConditions(text).map(({ end }) => end);
	let next = 0;
	return inOrder([...findAvoidance(text), ...findRestraint(text), ...findForeignNegation(text)]).filter((span) => {
		const words = text.slice(span.start, span.end);
		const after = text.slice(span.end, span.end + 12);
		if (/^\s*모르/.test(after)) return false;
		if (
			CONCESSION.test(words.slice(-16)) ||
			(PURPOSE.test(words.slice(-16)) && !/^\s*(?:[한하할했해함합만])/.test(after))
		)
			return false;
		if (isPositiveNegation(span, words, text)) return false;
		if (span.kind === 'ban' && NAMED_BAN.test(text.slice(span.start, span.end + 12))) return false;
		// Spans come in order, and what the nearest condition does not hold none behind it does.
		while (next < conditions.length && (conditions[next] ?? 0) < span.end) next += 1;
		const end = conditions[next];
		return end === undefined || !isWithin(text.slice(span.start, end), words, text, span.start);
	});
}

/**
 * Whether words of avoidance belong to the condition that ends behind them. Not across a sign, not where they say who one
 * is, and not where they are an act of their own before it: '술은 안 마시고 잔이 비면', against '잠이 안 오고 뒤척일 때'.
 */
function isWithin(toCondition: string, words: string, text: string, start: number): boolean {
	if (/[.!?;,\n]/.test(toCondition)) return false;
	if (/^[가-힣]*\s?(?:사람|인간)/.test(toCondition.slice(words.length).trimStart())) return false;
	if (!/[고며]$/.test(words) || /^\s*(?:나서|나면|난|있|싶)/.test(toCondition.slice(words.length))) return true;
	const before = /([가-힣]+)\s*$/.exec(text.slice(Math.max(0, start - 24), start))?.[1] ?? '';
	return !/[을를은는도]$/.test(before) && !/^[말않]|지\s?[는도를]?\s?(?:말|않)/.test(words);
}

const CONCESSION =
	/(?:않|못하|않았|안[가-힣\s]{1,10})(?:아도|더라도|을지라도)$|^안\s?[가-힣]{0,10}(?:[어아여해돼나워려와봐가써커파져]도|더라도)$/;

const PURPOSE = /(?:않|못하)(?:도록|게)$/;

/**
 * Negation that says something good: a failing that one does not have, before an act or as what one is ('쉬지 않고 읽는다',
 * '참지 않고 마신다', '포기하지 않는 사람'), and a quality of a thing ('흔들리지 않는 마음을 가꾸는', '짜지 않은 국'). Not an
 * act that is left undone ('술을 마시지 않는 밤'), and no temptation that is withstood ('유혹에 흔들리지 않는').
 */
function isPositiveNegation({ kind, start, end }: AvoidanceSpan, words: string, text: string): boolean {
	const before = text.slice(Math.max(0, start - 24), start);
	const after = text.slice(end, end + 40);
	if ((kind !== 'long-negation' && kind !== 'prohibition') || TEMPTATION.test(before)) return false;
	const [, stem = '', ending = ''] = /^([가-힣]+?)지[도는를]?\s*(않|말)/.test(words) ? (NEGATED.exec(words) ?? []) : [];
	if (/^(?:고|으며|면서)$/.test(ending))
		return (LAPSE.test(stem) || HOLDING_BACK.test(stem)) && /^[\s,]*[가-힣\d]/.test(after);
	if (!/^[는은]$/.test(ending) || /^\s*(?:(?:것|거|게|채|편|날)(?=[이을은를도다\s]|$)|$)/.test(after)) return false;
	if (
		LAPSE.test(stem) ||
		(ending === '은' && /[넣섞]$|첨가하$/.test(stem)) ||
		/(?:허투루|헛되이|대충|소홀히|함부로|끝까지)\s*$/.test(before)
	)
		return true;
	const ofPerson = /^\s*(?:사람|인간)|^\s*[가-힣]+(?:이다|입니다|이에요|예요|[가자너]다)/.test(after);
	return !ofPerson && (ending === '은' || STATE.test(stem)) && !/[을를]\s*(?:[가-힣]{1,3}\s)?$/.test(before);
}

const NEGATED = /^([가-힣]+?)지[도는를]?\s*(?:않|말)([가-힣]*)$/;

/** Ceasing, giving way, forgetting: whoever does not do them keeps at it. */
const LAPSE =
	/(?:^|[가-힣])(?:쉬|지치|멈추|그치|끊이|끊기|굴하|굴복하|꺾이|포기하|빠지|빠뜨리|빼먹|빼놓|거르|건너뛰|흔들리|무너지|쓰러지|넘어지|시들|식|마르|변하|잊|까먹|놓치|두려워하|무서워하|겁내|주눅\s?들|좌절하|물러서|주저앉|휘둘리|휩쓸리|뒤처지|게을리하|중단하|그만두|끝나|타협하|잃|녹슬|닳|뒤척이|주춤하)$/;

/** Holding back what does good: drinking, saying, beginning. */
const HOLDING_BACK =
	/(?:^|[가-힣])(?:참|버티|견디|굶|미루|망설이|주저하|머뭇거리|꾸물거리|뜸\s?들이|아끼|억누르|누르|담아두|두|쌓아두|숨기|감추|외면하|피하|내버려두|방치하|놔두|도망치|달아나|회피하|삼키|끙끙대|끙끙거리|끙끙\s?앓|앓|재|따지|고민하|주춤하|겁먹|부끄러워하|뭉그적대|꾸물대|지나치|혼자\s?앓)$/;

/** What a thing is or undergoes. */
const STATE =
	/(?:[가-힣](?<![만던가따])지|[가-힣]리|막히|밀리|닿|나|들|남|무리하|후회하|서두르|(?<!흡연|음주|폭식|과식|과음|군것질|야식|욕|게임|도박|쇼핑|주문|배달|간식|말|먹)하|아프|무겁|넘치|부끄럽|치우치|모자라|부족하|질리|상하|다치|낡|늙|붓|굳)$/;

const TEMPTATION = /(?:유혹|충동|욕구|식욕|갈망|담배|술|야식|도박|게임)[가-힣]{0,4}\s*(?:앞에서[도는]?\s*)?$/;

/** A ban that is only named: '출입 금지 구역', '금지된 장난', '금지옥엽'. */
const NAMED_BAN = /^금지(?:옥엽|[된되될]|\s?(?:구역|표지|표시|안내|목록|장소|식품|품목|조항|법))/;

/**
 * Predicates that avoid without a word of negation, in a text in NFC: 못 먹는다, 그만 마신다, 멈춘다, 삼간다, 피한다, 벗어난
 * 사람, 금연한다. Only as what the sentence says in the end, or as what makes a person ('벗어난 사람'): 'TV를 멈추고 책을 편다'
 * makes room for an act.
 */
function findRestraint(text: string): readonly AvoidanceSpan[] {
	return RESTRAINTS.flatMap(({ pattern, kind, unless, ends }) =>
		Array.from(text.matchAll(pattern))
			.map((match) => ({ start: match.index, end: match.index + match[0].length, kind }))
			.filter(({ start, end }) => {
				const before = text.slice(Math.max(0, start - 16), start);
				return (
					(ends === true || isPredicate(text.slice(start, end), text.slice(end, end + 16))) &&
					unless?.test(before) !== true
				);
			}),
	);
}

interface Restraint {
	readonly pattern: RegExp;
	readonly kind: AvoidanceKind;
	/** What stands before it where it avoids nothing. */
	readonly unless?: RegExp;
	/** The pattern itself says that it is the predicate. */
	readonly ends?: true;
}

/** The stem and whatever ending it has; `isPredicate` looks at the ending. */
const RESTRAINTS: readonly Restraint[] = [
	{ pattern: /(?<![가-힣])[꾹잘못]{0,2}참(?:겠|죠|네요|으[려련])[가-힣]*/g, kind: 'endurance' },
	{
		pattern: /(?<![가-힣])(?:억누[르른를릅]|억눌[러렀]|견[디딘딜딥뎌뎠]|버[티틴틸팁텨텼])[가-힣]*/g,
		kind: 'endurance',
		// A plank is held, too.
		unless: /(?:[초분]|자세|플랭크)[가-힣]{0,2}\s$/,
	},
	{
		pattern:
			/(?:유혹|충동|욕구|식욕|허기|배고픔|갈증)[을를에]?\s(?:[가-힣]{1,3}\s)?(?:뿌리[치친칩쳐쳤]|물리[치친칩쳐쳤]|이[기긴깁겨겼]|떨[치친쳐쳤]|외면|저항)[가-힣]*/g,
		kind: 'endurance',
	},
	{
		pattern: /(?<![가-힣])못(?!지않|다|내|난|된|생긴|말리|\s?박)\s?[가-힣]+(?:\s(?:하게|하도록))?/g,
		kind: 'short-negation',
		unless: /(?:잘|에|가)$/,
	},
	{ pattern: /[가-힣]{1,10}[지진질][는도를]?\s?못[하한할합해했][가-힣]*/g, kind: 'long-negation' },
	// 먹는 일이 없게 한다, 피울 수 없는 사람
	{ pattern: /[가-힣]{1,10}(?:는\s?(?:일|적|법)이?|\s수[가는도]?)\s?없[가-힣]*/g, kind: 'long-negation' },
	{
		pattern:
			/(?<![가-힣])그만\s?(?!큼|의|두|둔|둘|둠|둬|뒀|둡|자|잔|일어|쉬|쉰|눕|누워|가|간)[하한할합해했먹마피보본봐사산쓰쓴켜켠시]?[가-힣]*/g,
		kind: 'quitting',
	},
	{
		pattern: /(?<![가-힣])(?:멈[추춘출춥춰췄]|때려치[우운]|집어치[우운]|중단|중지)[가-힣]*/g,
		kind: 'quitting',
		unless: /(?:앞에서|서서|자리에)\s$/,
	},
	{
		pattern:
			/(?:에서|으로부터|로부터|을|를)\s(?:완전히\s|이미\s)?(?:벗어[나난날납났]|탈출|졸업|해방|자유[롭로]|손\s?[떼뗀뗄뗍뗐]|손을\s[떼뗀뗄뗍뗐]|발을\s[빼뺀뺄뺐끊])[가-힣]*/g,
		kind: 'quitting',
		unless: /(?:의자|자리|책상|침대|소파|이불|방|집|학교|대학|대학원|과정|키보드|마우스|핸들)$/,
	},
	{ pattern: /(?<![가-힣])(?:작별|이별|결별|손절|절교)(?:[하한할합해했][가-힣]*)/g, kind: 'quitting' },
	{
		pattern:
			/(?<![가-힣])(?:삼[가간갈갑갔]|자제|절제|억제|단념|포기|제한|멀리[하한할합해했]|외면|불참|금물|사절|보류|불가)[가-힣]*/g,
		kind: 'ban',
	},
	// Loanwords: '담배는 패스한다', '카페인 제로', '노!'.
	{
		pattern:
			/(?<![가-힣])(?:패스|스킵|스톱|스탑|컷|아웃|오프|NG|바이바이|굿바이|노노+|노\s?땡큐|노|네버|제로|프리|노\s?(?:알코올|알콜|카페인|슈가|스모킹|스마트폰|커피|야식|게임))(?:\s?[하한할합해했][가-힣]*|[을를]\s(?:실천|지키|고수)[가-힣]*|라고|(?:이?다|입니다|예요|이에요)(?![가-힣])|로\s(?:산|살|사는|지내)[가-힣]*|(?=['’"”]?\s*[.!~]*\s*$)|['’"”]\s?(?:하고|라고))|(?<![가-힣])(?:굿바이|바이바이)\s[가-힣]+|(?<=[면에는때]\s)노\s[가-힣]{1,4}(?=\s*[.!~]*$)|프리\s?(?:라이프|생활|데이)[를을]?\s?[가-힣]*/g,
		kind: 'ban',
		unless: /(?:공|볼)[을를]\s$/,
		ends: true,
	},
	// Who one is by what one does not do.
	{
		pattern:
			/(?<![가-힣])(?:(?:[비무]흡연|[비무]음주|논스모|금연|금주|단주|절주|금욕)(?:주의자|[자가인커])(?=으?로|다|입|이|예|라|답|의|\s*[.!~]*$)|(?:논|노|무|탈)\s?[가-힣]{2,4}(?:\s?주의자|러(?=다|입|예|야))|노담|(?:금연|금주|단주|절주|금욕)[을를에]?\s(?:실천|이어|지키|유지|성공|계속)[가-힣]*|(?:금연|금주|단주|절주|금욕)(?:이다|입니다|이에요)(?![가-힣])|(?:금연|금주|단주|절주|금욕)\s(?:중|실천가|성공자|선언자|\d{1,4}\s?[가-힣]{1,2}\s?[차째]))[가-힣]*(?:\s(?:산|삽|살아|지내|지낸)[가-힣]*)?/g,
		kind: 'ban',
	},
	// 담배와 거리를 둔다, 술 없이 산다
	{
		pattern:
			/[와과]\s(?:거리[를]?\s?[두둔둘둠둡뒀]|담[을]?\s?쌓|등[을]?\s?돌)[가-힣]*|[에와과]\s선을?\s[긋그][가-힣]*|(?:아니[오요]|됐다|싫다)['’"”]?\s?(?:라?고)\s(?:말|답|대답|외)[한합해친칩쳐][가-힣]*|입을\s다[무문물뭅][가-힣]*|에서\s그[치친칩쳐][가-힣]*|그\s자리[를에]서?\s(?:바로\s)?(?:떠[나난납]|뜬|뜹|벗어[나난납])[가-힣]*/g,
		kind: 'ban',
	},
	{
		pattern:
			/(?<![가-힣])[가-힣]{1,10}\s없이\s?(?:사[는]|산다|삽니다|살아|지내|지낸|지냅|보내|보낸|보냅|버[티틴팁])[가-힣]*/g,
		kind: 'ban',
	},
	{
		pattern: /(?<![가-힣])(?:피[하한할합해했]|차단|거부|거절|사양)[가-힣]*/g,
		kind: 'ban',
		unless: /(?:비|눈|햇빛|햇볕|더위|추위|소음|빛|바람|차|자리)[를을]?\s(?:[가-힣]{1,3}\s)?$/,
	},
	{
		pattern:
			/(?:마음|생각|화|욕심)[을를]\s(?:꾹\s)?누[르른릅][가-힣]*|(?<![을를]\s)(?<![가-힣])(?:지나[친칩쳐]|삼[킨킵켜])[가-힣]*/g,
		kind: 'endurance',
	},
	{ pattern: /(?:눈길|시선|고개|발길)[을를]\s돌[린립려렸][가-힣]*/g, kind: 'ban', unless: /(?:로|쪽)\s$/ },
	{ pattern: /(?:스스로|접속|사용|이용|충동|유혹)[을를]?\s(?:스스로\s)?막[는습을았아][가-힣]*/g, kind: 'ban' },
	{ pattern: /(?<![가-힣])(?:거[른르]|건너[뛰뛴뜁]|굶[는기습]|생략|손을\s거[두둔둡뒀])[가-힣]*/g, kind: 'ban' },
	{
		pattern: /(?<![가-힣])(?:금연|금주|단주|절주|금식|금욕|절연)(?:[하한할합해했][가-힣]*|(?=\s*[.!~]*\s*$))/g,
		kind: 'ban',
	},
];

/** Whether a word ends its sentence, or makes a person or a plan of what it says. */
function isPredicate(word: string, after: string): boolean {
	const rest = after.trimStart();
	if (/며$/.test(word) && CARRYING.test(rest)) return true;
	if (/^[가-힣]*\s?(?:사람|인간)/.test(rest)) return !/[고며게]$/.test(word);
	// 자제할 줄 아는 사람, 절제할 수 있는 사람
	if (/^(?:줄[을도]?\s?[아안알압]|수\s?있)/.test(rest)) return true;
	if (/^(?:것|거|게|걸|예정|계획|작정|생각|편|습관|버릇|연습)/.test(rest)) return /[ㄹ-ㅎ가-힣]$/.test(word);
	if (FINAL.test(word) && (rest === '' || /^[^가-힣]/.test(rest))) return true;
	if (/(?:[아어여해겨뎌텨]서?)$/.test(word) && CARRYING.test(rest)) return true;
	if (/(?:고|며)$/.test(word)) return DEMANDING.test(word);
	return /(?:기로|려고|도록|게|지|고자)$/.test(word) && /^(?:한|하|할|함|합|해|했|만든|만들|않)/.test(rest);
}

/**
 * Negation and refusal in English, Japanese or Chinese letters, in a text in NFC: 'NO', "I don't smoke", 'Stop drinking', 禁酒. Not
 * what only names one ('no라는 말을'), stands in an English condition, or says that one goes on ('never give up').
 */
function findForeignNegation(text: string): readonly AvoidanceSpan[] {
	return Array.from(text.matchAll(FOREIGN), (match): AvoidanceSpan => {
		return { start: match.index, end: match.index + match[0].length, kind: 'prohibition' };
	}).filter(({ start, end }) => {
		const before =
			text
				.slice(Math.max(0, start - 80), start)
				.split(/[,.!?\n]/)
				.at(-1) ?? '';
		if (/\b(?:when|whenever|if|after|before|once|while|as soon as)\b/i.test(before)) return false;
		return !/^['"’”)]*\s?(?:라는|란|matter|longer than|more than|problem|pain)/i.test(text.slice(end, end + 16));
	});
}

const FOREIGN =
	/(?<![A-Za-z]|never |not |n['’]t )(?:(?:do|does|will|wo|ca|can|is|are|am)(?:n['’]t|n?not| not)|never|no(?!\.\s?\d)|not|nope|stop(?:s|ped|ping)?|quit(?:s|ting)?|avoid(?:s|ed|ing)?|skip(?:s|ped|ping)?|refuse[sd]?|resist(?:s|ed|ing)?|ban(?:s|ned)?|refrain|abstain|g[ai]ve(?:n|s)? up|cut(?:s|ting)? out|stay(?:s|ed|ing)? away|(?:live|go|do) without|done with|free from|non-?(?:smoker|drinker)|(?:smoke|alcohol|sugar|caffeine)-free)(?![A-Za-z])(?!\s(?:give|gives|giving|quit|stop|stops|miss|misses|skip|skips|forget|forgets|fail|fails)\b)|ストップ|やめ|[しわまべ]ない|ません|[禁戒][煙酒烟食]|不[喝吃抽]/gi;

/** Endings of a main clause, and nothing behind a noun. */
const FINAL =
	/(?:다|요|자|기|음|함|죠|지|래|게|네|야|까|해|라|만|춤|둠|감|한|어|아|겠)$|^(?:금[가-힣]|절[가-힣]|단주)|^그만$|(?:자제|중단|중지|포기|절제|제한|차단|거절|금물|사절|보류|불참|불가|생략|노담|[가자인커])$/;

/** Verbs of going and living that only carry the one before them: 피해 간다, 피해서 걷는다, 멀리하며 지낸다, 이겨 낸다. */
const CARRYING =
	/^(?:돌아|지나|넘어)?\s?(?:가|간|갑|갈|다[니닌닙닐]|걷|걸|지[나난납내낸냅]|사는|산다|삽|내|낸|냅)[가-힣]*(?:\s사람[가-힣]*)?[^가-힣]*$/;

/** Avoidance that is an act of its own, also with another behind it: '술을 멀리하고 물을 마신다'. */
const DEMANDING = /^(?:삼가|자제|절제|억제|멀리|그만|참|억누)/;
