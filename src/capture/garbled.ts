import { cp949Bytes } from '../base/read-file.ts';

/**
 * Whether a shell has garbled Korean text: UTF-8 that was decoded as CP949, as a Korean PowerShell does with the output of
 * adb, or bytes that were no UTF-8, which leave U+FFFD. Source: johndcook.com/blog/2008/08/25/powershell-output-redirection.
 */
export function isGarbled(text: string): boolean {
	const foreign = Array.from(text).filter((char) => char > '\u007f');
	if (foreign.length < FEWEST) return false;
	if (foreign.filter((char) => char === '\ufffd').length > foreign.length / 5) return true;
	cp949 ??= cp949Bytes();
	const bytes = foreign.flatMap((char) => cp949?.get(char) ?? []);
	// Of Hangul in UTF-8 one byte in three is EA to ED, and the others are 80 to BF; a pair that CP949 does not have is lost.
	const leads = bytes.filter((byte) => byte >= 0xea && byte <= 0xed).length;
	const others = bytes.filter((byte) => byte < 0xc0).length;
	return bytes.length >= 2 * FEWEST && leads > bytes.length / 10 && leads + others > bytes.length * 0.85;
}

/** Fewer characters may look like anything. */
const FEWEST = 4;

let cp949: ReadonlyMap<string, readonly [number, number]> | undefined;
