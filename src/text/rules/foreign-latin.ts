/**
 * Whether words in Latin letters, as `englishWords` writes them, are of another language than English: two or more of the
 * words that hold French, German, Spanish, Italian, Portuguese or Dutch together, and more of them than of English.
 */
export function isForeignLatin(words: readonly string[]): boolean {
	const foreign = words.filter((word) => FOREIGN.has(word)).length;
	return foreign >= 2 && foreign > words.filter((word) => ENGLISH.has(word)).length;
}

/** Frequent, and no English words. */
const FOREIGN: ReadonlySet<string> = new Set(
	[
		'je vous nous il elle les une des du est et pour dans sur que qui avec votre ce cette je vais suis à être',
		'ich sie wir der das ein eine einen und ist nicht mit für auf zu ihre ihnen werde kann',
		'el los las una y es para con por su sus usted estoy voy al del más hola en qué puedo hoy',
		'gli di che per sono sto il della le mi lo un',
		'os uma é você vou seu sua não um estou',
		'het een van voor ik je naar niet zal',
	].flatMap((line) => line.split(' ')),
);

const ENGLISH: ReadonlySet<string> = new Set(
	'the a an to of and you your i is are for in on that it this with at my will can'.split(' '),
);
