import { join } from 'node:path';
import { writeRunReports } from '../../api/write-reports.ts';
import { readLogFile } from '../../src/log/log-file.ts';
import { mergeLogs } from '../../src/log/merge-logs.ts';
import { writeLogFile } from '../../src/log/rewrite-log.ts';
import { LOG_NAME, logPath, markLatest, newRunFolder } from '../../src/run/run-folder.ts';
import { printSummary } from '../run/summary.ts';

/** Joins the shards of a run into one run with its own reports. */
export async function mergeRuns(
	runs: readonly string[],
	options: { readonly out?: string; readonly lang: 'en' | 'ko'; readonly json: boolean },
): Promise<void> {
	const shards = await Promise.all(runs.map(async (source) => ({ source, log: await readLogFile(logPath(source)) })));
	const merged = mergeLogs(shards);
	const folder = newRunFolder(options.out, `${merged.header.model.name}-merged`, new Date());
	const file = join(folder, LOG_NAME);
	writeLogFile(file, merged);
	markLatest(folder);
	printSummary(await writeRunReports(file, folder, options.lang), folder, options.json);
}
