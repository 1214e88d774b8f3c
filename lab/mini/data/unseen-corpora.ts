import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadOwnCorpus } from '../../../src/corpus/corpus-files.ts';
import { rowsOf } from '../../../src/corpus/corpus-text.ts';
import { frameSample } from '../../../suites/frame/sample.ts';
import { prefixSample } from '../../../suites/prefix/index.ts';
import { toolSample } from '../../../suites/tools/index.ts';
import { UnseenSentences } from './unseen.ts';

/** All that the suites and the held-out evaluation ask. */
export function unseenSentences(): UnseenSentences {
	return new UnseenSentences([
		...loadOwnCorpus('prefix', rowsOf(prefixSample)).contents.map(({ input }) => input),
		...loadOwnCorpus('tools', rowsOf(toolSample)).contents.map(({ input }) => input),
		...loadOwnCorpus('frames', rowsOf(frameSample)).contents.map(({ input }) => input),
		...heldOutInputs(),
	]);
}

function heldOutInputs(): readonly string[] {
	const lines = readFileSync(join(import.meta.dirname, '../heldout.jsonl'), 'utf8')
		.trim()
		.split('\n');
	return lines.map((line) => String((JSON.parse(line) as { readonly input: unknown }).input));
}
