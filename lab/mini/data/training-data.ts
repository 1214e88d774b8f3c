import { parseHabitFixture } from '../../../app/habit-coach/initial-habits.ts';
import { parseCatalog } from '../../../app/habit-coach/protocol.ts';
import { loadOwnCorpus, loadOwnPrompt } from '../../../src/corpus/corpus-files.ts';
import { frameSystemSection } from '../../../src/frame/prompt.ts';
import { parseFramePatterns } from '../../../suites/frame/sample.ts';
import { makeChatSample } from './chat-sample.ts';
import type { Segment } from './coach.ts';
import { makeFrameSample } from './frame-sample.ts';
import { unseenSentences } from './unseen-corpora.ts';

/** One row of the training data: what the user writes in it, and its text after the head of its kind. */
export interface TrainingRow {
	readonly head: 'chat' | 'frame';
	readonly users: readonly string[];
	readonly segments: readonly Segment[];
}

const FIRST_FRAME_SEED = 1_000_000;

/** Endless dialogues with the coach. Those in which the user says a sentence of the corpora are dropped. */
export async function* chatRows(): AsyncGenerator<TrainingRow, never, undefined> {
	const catalog = loadOwnCorpus('catalog', parseCatalog).contents;
	const { today } = loadOwnCorpus('habits', parseHabitFixture).contents;
	const unseen = unseenSentences();
	for (let seed = 0; ; seed++) {
		const { users, segments } = await makeChatSample(seed, catalog, today);
		if (!users.some((text) => unseen.has(text))) yield { head: 'chat', users, segments };
	}
}

/** Endless frame suggestions. Wishes of the corpora are dropped. */
export function* frameRows(): Generator<TrainingRow, never, undefined> {
	const patterns = loadOwnCorpus('frame-patterns', parseFramePatterns).contents;
	const template = loadOwnPrompt('frame').text;
	const shared = frameSystemSection(template);
	const unseen = unseenSentences();
	for (let seed = FIRST_FRAME_SEED; ; seed++) {
		const { input, segments } = makeFrameSample(seed, patterns, template, shared);
		if (!unseen.has(input.rawText)) yield { head: 'frame', users: [input.rawText], segments };
	}
}
