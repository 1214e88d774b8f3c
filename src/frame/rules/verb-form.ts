import { BATCHIM, finalConsonant } from '../../text/korean/hangul.ts';

/**
 * Whether a word can be a form of a Korean verb, judged by its ending; `after` is the word behind it. Made for the
 * word behind 안, where little else stands: a noun in the nominative or with a case particle is told apart, a bare
 * noun only by its final sound.
 */
export function isVerbForm(word: string, after: string | undefined): boolean {
	if (/(?:에서|에게|에|으로|의|를|과|랑|부터|까지|쪽|님|씨|처럼|이)$/.test(word)) return false;
	if (word.endsWith('가')) return /^(?:|나|들어|돌아|올라|내려|걸어|다녀)가$|[는은한인]가$/.test(word);
	if (word.endsWith('와')) return /^(?:|나|들어|돌아|올라|내려|다녀|가져|데려|사|도)와$/.test(word);
	if (word.endsWith('로')) return word.endsWith('기로');
	if (word.endsWith('도')) return /(?:[아어여해봐가와돼려켜져써셔워]|기|서|지)도$/.test(word);
	if (word.endsWith('만')) return /[기지]만$/.test(word);
	if (/(?:길|[을를]래|할래)$/.test(word)) return true;
	const batchim = finalConsonant(word);
	if (batchim === BATCHIM.rieul) return after !== undefined && DEPENDENT_NOUN.test(after);
	if (batchim === BATCHIM.nieun || batchim === BATCHIM.mieum || batchim === BATCHIM.ssangsiot) return true;
	return FINAL_SYLLABLE.test(word);
}

/** What follows the adnominal -ㄹ: 먹을 때, 먹을 것. */
const DEPENDENT_NOUN =
	/^(?:때|수|것|거|게|걸|건|겁|정도|만큼|뿐|생각|예정|계획|작정|순간|경우|테|텐|필요|사람|리|줄|일|날|바|듯)/;

/** Last syllables of verb forms: -다, -고, -면 ... and the contracted -아/-어 forms. */
const FINAL_SYLLABLE =
	/[다고면며지자요죠서니려게든데네라까야구록나기해돼봐써줘아어여켜펴져쳐려러셔워둬꺼떠커사타쉬차마걸거래]$/;
