import type { Phrase } from '../phrase.ts';
import { RUN_PHRASES } from './run-phrases.ts';
import { OWN_CODE_PHRASES, SCORE_PHRASES } from './score-phrases.ts';

/** Every sentence of the core that a Korean report can tell. The first that fits a text is the one. */
export const PHRASES: readonly Phrase[] = [
	...RUN_PHRASES,
	...OWN_CODE_PHRASES,
	...SCORE_PHRASES,
	// Behind a model, a device, an address, a file and line, a sample, a field.
	['{subject}: {>what}', '{subject}: {what}'],
];
