/** The words of an English text in lower case, contractions in one word: "I'll check 😊" gives ill, check. */
export function englishWords(text: string): readonly string[] {
	return text
		.normalize('NFC')
		.toLowerCase()
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
