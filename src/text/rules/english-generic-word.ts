/**
 * Whether a word, as `englishWords` writes it, is one that any answer could say: it acknowledges, praises, comforts, waits,
 * offers, speaks of the machinery, or only holds a sentence together. Words that ask (which, when, where) or refuse (can't)
 * are none; what is praised is known by the word `before` it ('great question').
 */
export function isGenericWord(word: string, before: string | undefined): boolean {
	if (FORMS.has(word) || PRAISE.has(word) || (before !== undefined && PRAISE.has(before))) return true;
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
	// Acknowledging.
	'yes yeah yep yup yea ya ok okay okey okie dokey k kk alright right correct exactly true fine sure surely certainly definitely',
	'absolutely indeed gladly totally completely naturally course affirmative gotcha understood roger problem worries pleasure fair',
	'enough well done oh ooh ah aha wow yay um uh er hm hmm mhm mhmm',
	// Praising, comforting, thanking.
	'sweet interesting thx welcome sorry apologies apology hello hi hey meet proud happy glad delighted excited patience honesty',
	'hard tough difficult frustrating stressful rough sad upsetting painful alone luck best everyone everybody',
	// Waiting.
	'moment moments second seconds sec minute min bit tight quick quickly shortly immediately almost nearly ready long longer once closer real',
	'patient anytime whenever',
	// Offering, and what is not named.
	'free anything something everything thing things assistance information info details data question questions request',
	'tool tools function functions api apis result results answer response reply output system server database task action actions',
	'appropriate relevant necessary proper suitable',
);

/** With their forms in -s, -ing and -ed. */
const VERBS: ReadonlySet<string> = setOf(
	'agree note copy bet understand see hear know sound seem make wish believe trust cheer root support keep thank appreciate share tell',
	'apologize forgive worry feel hope imagine happen wait hold hang stand bear take process load work try retry handle finish',
	'proceed begin start go come get find look search check double verify confirm pull think figure fetch retrieve gather',
	'collect access use call invoke perform execute complete generate provide prepare need want like love ask help assist let',
	'serve consider give got say mean review request answer do',
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
