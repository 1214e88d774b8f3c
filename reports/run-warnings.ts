import type { LogHeader } from '../src/log/record.ts';
import type { Lang } from '../src/text/text.ts';
import { type CorePart, coreParts } from './locale/core/core-text.ts';

/** What puts a run in doubt from the start, in the reader's language. */
export function runWarnings({ warnings = [] }: LogHeader, lang: Lang): readonly (readonly CorePart[])[] {
	return warnings.map((line) => coreParts(line, lang));
}
