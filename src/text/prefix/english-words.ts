import { readRules } from '../rules.ts';
import rows from './english-words.rules.json' with { type: 'json' };

const RULES = readRules(rows);

/**
 * Whether an English text only acknowledges, praises, comforts, waits or offers: it has words, and none that not any answer
 * could say. Checking, looking or helping counts as long as nothing is named that is looked for: 'Let me look up sleep
 * habits' and 'I'll log that' name an act. A number says something.
 */
export function isEnglishAcknowledgement(text: string): boolean {
	const rest = text.replace(RULES.exclaimed, (whole, words: string) =>
		ANNOUNCES.test(spell(words)) || DOES.test(spell(words)) ? whole : ' ',
	);
	if (rest !== text && !/\p{L}/u.test(rest)) return true;
	const clauses = englishClauses(rest)
		.map((clause) => ({ clause, words: englishWords(clause) }))
		.filter(({ words }) => words.length > 0);
	return (
		clauses.length > 0 &&
		clauses.every(
			({ clause, words }) =>
				(isSocial(spell(clause)) && !/\d(?!\d*\s?%)/.test(clause)) ||
				(!isSpecific(spell(clause)) && words.every((word, index) => isGenericWord(word, words[index - 1]))),
		)
	);
}

function isSocial(clause: string): boolean {
	const { social, praise, cheer, platitude } = RULES;
	return [social, praise, cheer, platitude].some((pattern) => pattern.test(clause));
}

/** Whether a clause of common words asks for something, or says what is done or looked for. */
function isSpecific(clause: string): boolean {
	if (asksFor(clause) || RULES.act.test(clause)) return true;
	const found = ANNOUNCES.test(`${clause} `) ? RULES.object.exec(clause)?.[1] : undefined;
	return found !== undefined && !VAGUE_OBJECT.has(found.trim().split(' ').at(-1) ?? '');
}

/** Whether a clause, as `spell` writes it, asks for what the task needs. */
export function asksFor(clause: string): boolean {
	const asked = RULES.asksFor.exec(clause)?.[1];
	if (asked === undefined) return RULES.asksWhich.test(clause);
	const words = asked.split(' ');
	const isNamed = !/^an?$/.test(words[0] ?? '');
	return words.some(
		(word, index) => (isNamed && RULES.commonObject.test(word)) || !isGenericWord(word, words[index - 1]),
	);
}

/** Whether a clause announces or offers a search, and no word of it says what is looked for: 'Let me check that for you'. */
export function isBareAnnouncement(text: string): boolean {
	return englishClauses(text).some((clause) => RULES.looks.test(spell(clause)) && isEnglishAcknowledgement(clause));
}

/** The text without the clauses at its beginning and end that only acknowledge. */
export function withoutEnglishAcknowledgements(text: string): string {
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
export function isGenericWord(word: string, before: string | undefined): boolean {
	if (FORMS.has(word) || PRAISE.has(word) || (before !== undefined && PRAISE.has(before))) return true;
	if (/ly$/.test(word) && !RULES.nounInLy.test(word)) return true;
	// '9 am' has a time, 'a little time' and 'your time' have none.
	if (word === 'time') return before !== undefined && RULES.noTime.test(before);
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
	'courage effort side beside okay stuff value feedback loyalty caused wrong error mistake bad unfortunately oops whoops weird',
	'fantastic brave normal natural human nobody perfectly gentle easy easier hard harder better worse best journey milestone hero',
	'champion champ star rockstar legend friend buddy pal team teamwork strength willpower motivation motivated determination',
	'dedication consistency achievement success victory win wins winning exciting drum woohoo hurray momentum confidence attitude',
	// Waiting.
	'moment moments second seconds sec minute min tight quick quickly shortly momentarily immediately instantly almost nearly ready',
	'long longer once closer real patient anytime whenever progress underway case way day days every tomorrow new straight ahead',
	'impressive inspiring understandable remarkable outstanding terrific commendable admirable incredible magnificent productive stunning genius',
	'crunch crunching numbers drumroll fulfill fulfil submitted handled received entry update updates updating updated half battle goes nothing interested whoa mmm mouth watering allow endless',
	'peasy gimme aye bummer grind stops handled assured scare nail feat small chest free corner caring thought juggling lose losing shot promise proud giving',
	'important break sometimes fresh covered thoughts tackle health healthy wellness inquiry inquiries variety safe space changes big stronger bigger believing',
	'available dear ouch haha hehe yum yummy phew boss captain chief delicious loud clear judgment judgement beast mode sick worried music key dream trip able pleasant pass',
	'aw aww one went found having whether ah gonna dive deep sit ears never forward fingers crossed edge seat stay tuned',
	// Offering, and what is not named.
	'free anything something everything thing things assistance information info details data question questions request able possible',
	'helpful useful concern concerns hand hands guidance disposal advice assistant bot chatbot ai virtual',
	'tool tools function functions api apis result results answer response reply output system server database task tasks action actions',
	'step steps service services process backend module command instruction instructions input operation engine',
	'appropriate relevant necessary proper suitable',
);

/** With their forms in -s, -ing and -ed. */
const VERBS: ReadonlySet<string> = setOf(
	'agree know note copy bet understand see hear know sound seem make wish believe trust cheer root support keep thank appreciate share tell',
	'apologize forgive worry feel hope imagine happen wait hold hang stand bear take process load work try retry handle finish',
	'proceed begin start go come get find look search check double verify confirm pull think figure fetch retrieve gather reach leave',
	'collect access use call invoke perform execute complete generate provide prepare need want like love ask help assist let',
	'serve consider give got say mean review answer do receive connect contact initialize compile finalize submit care matter',
	'count request remember hope roll hit rock dig jump hop sort fix recover rush blame count win wonder',
	'deserve encourage inspire celebrate congratulate respond reply ensure promise aim strive guide rely count depend stay mind chat talk',
);

/** What a word may be a form of. */
export function basesOf(word: string): readonly string[] {
	const stem = /^(.{2,}?)(?:ing|ed|es|s|d)$/.exec(word)?.[1];
	if (stem === undefined) return [word];
	return [word, stem, `${stem}e`, stem.slice(0, -1), word.slice(0, -1)];
}

function setOf(...lines: readonly string[]): ReadonlySet<string> {
	return new Set(lines.flatMap((line) => line.split(' ')));
}

/** The words of an English text in lower case, contractions in one word: "I'll check 😊" gives ill, check. */
export function englishWords(text: string): readonly string[] {
	return text
		.normalize('NFC')
		.toLowerCase()
		.replace(/\bready when(?:ever)? you are\b/g, 'ready')
		.replace(/(?<=\p{L})['’ʼ＇](?=\p{L})/gu, '')
		.split(/[^\p{L}\p{M}\p{N}]+/u)
		.filter((word) => word !== '');
}

/** The clauses of a text: what stands between its marks, dashes, line ends and emoji. */
export function englishClauses(text: string): readonly string[] {
	return text
		.split(/[.!?,;:…\n–—]+|\s-+\s|\p{Extended_Pictographic}/u)
		.filter((clause) => /[\p{L}\p{N}]/u.test(clause));
}

/** What was asked for is done or reported done: 'I search for corn', 'Reading habit added'. Not 'You want it deleted'. */
export const DOES: RegExp = RULES.does;

/** What the speaker is about to do, is doing, or has done. */
export const ANNOUNCES: RegExp = RULES.announces;

/** Words with one space between them, contractions of persons spelled out. */
export function spell(text: string): string {
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
	whats: 'what is',
});

/** Objects that any answer has. */
const VAGUE_OBJECT: ReadonlySet<string> = new Set(
	'request requests question questions info information detail details data answer answers inquiry query input message issue problem concern concerns needs side behalf assistance help consent patience way best result results response output system database server tool tools function thing things something stuff bit moment minute second more wish process job rest'.split(
		' ',
	),
);
