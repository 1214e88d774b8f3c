import { compactText } from '../normalize-text.ts';
import { isEcho } from './echo.ts';
import { withoutEnglishAcknowledgements } from './english-acknowledgement.ts';
import { englishWords } from './english-word.ts';

/**
 * Whether an English text only gives the user's own words back, acknowledgements around them aside, whoever speaks:
 * 'You want me to log my water' echoes 'Please log my water'. A text that announces an act or reports it done
 * ('I'll log your water') is no echo of the request for it, unless the user wrote the same.
 */
export function isEnglishEcho(prose: string, userText: string, few: number): boolean {
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
