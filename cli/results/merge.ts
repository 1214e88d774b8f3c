import { dirname, join } from 'node:path';
import { readRun, unwarned } from '../../run/results/read-run.ts';
import { langOfRuns } from '../../run/results/reports.ts';
import { carryLabels, joinedLabels } from '../../run/results/rescore.ts';
import { LOG_NAME, logPath, markLatest, newRunFolder } from '../../src/log/folder.ts';
import { mergeLogs } from '../../src/log/merge.ts';
import { writeLogFile } from '../../src/log/write-log.ts';
import type { ConfigRequest, GateRequest } from '../flags.ts';
import { composeIfNamed, openGate, openRun, requireComparableRun } from '../open.ts';
import { conclude, printMissingShards, printSummary } from './conclude.ts';

/** Options of `gemmark merge`. */
interface MergeRequest extends GateRequest, ConfigRequest {
	readonly out?: string;
	readonly lang?: 'en' | 'ko';
	readonly json: boolean;
}

/** Joins the shards of a run into one run with its own reports. Exit code 3 when some are missing, or a suite that decides could not; 1 when its gate failed. */
export async function mergeRuns(runs: readonly string[], options: MergeRequest): Promise<number> {
	const config = await composeIfNamed(options.config);
	const gate = await openGate(options, config);
	const shards = await Promise.all(
		runs.map(async (source) => ({ source, log: await unwarned(await openRun(source, { config })) })),
	);
	const merged = mergeLogs(shards, options);
	const labels = joinedLabels(runs.map((run) => dirname(logPath(run))));
	requireComparableRun(merged, gate, options);
	const folder = newRunFolder(options.out, merged.header.model.name, new Date(), { sort: 'merged' });
	const file = join(folder, LOG_NAME);
	// Before the log: a log then has its labels, whenever the process ends.
	await carryLabels(labels, folder, merged);
	writeLogFile(file, merged);
	markLatest(folder);
	const log = await readRun(file);
	const { exitCode } = await conclude(
		{ log, folder },
		{
			...options,
			gate,
			lang: options.lang ?? config?.lang ?? langOfRuns(runs),
			print(run, unwritten) {
				printSummary(run, folder, options, unwritten);
				printMissingShards(run.summary);
			},
		},
	);
	return exitCode;
}
