import { readRules } from '../rules.ts';
import { compactText, normalizeText } from '../text.ts';
import { isDegenerate, isEnglishThinking, isGarbled, isSalad } from './broken.ts';
import rows from './english.rules.json' with { type: 'json' };
import english from './english-words.rules.json' with { type: 'json' };
import {
	ANNOUNCES,
	asksFor,
	basesOf,
	DOES,
	englishClauses,
	englishWords,
	isBareAnnouncement,
	isEnglishAcknowledgement,
	isGenericWord,
	spell,
	withoutEnglishAcknowledgements,
} from './english-words.ts';
import leaks from './leaks.rules.json' with { type: 'json' };
import { isEcho, type PrefixEmptiness, type PrefixMeaning, readProse } from './neutral.ts';

const RULES = readRules(rows);
const LEAKS = readRules(leaks);

/**
 * Whether an English text only gives the user's own words back, acknowledgements around them aside, whoever speaks:
 * 'You want me to log my water' echoes 'Please log my water'. A text that announces an act or reports it done
 * ('I'll log your water') is no echo of the request for it, unless the user wrote the same.
 */
function isEnglishEcho(prose: string, userText: string, few: number): boolean {
	const rest = withoutEnglishAcknowledgements(prose);
	const user = compactText(userText);
	// 'Yes, the library is open' answers with the words of the question.
	if (
		rest !== '' &&
		/^(?:yes|no|yeah|nope)\b/i.test(prose) &&
		/^(?:is|are|was|were|do|does|did|has|have)\b.*\?/i.test(userText)
	)
		return false;
	const said = [compactText(prose), compactText(rest)];
	if (said.some((text) => text !== '' && user.includes(text))) return true;
	if (ANNOUNCES.test(spell(rest)) && !ANNOUNCES.test(spell(userText)) && !HELP.test(spell(rest))) return false;
	return (
		said.some((text) => isEcho(text, user, few)) || isEcho(bare(rest), bare(userText), few) || restates(prose, userText)
	);
}

/**
 * Whether every word is the user's own or one that any answer could say: 'You're having trouble sleeping' of 'I can't sleep'.
 * After 'you want' or 'you asked' one may be another: 'You want to know if you may drink coffee'.
 */
function restates(prose: string, userText: string): boolean {
	const words = englishWords(userText);
	const known = new Set(words.flatMap(keysOf));
	const deniedBefore = words.some((word) => RULES.denying.test(word));
	const clauses = englishClauses(prose).filter((clause) => !isEnglishAcknowledgement(clause));
	return (
		clauses.length > 0 &&
		clauses.every((clause) => {
			const spelt = spell(clause);
			const said = englishWords(clause);
			if (RULES.saysMore.test(spelt) || asksFor(spelt)) return false;
			const helps = HELP.test(spelt);
			if (!helps && (ANNOUNCES.test(spelt) || DOES.test(spelt))) return false;
			// 'Eggs are quick' says of them what the user did not, also in a word of praise.
			const quality = RULES.quality.exec(spelt)?.[1];
			if (quality !== undefined && !known.has(quality)) return false;
			if (!deniedBefore && said.some((word) => RULES.denying.test(word))) return false;
			const praises = PRAISE_OF.test(spelt);
			const about = praises ? englishWords(spelt.replace(PRAISE_OF, '')) : said;
			const fresh = about.filter(
				(word, at) => !isGenericWord(word, about[at - 1]) && !keysOf(word).some((key) => known.has(key)),
			);
			if (praises) return fresh.length <= 1 && fresh.length < about.length;
			return fresh.length <= (helps ? 2 : RULES.asked.test(spelt) ? 1 : 0) && !fresh.some((word) => /\d/.test(word));
		})
	);
}

const { praiseOf: PRAISE_OF, help: HELP } = readRules(english);

/** By what two forms of a word are known as one: 'compare' and 'comparison', 'three' and '3'. */
function keysOf(word: string): readonly string[] {
	const number = NUMBERS.indexOf(word);
	return [...basesOf(word), number < 0 ? word.slice(0, 6) : `${number}`];
}

const NUMBERS: readonly string[] = 'zero one two three four five six seven eight nine ten'.split(' ');

/** In compact form, without what frames a request ('you want me to', 'can you please'), and with one word for I and you. */
function bare(text: string): string {
	let rest = spell(text);
	// One frame may stand in another: 'so it sounds like you want me to'.
	for (let layer = 0; layer < 4; layer += 1) rest = rest.replace(RULES.opener, '').replace(RULES.closer, '');
	return rest
		.split(' ')
		.map((word) => SAME_WORD[word] ?? word)
		.join('');
}

const SAME_WORD: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
	i: 'you',
	me: 'you',
	we: 'you',
	us: 'you',
	my: 'your',
	our: 'your',
	mine: 'your',
	yours: 'your',
	ours: 'your',
	myself: 'yourself',
	ourselves: 'yourself',
	am: 'are',
	was: 'were',
});

/**
 * Whether an English prefix says something. After NFC, trimming and the removal of markup, the first of these that
 * applies is the reason why not:
 *
 * - `empty`: nothing but white space;
 * - `degenerate`: a word or phrase over and over, or replacement characters inside of words;
 * - `filler`: only acknowledging, waiting, offering, praise, comfort and the machinery, unless it is word for word what the
 *   user wrote (that is an echo);
 * - `bare-announcement`: filler or echo, and a search is announced without what is looked for: 'Let me check that for you';
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
	if (isGarbled(text) || isSalad(text, 'Latin') || isDegenerate(words) || /(\p{L}{2,6})\1{3}/u.test(text)) {
		return because('degenerate');
	}
	if (LEAKS.jsonThought.test(text)) return because('markup');
	const bare =
		isBareAnnouncement(prose.text) && !compactText(userText).includes(compactText(prose.text)) && 'bare-announcement';
	const filler = isEnglishAcknowledgement(prose.text);
	if (filler && compactText(prose.text) !== compactText(userText)) return because(bare || 'filler');
	if (isEnglishEcho(prose.text, userText, FEW_LETTERS)) return because(bare || 'echo');
	if (isEnglishThinking(text)) return because('thinking');
	if (prose.hadMarkup && (prose.letters < FEW_LETTERS || isFragment(prose.text, words))) return because('markup');
	if (LEAKS.roleWord.test(text)) return because('thinking');
	const latin = prose.text.match(/\p{Script=Latin}/gu)?.length ?? 0;
	const foreign = latin < FEW_LETTERS || latin * 2 < prose.letters || isForeignLatin(words);
	return foreign ? because('not-english') : { meaningful: true };
}

/** A few words without a predicate or a number: beside markup they are an argument that was left of it. */
function isFragment(prose: string, words: readonly string[]): boolean {
	return words.length <= 4 && !/[.?!\d]/.test(prose) && !ANNOUNCES.test(`${spell(prose)} `);
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
		'je vous nous ce cette vos nos mes ma sa maintenant fait très pas mais avez voici il elle les une des du est et pour dans sur que qui avec votre ce cette je vais suis à être',
		'ich sie wir der das ein wird heute noch dich mich deine deinen jetzt hier gern bitte habe aber wenn auch bei nach kein sind war eine einen und ist nicht mit für auf zu ihre ihnen werde kann',
		'el los las una y es para con por su sus usted estoy voy al del más hola en qué puedo hoy está muy pero este una aquí',
		'gli di che per sono sto il della le mi lo un è molto oggi ecco questo',
		'os uma é você vou seu sua não um estou está muito aqui hoje',
		'het een van voor ik je naar niet zal',
	].flatMap((line) => line.split(' ')),
);

const ENGLISH: ReadonlySet<string> = new Set(
	'the a an to of and you your i is are for in on that it this with at my will can'.split(' '),
);
