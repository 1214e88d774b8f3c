import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadCorpus } from '../../../src/node.ts';
import { UnseenSentences } from './unseen.ts';

/** All that the suites and the held-out evaluation ask. */
export function unseenSentences(): UnseenSentences {
	return new UnseenSentences([
		...loadCorpus('prefix').contents.map(({ input }) => input),
		...loadCorpus('tools').contents.map(({ input }) => input),
		...loadCorpus('frames').contents.map(({ rawText }) => rawText),
		...heldOutInputs(),
	]);
}

function heldOutInputs(): readonly string[] {
	const lines = readFileSync(join(import.meta.dirname, '../heldout.jsonl'), 'utf8')
		.trim()
		.split('\n');
	return lines.map((line) => String((JSON.parse(line) as { readonly input: unknown }).input));
}
