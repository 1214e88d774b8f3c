import { stackLines, withoutFolders } from './error-place.ts';
import { errorType } from './error-type.ts';

/**
 * What code that gemmark did not write has thrown, in one line: `TypeError: message`, bounded, files by their name alone.
 * Never throws itself, whatever was thrown.
 */
export function thrownText(thrown: unknown): string {
	try {
		const said = thrown instanceof Error ? String(thrown.message) : String(thrown);
		// Cut before it is read: a message may be megabytes.
		const line = withoutFolders(said.slice(0, 4 * MOST_CHARS).replace(/[\s\p{Cc}]+/gu, ' ')).trim();
		const cut = line.length > MOST_CHARS ? `${line.slice(0, MOST_CHARS)}…` : line;
		const name = thrown instanceof Error ? errorType(thrown) : '';
		return [name, cut.toWellFormed()].filter((part) => part !== '').join(': ') || 'nothing that can be printed';
	} catch {
		return 'what cannot be printed';
	}
}

/** {@link thrownText}, and in brackets where it was thrown, where that is told: `(app.ts:12:5)`. */
export function thrownPlace(thrown: unknown): string {
	const [frame] = framesOf(thrown);
	return frame === undefined ? thrownText(thrown) : `${thrownText(thrown)} (at ${frame})`;
}

const MOST_CHARS = 300;

function framesOf(thrown: unknown): readonly string[] {
	try {
		return thrown instanceof Error ? stackLines(String(thrown.stack), 1) : [];
	} catch {
		return [];
	}
}
