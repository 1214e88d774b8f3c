import { GemmarkError } from '../../src/base/errors.ts';
import { thrownText } from '../../src/base/thrown.ts';

/** What went wrong, in one line without folders: of our own errors without what the code calls them. */
export function problemText(thrown: unknown): string {
	const text = thrownText(thrown);
	return thrown instanceof GemmarkError ? text.replace(/^\w+: /u, '') : text;
}
