import type { FramePattern } from '../frame/frame-pattern.ts';
import { parseFramePatterns } from './frame-patterns.ts';
import { type FramePromptInput, parseFramesCorpus } from './frames-corpus.ts';
import { type HabitSeed, parseHabitSeed } from './habit-seed.ts';
import { type PrefixPrompt, parsePrefixCorpus } from './prefix-corpus.ts';
import { type Protocol, parseCatalog } from './protocol.ts';
import { parseToolsCorpus, type ToolsPrompt } from './tools-corpus.ts';

/** What every corpus holds, by its name in the manifest. */
export interface Corpora {
	readonly catalog: readonly Protocol[];
	readonly 'frame-patterns': readonly FramePattern[];
	readonly habits: HabitSeed;
	readonly prefix: readonly PrefixPrompt[];
	readonly frames: readonly FramePromptInput[];
	readonly tools: readonly ToolsPrompt[];
}

export type CorpusName = keyof Corpora;

/** Reads the text of a corpus file; each throws ConfigError naming the file, line, field and what to do. */
export const corpusParsers: {
	readonly [N in CorpusName]: (text: string, source: string) => Corpora[N];
} = {
	catalog: parseCatalog,
	'frame-patterns': parseFramePatterns,
	habits: parseHabitSeed,
	prefix: parsePrefixCorpus,
	frames: parseFramesCorpus,
	tools: parseToolsCorpus,
};

/** Rows of a corpus, as its manifest counts them: samples, protocols, patterns, or seeded habits. */
export function countRows(contents: Corpora[CorpusName]): number {
	return 'habits' in contents ? contents.habits.length : contents.length;
}
