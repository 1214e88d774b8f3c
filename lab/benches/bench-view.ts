import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { viewPages } from '../../cli/view/pages.ts';
import { readRows } from '../../cli/view/rows.ts';
import { fixtureLog } from '../../reports/fixture/fixture-log.ts';
import { RunIndex } from '../../src/history/run-index.ts';
import { LOG_NAME } from '../../src/log/folder.ts';
import { writeLogFile } from '../../src/log/write-log.ts';
import { inTemporaryFolder } from './bench-folder.ts';
import type { ViewResult } from './report.ts';

const RUNS = 5000;
const SAMPLES = 6;
const MODELS = ['gemma-3-1b-it', 'gemma-3-270m-it', 'gemma-3n-E2B-it'];
const REPEATS = 5;

/** What the list of `gemmark view` costs in a folder of five thousand small runs: the first page of all, and later ones. */
export async function benchView(onProgress: (done: number, total: number, label: string) => void): Promise<ViewResult> {
	return inTemporaryFolder(async (folder) => {
		const { samples, header, ...log } = fixtureLog();
		for (let run = 0; run < RUNS; run += 1) {
			const startedAt = new Date(Date.UTC(2026, 0, 1) + run * 3_600_000).toISOString();
			const id = `${startedAt.slice(0, 19).replaceAll(':', '-')}-${run}`;
			mkdirSync(join(folder, id));
			const model = { ...header.model, name: MODELS[run % MODELS.length] ?? '' };
			writeLogFile(join(folder, id, LOG_NAME), {
				...log,
				header: { ...header, startedAt, model },
				samples: samples.slice(0, SAMPLES),
			});
			onProgress(run, 2 * RUNS, 'logs');
		}
		const startedAt = performance.now();
		const index = new RunIndex(folder);
		try {
			const page = async (query = ''): Promise<number> => {
				const from = performance.now();
				await viewPages(index, 'en')('', new URLSearchParams(query));
				return performance.now() - from;
			};
			await page();
			const firstMs = performance.now() - startedAt;
			const readFrom = performance.now();
			for (let left = RUNS; left > 0; onProgress(2 * RUNS - left, 2 * RUNS, 'index'))
				left = await readRows(index, 1000);
			const readMs = performance.now() - readFrom;
			const pages: [string, number][] = [];
			for (const query of ['', 'sort=-took', 'sort=-frame.free.valid', 'find=e2b']) {
				const times: number[] = [];
				for (let repeat = 0; repeat < REPEATS; repeat += 1) times.push(await page(query));
				pages.push([query, times.sort((one, other) => one - other)[Math.floor(REPEATS / 2)] ?? 0]);
			}
			return { runs: RUNS, firstMs, readMs, pages, mostMs: 1000 };
		} finally {
			index.close();
		}
	});
}
