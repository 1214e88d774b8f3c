import { englishClauses, englishWords } from './english-word.ts';

/**
 * Whether an English text only acknowledges: Sure, Of course, Got it, One moment, Let me check and their like, in any
 * number and order, with any punctuation and emoji. Checking, looking or helping is filler as long as its object is
 * none or a pronoun; 'Let me look up sleep habits' and 'I'll log that' name an act. A text without words is none.
 */
export function isEnglishAcknowledgement(text: string): boolean {
	if (text.length > 2_000) return false;
	const words = englishWords(text);
	if (words.length === 0 || words.length > MAX_WORDS) return false;
	// reachable[i]: the first i words are acknowledgements, one behind the other.
	const reachable = [true];
	for (let end = 1; end <= words.length; end += 1) {
		let found = false;
		for (let start = Math.max(0, end - MAX_PHRASE_WORDS); start < end && !found; start += 1) {
			found = reachable[start] === true && PHRASE.test(words.slice(start, end).join(' '));
		}
		reachable.push(found);
	}
	return reachable[words.length] === true;
}

/** The text without the clauses at its beginning and end that only acknowledge. */
export function withoutEnglishAcknowledgements(text: string): string {
	const clauses = englishClauses(text);
	const start = clauses.findIndex((clause) => !isEnglishAcknowledgement(clause));
	const end = clauses.findLastIndex((clause) => !isEnglishAcknowledgement(clause));
	return start < 0 ? '' : clauses.slice(start, end + 1).join(' ');
}

const MAX_WORDS = 60;
const MAX_PHRASE_WORDS = 14;

/** Apostrophes are dropped from all phrases, as {@link englishWords} drops them. */
const PRAISE =
	'(?:great|good|nice|excellent|wonderful|fantastic|awesome|perfect|amazing|lovely|brilliant|cool|smart|fun)';
const PRAISED = '(?:idea|question|choice|goal|plan|point|thinking|job|start|work|call|decision|step|habit|one|news)';
const WHILE = '(?:moment|second|sec|minute|min|bit)';

const WORDS =
	'yes yeah yep yup yea ya ok okay okey okie k kk alright right sure surely certainly definitely absolutely indeed ' +
	'gladly totally naturally understood noted roger affirmative gotcha correct exactly true agreed fine done super ' +
	'thanks thx welcome hello hi hey please well so oh ooh ah aha wow yay um uh er and then now first great good nice ' +
	'excellent wonderful fantastic awesome perfect amazing lovely brilliant cool sweet interesting there';

const SAYINGS: readonly string[] = [
	...['all right', 'of course', 'sure thing', 'for sure', 'no (?:problem|worries)', 'not a problem', 'h+m+', 'm+h+m+'],
	...['(?:i )?got (?:it|that|you)', 'i(?: totally| completely)? (?:understand|see|hear you|agree)', 'okey dokey'],
	...[
		'(?:roger|copy) that',
		'(?:will|can) do',
		'you(?:ve)? got it',
		'you bet',
		'(?:its )?my pleasure',
		'with pleasure',
	],
	...[
		'(?:that |it )?(?:makes|make) sense',
		'fair enough',
		'very (?:well|good)',
		'i hear you',
		'as (?:you wish|requested)',
	],
	...[
		'(?:that |it )?sounds (?:like a plan|like fun|PRAISE)',
		'(?:thats|that is|its|it is)(?: a| an| really| very| so){0,2} PRAISE',
	],
	...['(?:(?:thats|that is|its|it is|what) )?(?:a |an |such a )?(?:really |very )?PRAISE PRAISED'],
	...[
		'thank you(?: so much| very much)?',
		'thanks (?:a lot|so much)',
		'youre (?:very )?welcome',
		'hi there',
		'hello there',
	],
	...[
		'(?:thanks|thank you) for (?:asking|sharing|waiting|telling me|letting me know|your (?:patience|question|message))',
	],
	...[
		'good (?:morning|afternoon|evening|day)',
		'(?:consider it|all) done',
		'here (?:we|you) go',
		'here it (?:is|goes)',
	],
	...['(?:just |give me )?(?:one|a|another)(?: quick)? WHILE', '(?:please )?(?:hold|hang) (?:on|tight)', 'stand by'],
	...['(?:please )?(?:wait|hold|stand by|bear with me)(?: (?:for )?(?:a|one) WHILE)?', 'right (?:away|now)', 'at once'],
	...[
		'(?:im |i am )?(?:right )?on it',
		'coming (?:right )?up',
		'lets (?:see|go|do (?:it|this|that)|get started|begin|start)',
	],
	...[
		'how (?:can|may) i (?:help|assist)(?: you)?(?: today)?',
		'is that (?:right|correct|ok|okay)',
		'as you (?:asked|said)',
	],
	...['im (?:here|ready)(?: to help)?', 'no need to worry', 'dont worry'],
];

const PRONOUN =
	'(?:it|that|this|them|those|these|everything|things|your (?:request|question|message)|the (?:request|question)|what you (?:need|asked for))';

/** Who acts: let me, I'll, I'd be happy to, while I. */
const ACTOR =
	'(?:(?:please )?(?:let|lemme)(?: me)?|lets|allow me to|ill|i (?:will|can|shall|need to|have to|should)|(?:im|i am)? ?going to|' +
	'(?:(?:id|i would|ill|i will) be |im |i am |always )?(?:(?:more than )?happy|glad|delighted) to|id (?:love|like) to|' +
	'(?:while|as) i)(?: (?:just|quickly|gladly|certainly|definitely|first|also|then|now|go ahead and)){0,2}';

const ACT = [
	...[
		'(?:double )?check(?: (?:on |into )?PRONOUN)?',
		'see(?: PRONOUN| what i can (?:do|find))?',
		'look',
		'search(?: for PRONOUN)?',
	],
	...[
		'look (?:(?:into|for|at) PRONOUN|PRONOUN up|up PRONOUN|around)',
		'(?:take|have) a(?: quick| closer)? look(?: at PRONOUN)?',
	],
	...[
		'(?:find|figure)(?: PRONOUN)?(?: out)?',
		'find out',
		'think(?: about PRONOUN)?',
		'(?:verify|confirm|process|handle|do)(?: PRONOUN)?',
	],
	...[
		'take care of PRONOUN',
		'(?:help|assist)(?: you)?(?: out)?(?: (?:with|on) PRONOUN)?',
		'get (?:PRONOUN(?: done)?|started|to (?:it|work))',
	],
	...[
		'get (?:right )?(?:on|to) PRONOUN',
		'work on PRONOUN',
		'pull PRONOUN up',
		'proceed',
		'go ahead',
		'begin',
		'start',
		'try(?: PRONOUN)?',
	],
];

const ONGOING =
	'(?:(?:im|i am|just|now|currently) ){0,2}(?:(?:double )?checking|searching|thinking|processing|working|looking|loading|getting|' +
	'handling|doing|helping|finding)(?: (?:on|into|for|at))?(?: PRONOUN)?(?: up)?';

const TAIL =
	'(?: (?:for you|right now|now|right away|first|quickly|real quick|immediately|then|again|please|today|here|a bit)){0,3}';

const PHRASE: RegExp = new RegExp(
	`^(?:${[...WORDS.split(' '), ...SAYINGS, `${ACTOR} (?:${ACT.join('|')})${TAIL}`, `${ONGOING}${TAIL}`].join('|')})$`
		.replaceAll('PRAISED', PRAISED)
		.replaceAll('PRAISE', PRAISE)
		.replaceAll('WHILE', WHILE)
		.replaceAll('PRONOUN', PRONOUN),
	'u',
);
