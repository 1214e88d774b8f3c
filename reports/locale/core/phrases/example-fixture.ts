import type { Phrase } from '../phrase.ts';

/** A text that a phrase reads: each slot with something that may stand there, the first of each choice. */
export function exampleOf([english]: Phrase): string {
	return english.replaceAll(/\{([^{}]*)\}/gu, (_, slot: string) => {
		if (slot.includes('|')) return slot.split('|')[0] ?? '';
		return EXAMPLES[slot.charAt(0)] ?? '코치';
	});
}

const EXAMPLES: Readonly<Record<string, string>> = {
	'#': '3',
	'>': 'no answer within 5 ms',
	'~': 'no answer within 5 ms',
	',': 'fp_a (3 samples)',
	'/': '"물" or "밥"',
};
