/**
 * Whether the argument stands in the raw call as a number with a point or an exponent, or as a list with one: `5.0` is no
 * integer to BFCL, though JSON's numbers are the same. Reads `name: 5.0`, `"name": 5.0` and `name=5.0`.
 */
export function writtenAsFloat(raw: string, name: string): boolean {
	const escaped = name.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');
	const written = new RegExp(
		`(?<![\\p{L}\\p{N}_])${escaped}["'\`]?(?:<\\|"\\|>)?\\s*[:=]\\s*([-+\\d.eE,\\s[\\]]+)`,
		'u',
	).exec(raw)?.[1];
	return written !== undefined && /\d\.\d*|\d[eE][-+]?\d/u.test(written);
}
