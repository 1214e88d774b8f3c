import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { declaredSuite, type EvaluatedSuite } from '../../src/eval/header.ts';
import { sampleSeed } from '../../src/eval/sample.ts';
import type { Score } from '../../src/eval/score.ts';
import { builtSuite } from '../../src/testing/doubles/suite-context-double.ts';
import { logHeaderFixture, logSampleFixture } from '../../src/testing/log-line-fixture.ts';
import { transcriptFixture } from '../../src/testing/transcript-fixture.ts';
import { prefixSuite } from '../../suites/prefix/index.ts';
import { readScoredRun } from './rescore.ts';

const folder = mkdtempSync(join(tmpdir(), 'gemmark-read-run-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('readScoredRun', () => {
	const row = {
		id: 'milk',
		input: 'How much is 2 cups?',
		expected: [{ tool: 'get_streak', arguments: { habit_id: 'h1' }, acceptable: {} }],
	};

	const config = { suites: [prefixSuite({ name: 'kitchen', corpus: [row] })] };

	/** A log in which the model called nothing, and this was said of it. */
	async function logged(meaningful: Score, changes: Partial<EvaluatedSuite> = {}): Promise<string> {
		const suite = await builtSuite(prefixSuite({ name: 'kitchen', corpus: [row] }));
		const plan = { variants: ['free'], ids: ['milk'] };
		const header = logHeaderFixture({
			app: { name: 'kitchen', version: '1', language: 'en' },
			suites: [{ ...declaredSuite(suite, { skipped: [], planned: 1, plan }), ...changes }],
		});
		const transcript = transcriptFixture([[]], { messages: [{ role: 'user', text: row.input }] });
		const scores = { meaningful, called: { value: false } } as const;
		const seed = sampleSeed(header.settings.seed, 'kitchen', 'milk', 'free', 0);
		const generations = [{ source: 'wall-clock', totalMs: 1, pieceAtMs: [], eventAtMs: [] }] as const;
		const sample = logSampleFixture({
			suite: 'kitchen',
			sampleId: 'milk',
			sample: row,
			seed,
			transcript,
			scores,
			timings: { generations, endToEndMs: 1, cold: false },
		});
		const file = join(folder, 'kitchen.jsonl');
		writeFileSync(file, [header, sample].map((line) => `${JSON.stringify(line)}\n`).join(''));
		return file;
	}

	it('takes scores that its transcripts give', async () => {
		const log = await readScoredRun(await logged({ value: false, reason: 'no-tool-call' }), { config, folder });
		expect(log.header.warnings).toBeUndefined();
	});

	it.each([
		['1', 'yes'],
		['3', 'yes'],
	])('reports a score that differs, of a suite of version %s', async (version, before) => {
		const doubts: string[] = [];
		const file = await logged({ value: true }, { version });
		const log = await readScoredRun(file, { config, folder, onDoubt: (line) => doubts.push(line) });
		const params = {
			suite: 'kitchen',
			score: 'meaningful',
			before,
			after: 'no (no-tool-call)',
			n: 1,
			samples: ['milk'],
		};
		expect(log.header.warnings).toEqual([{ code: 'run.scores-differ', params }]);
		expect(doubts).toHaveLength(1);
	});
});
