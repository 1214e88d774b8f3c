import { compactText, normalizeText } from '../text.ts';
import { isDegenerate, isEnglishThinking, isGarbled } from './broken.ts';
import { isEcho, type PrefixEmptiness, type PrefixMeaning, readProse } from './neutral.ts';

/**
 * Whether an English text only acknowledges, praises, comforts, waits or offers: it has words, and none that not any answer
 * could say. Checking, looking or helping counts as long as nothing is named that is looked for: 'Let me look up sleep
 * habits' and 'I'll log that' name an act. A number says something.
 */
function isEnglishAcknowledgement(text: string): boolean {
	const clauses = englishClauses(text).map(englishWords);
	return (
		clauses.some((words) => words.length > 0) &&
		clauses.every((words) => words.every((word, index) => isGenericWord(word, words[index - 1])))
	);
}

/** The text without the clauses at its beginning and end that only acknowledge. */
function withoutEnglishAcknowledgements(text: string): string {
	const clauses = englishClauses(text);
	const start = clauses.findIndex((clause) => !isEnglishAcknowledgement(clause));
	const end = clauses.findLastIndex((clause) => !isEnglishAcknowledgement(clause));
	return start < 0 ? '' : clauses.slice(start, end + 1).join(' ');
}

/**
 * Whether a word, as `englishWords` writes it, is one that any answer could say: it acknowledges, praises, comforts, waits,
 * offers, speaks of the machinery, or only holds a sentence together. Words that ask (which, when, where) or refuse (can't)
 * are none; what is praised is known by the word `before` it ('great question').
 */
function isGenericWord(word: string, before: string | undefined): boolean {
	if (FORMS.has(word) || PRAISE.has(word) || (before !== undefined && PRAISE.has(before))) return true;
	// '9 am' has a time, 'a little time' and 'your time' have none.
	if (word === 'time') return before !== undefined && /^(?:little|some|more|your|the|my)$/.test(before);
	return basesOf(word).some((base) => VERBS.has(base));
}

const PRAISE: ReadonlySet<string> = setOf(
	'great good nice excellent wonderful fantastic awesome perfect amazing lovely brilliant cool smart fun super incredible impressive',
);

/** Words without another form. */
const FORMS: ReadonlySet<string> = setOf(
	// Holding a sentence together.
	'i me my you your yours we us our it its this that these those they them he she a an the is are am was were be been being',
	'do does did have has had can could will would shall should may might must to of for in on at by with about into from up out',
	'over as and or but so if than then because while what whatever how there here all any some every more else further other',
	'please im ill ive id youre youve youd youll thats whats heres theres lets lemme dont doesnt isnt wont not no nope none one',
	'very really so such just only also too even still again now today first next already soon ever always away by',
	'before after around through without within yet though although since until both same own another each many much few several',
	'lot lots little kind bit quite rather pretty fully simply actually currently maybe perhaps back down myself yourself together',
	// Acknowledging.
	'yes yeah yep yup yea ya ok okay okey okie dokey k kk alright right correct exactly true fine sure surely certainly definitely',
	'absolutely indeed gladly totally completely naturally course affirmative gotcha understood roger problem worries pleasure fair',
	'enough well done oh ooh ah aha wow yay um uh er hm hmm mhm mhmm',
	// Praising, comforting, thanking.
	'sweet interesting thx welcome sorry apologies apology hello hi hey meet proud happy glad delighted excited patience honesty',
	'hard tough difficult frustrating stressful rough sad upsetting painful alone luck best everyone everybody thrilled pleased eager',
	'grateful honored sincerely truly deeply honestly inconvenience delay trouble congratulations congrats bravo kudos hooray strong brave',
	'courage effort side beside okay stuff',
	// Waiting.
	'moment moments second seconds sec minute min tight quick quickly shortly momentarily immediately instantly almost nearly ready',
	'long longer once closer real patient anytime whenever progress underway',
	// Offering, and what is not named.
	'free anything something everything thing things assistance information info details data question questions request able possible',
	'helpful useful concern concerns hand hands guidance disposal advice assistant bot chatbot ai virtual',
	'tool tools function functions api apis result results answer response reply output system server database task tasks action actions',
	'step steps service services process backend module command instruction instructions input operation engine',
	'appropriate relevant necessary proper suitable',
);

/** With their forms in -s, -ing and -ed. */
const VERBS: ReadonlySet<string> = setOf(
	'agree note copy bet understand see hear know sound seem make wish believe trust cheer root support keep thank appreciate share tell',
	'apologize forgive worry feel hope imagine happen wait hold hang stand bear take process load work try retry handle finish',
	'proceed begin start go come get find look search check double verify confirm pull think figure fetch retrieve gather reach leave',
	'collect access use call invoke perform execute complete generate provide prepare need want like love ask help assist let',
	'serve consider give got say mean review answer do receive connect contact initialize compile finalize submit care matter',
	'deserve encourage inspire celebrate congratulate respond reply ensure promise aim strive guide rely count depend stay mind chat talk',
);

/** What a word may be a form of. */
function basesOf(word: string): readonly string[] {
	const stem = /^(.{2,}?)(?:ing|ed|es|s|d)$/.exec(word)?.[1];
	if (stem === undefined) return [word];
	return [word, stem, `${stem}e`, stem.slice(0, -1), word.slice(0, -1)];
}

function setOf(...lines: readonly string[]): ReadonlySet<string> {
	return new Set(lines.flatMap((line) => line.split(' ')));
}

/** The words of an English text in lower case, contractions in one word: "I'll check 😊" gives ill, check. */
function englishWords(text: string): readonly string[] {
	return text
		.normalize('NFC')
		.toLowerCase()
		.replace(/(?<=\p{L})['’ʼ＇](?=\p{L})/gu, '')
		.split(/[^\p{L}\p{M}\p{N}]+/u)
		.filter((word) => word !== '');
}

/** The clauses of a text: what stands between its marks, dashes, line ends and emoji. */
function englishClauses(text: string): readonly string[] {
	return text
		.split(/[.!?,;:…\n–—]+|\s-+\s|\p{Extended_Pictographic}/u)
		.filter((clause) => /[\p{L}\p{N}]/u.test(clause));
}

/**
 * Whether an English text only gives the user's own words back, acknowledgements around them aside, whoever speaks:
 * 'You want me to log my water' echoes 'Please log my water'. A text that announces an act or reports it done
 * ('I'll log your water') is no echo of the request for it, unless the user wrote the same.
 */
function isEnglishEcho(prose: string, userText: string, few: number): boolean {
	const rest = withoutEnglishAcknowledgements(prose);
	const user = compactText(userText);
	const said = [compactText(prose), compactText(rest)];
	if (said.some((text) => text !== '' && user.includes(text))) return true;
	if (ANNOUNCES.test(spell(rest)) && !ANNOUNCES.test(spell(userText))) return false;
	return said.some((text) => isEcho(text, user, few)) || isEcho(bare(rest), bare(userText), few);
}

/** What the speaker is about to do, is doing, or has done. */
const ANNOUNCES =
	/^(?:now |just |first )?(?:(?:i will|let me|let us|lets|i am|i can|i have|going to|time to) |(?!(?:morn|even|dur|noth|someth|anyth|everyth|str|spr|th|be)ing )[a-z]{2,}ing |(?:i )?(?:just )?(?:logged|added|recorded|saved|noted|tracked|created|scheduled|updated|deleted|removed|marked|set) )/;

/** In compact form, without what frames a request ('you want me to', 'can you please'), and with one word for I and you. */
function bare(text: string): string {
	let rest = spell(text);
	// One frame may stand in another: 'so it sounds like you want me to'.
	for (let layer = 0; layer < 4; layer += 1) rest = rest.replace(OPENER, '').replace(CLOSER, '');
	return rest
		.split(' ')
		.map((word) => SAME_WORD[word] ?? word)
		.join('');
}

/** Words with one space between them, contractions of persons spelled out. */
function spell(text: string): string {
	return englishWords(text)
		.map((word) => SPELLED[word] ?? word)
		.join(' ');
}

const SPELLED: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
	im: 'i am',
	ill: 'i will',
	ive: 'i have',
	id: 'i would',
	youre: 'you are',
	youve: 'you have',
	youd: 'you would',
	youll: 'you will',
	lets: 'let us',
});

const ASKING =
	'(?:would like|want(?:s|ed)?|needs?|wish(?:es)?|ask(?:s|ed)?|(?:have|has) asked|(?:are|am|is) (?:asking|looking|trying|wanting)|said|says?|mention(?:s|ed)?|told|wrote|means?)';

const OPENER: RegExp = new RegExp(
	`^(?:${[
		...['(?:so|and|ok|okay|well|hi|hello|hey|please|just|kindly|that)', 'help me(?: to)?', 'let us'],
		`(?:do|did|would|can|could|will) you(?: (?:want|like|need|mean|please|help))?(?: (?:me|us))?(?: to)?`,
		`(?:i|you|we|(?:the )?user) ${ASKING}(?: (?:me|you|us))?(?: (?:to|for|about|that|how|whether))?`,
		...['i (?:understand|see|hear)(?: that)?', '(?:it )?(?:sounds|seems|looks) (?:like|that)'],
		'your (?:request|question|message)(?: (?:is|was))?(?: (?:to|for|about))?',
	].join('|')}) `,
);

const CLOSER = / (?:please|thanks|thank you|for (?:me|you)|right|correct|is that (?:right|correct))$/;

const SAME_WORD: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
	...{ i: 'you', me: 'you', we: 'you', us: 'you' },
	...{ my: 'your', our: 'your', mine: 'your', yours: 'your', ours: 'your', myself: 'yourself', ourselves: 'yourself' },
	...{ am: 'are', was: 'were' },
});

/**
 * Whether an English prefix says something. After NFC, trimming and the removal of markup, the first of these that
 * applies is the reason why not:
 *
 * - `empty`: nothing but white space;
 * - `degenerate`: a word or phrase over and over, or replacement characters inside of words;
 * - `filler`: only acknowledging, waiting, offering, praise, comfort and the machinery, unless it is word for word what the
 *   user wrote (that is an echo);
 * - `echo`: the user's own words, acknowledgements around them and 'You want me to' aside, be it in the first person or
 *   the second: equal to them or a part of them after dropping spaces and punctuation, at least 0.8 similar, or all of
 *   them with fewer than eight letters or digits more; not where an act is announced ('I'll log ...');
 * - `thinking`: leaked thinking, talk of 'the user' or of which tool to call;
 * - `markup`: calls, names of tools, JSON, code or tags, and fewer than eight letters beside them;
 * - `not-english`: fewer than eight Latin letters, more letters of other scripts, or another frequent language in Latin
 *   letters.
 */
export function classifyEnglishPrefix(prefix: string, userText: string): PrefixMeaning {
	const text = normalizeText(prefix);
	if (text === '') return because('empty');
	const prose = readProse(text);
	const words = englishWords(prose.text);
	if (isGarbled(text) || isDegenerate(words)) return because('degenerate');
	const filler = isEnglishAcknowledgement(prose.text);
	if (filler && compactText(prose.text) !== compactText(userText)) return because('filler');
	if (isEnglishEcho(prose.text, userText, FEW_LETTERS)) return because('echo');
	if (isEnglishThinking(text)) return because('thinking');
	if (prose.hadMarkup && prose.letters < FEW_LETTERS) return because('markup');
	const latin = prose.text.match(/\p{Script=Latin}/gu)?.length ?? 0;
	const foreign = latin < FEW_LETTERS || latin * 2 < prose.letters || isForeignLatin(words);
	return foreign ? because('not-english') : { meaningful: true };
}

/** About what the four syllables hold that the Korean rules ask for. */
const FEW_LETTERS = 8;

function because(reason: PrefixEmptiness): PrefixMeaning {
	return { meaningful: false, reason };
}

/**
 * Whether words in Latin letters, as `englishWords` writes them, are of another language than English: two or more of the
 * words that hold French, German, Spanish, Italian, Portuguese or Dutch together, and more of them than of English.
 */
function isForeignLatin(words: readonly string[]): boolean {
	const foreign = words.filter((word) => FOREIGN.has(word)).length;
	return foreign >= 2 && foreign > words.filter((word) => ENGLISH.has(word)).length;
}

/** Frequent, and no English words. */
const FOREIGN: ReadonlySet<string> = new Set(
	[
		'je vous nous il elle les une des du est et pour dans sur que qui avec votre ce cette je vais suis à être',
		'ich sie wir der das ein eine einen und ist nicht mit für auf zu ihre ihnen werde kann',
		'el los las una y es para con por su sus usted estoy voy al del más hola en qué puedo hoy',
		'gli di che per sono sto il della le mi lo un',
		'os uma é você vou seu sua não um estou',
		'het een van voor ik je naar niet zal',
	].flatMap((line) => line.split(' ')),
);

const ENGLISH: ReadonlySet<string> = new Set(
	'the a an to of and you your i is are for in on that it this with at my will can'.split(' '),
);
