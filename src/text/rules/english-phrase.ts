/** The most words that {@link acknowledgingPhrase} is tried on: none of its phrases that people write is longer. */
export const MAX_PHRASE_WORDS = 14;

/** The words of acknowledgement, one a line or between bars, as `englishWords` writes them: without apostrophes. */
const SAYINGS = `
	yes|yeah|yep|yup|yea|ya|no|nope|ok|okay|okey|okie|okey dokey|kk?|alright|all right|right|correct|exactly|true|agreed|fine
	sure|sure thing|for sure|surely|certainly|definitely|absolutely|indeed|gladly|totally|naturally|of course|affirmative
	gotcha|understood|noted|roger|(?:roger|copy) that|(?:i )?got (?:it|that|you)|you(?:ve)? got it|you bet
	i(?: totally| completely)? (?:understand|see|agree|hear you)|i (?:can|will|do)|(?:will|can) do|as (?:you wish|requested)
	no (?:problem|worries)|not a problem|no need to worry|dont worry|(?:its )?my pleasure|with pleasure|as you (?:asked|said)
	(?:that |it )?makes sense|fair enough|very (?:well|good)|(?:that |it )?sounds (?:like (?:a plan|fun)|PRAISE)
	PRAISE|super|sweet|interesting|(?:thats|that is|its|it is)(?: a| an| really| very| so){0,2} PRAISE
	(?:(?:thats|that is|its|it is|what) )?(?:a |an |such a )?(?:really |very )?PRAISE TOPIC
	thanks|thx|thank you|thanks (?:a lot|so much)|thank you (?:so|very) much|welcome|youre (?:very )?welcome
	(?:thanks|thank you) for (?:asking|sharing|waiting|telling me|letting me know|your (?:patience|question|message))
	(?:(?:im|i am) )?(?:so |very |really )?sorry(?: to hear (?:that|this)| about (?:that|it))?|my apologies|i apologize
	hello|hi|hey|there|good (?:morning|afternoon|evening|day)|how (?:can|may) i (?:help|assist)(?: you)?(?: today)?
	(?:im|i am) (?:here|ready)(?: to help)?|is that (?:right|correct|ok|okay)
	please|well|so|oh|ooh|ah|aha|wow|yay|um|uh|er|h+m+|m+h+m+|and|then|now|first|done|(?:all|consider it) done
	(?:just |give me )?(?:one|a|another)(?: quick)? WHILE|(?:hold|hang) (?:on|tight)|stand by|bear with me
	(?:wait|hold)(?: (?:for )?(?:a|one) WHILE)?|right (?:away|now)|at once|coming (?:right )?up|(?:(?:im|i am) )?(?:right )?on it
	here (?:we|you) go|here it (?:is|goes)|here (?:is|are|you have) OBJECT|heres OBJECT
	lets (?:see|go|get started|begin|start|do (?:it|this|that))
`;

/** What one checks, looks for or helps with without checking, naming or doing anything in particular. */
const OBJECT =
	'(?:it|that|this|them|those|these|everything|things|(?:what|everything) you (?:need|asked for)|what i found|' +
	'(?:your|the|that|this) (?:request|question|message)|(?:the|that|this|some|more) (?:information|info|details)(?: you (?:need|asked for))?)';

/** Who is to act: let me, I'll, I'd be happy to, while I. */
const ACTOR =
	'(?:let me|lemme|lets|allow me to|ill|i (?:will|can|shall|need to|have to|should)|(?:(?:im|i am) )?going to|' +
	'(?:(?:id|i would|ill|i will) be |im |i am |always )?(?:(?:more than )?happy|glad|delighted) to|' +
	'(?:id|i would) (?:love|like) to|(?:while|as) i)' +
	'(?: (?:just|quickly|gladly|certainly|definitely|first|also|then|now|go ahead and)){0,2}';

const ACTS = `
	(?:double )?check(?: (?:on |into )?OBJECT)?|(?:verify|confirm|process|handle|do|try|find|figure)(?: OBJECT)?(?: out)?
	see(?: OBJECT| what i can (?:do|find))?|think(?: about OBJECT)?|search(?: for OBJECT)?|(?:take|have) a(?: quick| closer)? look(?: at OBJECT)?
	look(?: (?:into|for|at) OBJECT| OBJECT up| up OBJECT| around)?|pull OBJECT up|work on OBJECT|take care of OBJECT
	(?:help|assist)(?: you)?(?: out)?(?: (?:with|on) OBJECT)?|get (?:(?:you |right on )?OBJECT(?: done)?|started|(?:right )?to (?:it|work))
	proceed(?: with OBJECT)?|go ahead|begin|start
`;

const ONGOING =
	'(?:(?:im|i am|just|now|currently) ){0,2}(?:(?:double )?checking|searching|thinking|processing|working|looking|loading|' +
	'getting|handling|doing|helping|finding)(?: (?:on|into|for|at))?(?: OBJECT)?(?: up)?';

const TAIL =
	'(?: (?:for you|right now|now|right away|first|quickly|real quick|immediately|then|again|please|today|here|a bit)){0,3}';

const PARTS: Readonly<Record<string, string>> = {
	OBJECT,
	PRAISE: '(?:great|good|nice|excellent|wonderful|fantastic|awesome|perfect|amazing|lovely|brilliant|cool|smart|fun)',
	TOPIC: '(?:idea|question|choice|goal|plan|point|thinking|job|start|work|call|decision|step|habit|one|news)',
	WHILE: '(?:moment|second|sec|minute|min|bit)',
};

/** One phrase of acknowledgement, whole, its words with one space between them. */
export const acknowledgingPhrase: RegExp = new RegExp(
	`^(?:${alternatives(SAYINGS)}|${ACTOR} (?:${alternatives(ACTS)})${TAIL}|${ONGOING}${TAIL})$`.replaceAll(
		/[A-Z]+/g,
		(name) => PARTS[name] ?? name,
	),
	'u',
);

function alternatives(lines: string): string {
	return lines
		.trim()
		.split(/\s*\n\s*/)
		.join('|');
}
