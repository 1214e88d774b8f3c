import { describe, expect, it } from 'vitest';
import { loadOwnCorpus } from '../../../src/corpus/corpus-files.ts';
import { rowsOf } from '../../../src/corpus/corpus-text.ts';
import { dialectNamed } from '../../../src/dialects/dialects.ts';
import { frameSample } from '../../../suites/frame/sample.ts';
import { prefixSample } from '../../../suites/prefix/index.ts';
import { toolSample } from '../../../suites/tools/index.ts';
import { loadHeldOut } from '../held-out.ts';
import { chatRows, frameRows, type TrainingRow } from './training-data.ts';
import { UnseenSentences } from './unseen.ts';
import { unseenSentences } from './unseen-corpora.ts';
import { renderHeads } from './words/heads.ts';

const CHATS = 400;
const FRAMES = 600;

async function sample(): Promise<readonly TrainingRow[]> {
	const rows: TrainingRow[] = [];
	for await (const row of chatRows()) if (rows.push(row) === CHATS) break;
	for (const row of frameRows()) if (rows.push(row) === CHATS + FRAMES) break;
	return rows;
}

const rows = await sample();

describe('training data of the miniature', () => {
	it('hold no prefix prompt, no tools prompt, no frame input and no held-out sentence', () => {
		const unseen = unseenSentences();
		expect(rows.flatMap(({ users }) => users).filter((text) => unseen.has(text))).toEqual([]);
	});

	it('are compared with every corpus prompt and held-out sentence, whatever their spaces and punctuation', () => {
		const unseen = unseenSentences();
		const asked = [
			...loadOwnCorpus('prefix', rowsOf(prefixSample)).contents.map(({ input }) => input),
			...loadOwnCorpus('tools', rowsOf(toolSample)).contents.map(({ input }) => input),
			...loadOwnCorpus('frames', rowsOf(frameSample)).contents.map(({ input }) => input),
			...loadHeldOut().map(({ input }) => input),
		];
		expect(asked.length).toBeGreaterThan(15 + 40 + 60);
		expect(asked.filter((text) => !unseen.has(`  ${text.replaceAll(' ', '')} !`))).toEqual([]);
	});

	it('are the same every time', async () => {
		expect(await sample()).toEqual(rows);
	});

	it('call every tool of the app', () => {
		const text = rows
			.flatMap(({ segments }) => segments.filter(({ learn }) => learn).map((part) => part.text))
			.join('');
		for (const tool of [
			'search_catalog',
			'query_protocol',
			'list_active_habits',
			'get_streak',
			'add_habit',
			'log_tracker_entry',
			'emit_frame_candidates',
		]) {
			expect(text).toContain(`call:${tool}{`);
		}
	});

	it('are calls that the strict reading accepts, but for a few that are damaged on purpose', () => {
		const learnt = rows.flatMap(({ segments }) => segments.filter(({ learn }) => learn).map(({ text }) => text));
		const spans = learnt.flatMap((text) => {
			const parser = dialectNamed('gemma4').parser('strict');
			return [...parser.push(text), ...parser.end()];
		});
		const strict = spans.filter(({ type }) => type === 'call').length;
		const malformed = spans.filter(({ type }) => type === 'malformed').length;
		expect(strict).toBeGreaterThan(800);
		expect(malformed).toBeGreaterThan(0);
		expect(malformed / (strict + malformed)).toBeLessThan(0.05);
	});

	it('go on where the head of the suite ends', () => {
		const { chat, frame } = renderHeads();
		expect(chat.endsWith('<turn|>\n')).toBe(true);
		expect(frame.endsWith('\n')).toBe(true);
		for (const row of rows) {
			const start = row.segments[0]?.text ?? '';
			expect(start.startsWith(row.head === 'chat' ? '<|turn>user\n' : '<FEW_SHOT>\n')).toBe(true);
		}
	});
});

describe('UnseenSentences', () => {
	it('finds a sentence whose spaces, punctuation and letter case differ', () => {
		const unseen = new UnseenSentences(['오늘 Gym 갔어요?']);
		expect(unseen.has('오늘gym갔어요!!')).toBe(true);
		expect(unseen.has('오늘 gym 갔어')).toBe(false);
	});

	it('compares emoji as they are', () => {
		const unseen = new UnseenSentences(['🏃💨']);
		expect(unseen.has(' 🏃💨 ')).toBe(true);
		expect(unseen.has('📖')).toBe(false);
	});
});
