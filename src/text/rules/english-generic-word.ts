/**
 * Whether a word, as `englishWords` writes it, is one that any answer could say: it acknowledges, praises, comforts, waits,
 * offers, speaks of the machinery, or only holds a sentence together. Words that ask (which, when, where) or refuse (can't)
 * are none; what is praised is known by the word `before` it ('great question').
 */
export function isGenericWord(word: string, before: string | undefined): boolean {
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
