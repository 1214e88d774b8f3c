/**
 * Whether a text is broken rather than written: replacement characters inside a word or in several places (one at the end
 * may be an emoji that a server cut), or syllables of Hangul that hardly any Korean word has.
 */
export function isGarbled(text: string): boolean {
	return /\uFFFD[\p{L}\p{N}]|\uFFFD[^\uFFFD]+\uFFFD/u.test(text) || isRandomHangul(text);
}

/** Words such as 뷁 and 펲시 are written; several of them in a short text are not. */
const RARE_AT_LEAST = 4;

function isRandomHangul(text: string): boolean {
	const syllables = text.match(/[가-힣]/gu) ?? [];
	// Few texts come this far: the table is made for those alone.
	if (syllables.length < RARE_AT_LEAST) return false;
	common ??= commonSyllables();
	const rare = syllables.filter((syllable) => common?.has(syllable) === false).length;
	return rare >= RARE_AT_LEAST && rare * 3 >= syllables.length;
}

let common: ReadonlySet<string> | undefined;

/** The 2350 syllables of KS X 1001, by their bytes in EUC-KR: rows 0xB0 to 0xC8, cells 0xA1 to 0xFE. */
function commonSyllables(): ReadonlySet<string> {
	const bytes: number[] = [];
	for (let row = 0xb0; row <= 0xc8; row += 1) {
		for (let cell = 0xa1; cell <= 0xfe; cell += 1) bytes.push(row, cell);
	}
	return new Set(new TextDecoder('euc-kr').decode(Uint8Array.from(bytes)));
}
