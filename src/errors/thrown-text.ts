import { stackLines, withoutFolders } from './error-place.ts';
import { errorType } from './error-type.ts';

/**
 * What code that gemmark did not write has thrown, in one line: `TypeError: message`, of at most 300 characters, files by
 * their name alone. Never throws itself, whatever was thrown.
 */
export function thrownText(thrown: unknown): string {
	return told(thrown, withoutFolders);
}

/** {@link thrownText} with the folders of files: for who runs that code on this machine, and for no log. */
export function thrownWithFolders(thrown: unknown): string {
	return told(thrown, (text) => text);
}

function told(thrown: unknown, shown: (text: string) => string): string {
	try {
		const said = thrown instanceof Error ? String(thrown.message) : String(thrown);
		// Cut before it is read: a message may be megabytes.
		const line = shown(said.slice(0, 4 * MOST_CHARS).replace(/[\s\p{Cc}]+/gu, ' ')).trim();
		const name = thrown instanceof Error ? errorType(thrown) : '';
		const text = [name, line].filter((part) => part !== '').join(': ') || 'nothing that can be printed';
		return (text.length > MOST_CHARS ? `${text.slice(0, MOST_CHARS - 1)}…` : text).toWellFormed();
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
