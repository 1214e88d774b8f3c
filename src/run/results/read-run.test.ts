import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { prefixSuite } from '../../../suites/prefix/index.ts';
import { fileSha256 } from '../../download/cache.ts';
import { declaredSuite, type EvaluatedSuite } from '../../eval/run.ts';
import { sampleSeed } from '../../eval/sample.ts';
import type { Score } from '../../eval/score.ts';
import { builtSuite } from '../../testing/doubles/suite-context-double.ts';
import { logHeaderFixture, logSampleFixture } from '../../testing/log-line-fixture.ts';
import { transcriptFixture } from '../../testing/transcript-fixture.ts';
import { bundledModel } from '../compose/load.ts';
import { readRun } from './read-run.ts';
import { readScoredRun } from './rescore.ts';

const folder = mkdtempSync(join(tmpdir(), 'gemmark-read-run-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('readRun', () => {
	it('takes the folder of a run, and marks the bundled weights as the miniature under any name', async () => {
		const isMiniature = async (sha256: string): Promise<boolean> => {
			const model = { name: 'gemma-4-E2B-it-Q4_0.gguf', title: 'Gemma 4 E2B', sha256, miniature: false };
			const file = join(folder, 'log.jsonl');
			writeFileSync(file, `${JSON.stringify(logHeaderFixture({ model }))}\n`);
			// The folder of a run is that run.
			return (await readRun(folder)).header.model.miniature;
		};
		expect(await isMiniature(await fileSha256(bundledModel()))).toBe(true);
		expect(await isMiniature('0'.repeat(64))).toBe(false);
	});
});

describe('readScoredRun, of an app’s own `kind: prefix` suite without its config', () => {
	const row = {
		id: 'milk',
		input: 'How much is 2 cups?',
		expected: [{ tool: 'to_metric', arguments: { cups: 2 }, acceptable: {} }],
	};

	/** A log in which the model called nothing, and this was said of it. */
	async function logged(meaningful: Score, changes: Partial<EvaluatedSuite> = {}): Promise<string> {
		const suite = await builtSuite(prefixSuite({ name: 'kitchen', corpus: [row] }));
		const plan = { arms: ['free'], ids: ['milk'] };
		const header = logHeaderFixture({
			app: { name: 'kitchen', version: '1', language: 'en' },
			suites: [{ ...declaredSuite(suite, { skipped: [], planned: 1, plan }), ...changes }],
		});
		const transcript = transcriptFixture([[]], { messages: [{ role: 'user', text: row.input }] });
		const scores = { meaningful, called: { value: false } } as const;
		const seed = sampleSeed(header.settings.seed, 'kitchen', 'milk', 'free', 0);
		const generations = [{ source: 'wall-clock', totalMs: 1, pieceAtMs: [], eventAtMs: [] }] as const;
		const sample = logSampleFixture({
			...{ suite: 'kitchen', sampleId: 'milk', sample: row, seed, transcript, scores },
			timings: { generations, endToEndMs: 1, cold: false },
		});
		const file = join(folder, 'kitchen.jsonl');
		writeFileSync(file, [header, sample].map((line) => `${JSON.stringify(line)}\n`).join(''));
		return file;
	}

	it('takes scores that its transcripts give', async () => {
		const log = await readScoredRun(await logged({ value: false, reason: 'no-tool-call' }));
		expect(log.header.warnings).toBeUndefined();
	});

	it('refuses a score that its transcript does not give', async () => {
		await expect(readScoredRun(await logged({ value: true }))).rejects.toThrow(
			/kitchen\.jsonl:2: kitchen milk: meaningful is yes, but its transcript gives no \(no-tool-call\)$/u,
		);
	});

	it('tells by field where it is another here', async () => {
		const doubts: string[] = [];
		const file = await logged({ value: true }, { version: '3' });
		const log = await readScoredRun(file, { onDoubt: (line) => doubts.push(line) });
		expect(doubts).toEqual([
			expect.stringMatching(
				/^kitchen: its scores were not held against its transcripts, as these differ here: version \(3, here \d+\); score the run anew with gemmark rescore$/u,
			),
		]);
		expect(log.header.warnings).toEqual(doubts);
	});
});
