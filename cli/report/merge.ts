import { join } from 'node:path';
import { writeRunReports } from '../../api/write-reports.ts';
import { mergeLogs } from '../../src/log/merge-logs.ts';
import { writeLogFile } from '../../src/log/rewrite-log.ts';
import { LOG_NAME, markLatest, newRunFolder } from '../../src/run/run-folder.ts';
import { printSummary } from '../run/summary.ts';
import { tellEvidence } from './evidence.ts';
import { openRun } from './open-run.ts';

/** Joins the shards of a run into one run with its own reports. Exit code 3 when some are missing, or a suite that decides could not. */
export async function mergeRuns(
	runs: readonly string[],
	options: { readonly out?: string; readonly lang: 'en' | 'ko'; readonly json: boolean },
): Promise<0 | 3> {
	const shards = await Promise.all(runs.map(async (source) => ({ source, log: await openRun(source) })));
	const merged = mergeLogs(shards);
	const folder = newRunFolder(options.out, `${merged.header.model.name}-merged`, new Date());
	const file = join(folder, LOG_NAME);
	writeLogFile(file, merged);
	markLatest(folder);
	const log = await writeRunReports(file, folder, options.lang);
	printSummary(log, folder, options.json);
	const { missingShards = [] } = merged.header.settings;
	if (missingShards.length === 0) return tellEvidence(log);
	process.stderr.write(`gemmark: shards are missing, so nothing is decided: ${missingShards.join(', ')}\n`);
	return 3;
}
