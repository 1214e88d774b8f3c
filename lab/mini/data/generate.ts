import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chatRows, frameRows, type TrainingRow } from './training-data.ts';
import { unseenSentences } from './unseen-corpora.ts';
import { renderHeads } from './words/heads.ts';

/** How many dialogues and frame suggestions the model is trained on, and validated with. */
const CHATS = 44_000;
const FRAMES = 14_000;
const VALIDATION = 160;
const OUT = join(import.meta.dirname, '../../../.mini');

/** Writes `.mini/heads.json`, `train.jsonl` and `validation.jsonl`: what `mini:train` reads. */
async function generate(): Promise<void> {
	mkdirSync(OUT, { recursive: true });
	writeFileSync(join(OUT, 'heads.json'), JSON.stringify(renderHeads()));
	const chats = await take(chatRows(), CHATS + VALIDATION);
	const frames = await take(frameRows(), FRAMES + VALIDATION);
	const unseen = unseenSentences();
	const seen = [...chats, ...frames].flatMap(({ users }) => users).find((text) => unseen.has(text));
	if (seen !== undefined) throw new Error(`the training data hold a sentence of the corpora: ${seen}`);
	writeRows('train.jsonl', [...chats.slice(0, CHATS), ...frames.slice(0, FRAMES)]);
	writeRows('validation.jsonl', [...chats.slice(CHATS), ...frames.slice(FRAMES)]);
	process.stdout.write(`${chats.length} dialogues, ${frames.length} frame suggestions; no sentence of the corpora\n`);
}

async function take(rows: AsyncIterable<TrainingRow> | Iterable<TrainingRow>, count: number): Promise<TrainingRow[]> {
	const taken: TrainingRow[] = [];
	for await (const row of rows) {
		taken.push(row);
		if (taken.length === count) break;
	}
	return taken;
}

function writeRows(file: string, rows: readonly TrainingRow[]): void {
	const lines = rows.map(({ head, segments }) =>
		JSON.stringify({ head, segments: segments.map(({ text, learn }) => [text, learn ? 1 : 0]) }),
	);
	writeFileSync(join(OUT, file), `${lines.join('\n')}\n`);
}

await generate();
