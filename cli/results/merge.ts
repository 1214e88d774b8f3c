import { dirname, join, resolve } from 'node:path';
import { exportedEval } from '../../promptfoo/export.ts';
import { reportedRun } from '../../reports/reported-run.ts';
import { EnvironmentError } from '../../src/base/errors.ts';
import { message } from '../../src/base/message.ts';
import { shownPath, systemCode } from '../../src/base/read-file.ts';
import { writeWhole } from '../../src/base/write-file.ts';
import { LOG_NAME, logPath, makeFolder, markLatest, newRunFolder } from '../../src/log/folder.ts';
import { mergeLogs } from '../../src/log/merge.ts';
import { writeLogFile } from '../../src/log/write-log.ts';
import { judgementsBeside } from '../../src/run/results/labels-file.ts';
import { readRun, unwarned } from '../../src/run/results/read-run.ts';
import { langOfRuns } from '../../src/run/results/reports.ts';
import { carryLabels, joinedLabels } from '../../src/run/results/rescore.ts';
import { shellQuoted } from '../../src/text/text.ts';
import type { ConfigRequest, GateRequest } from '../flags.ts';
import { composeIfNamed, openGate, openRun, requireComparableRun } from '../open.ts';
import { type Concluded, conclude, printMissingShards, printSummary } from './conclude.ts';

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
	const judgements = await judgementsBeside(folder, log);
	const print: Concluded['print'] = (run, unwritten) => {
		printSummary(run, folder, options, unwritten);
		printMissingShards(run.summary);
	};
	const { exitCode } = await conclude(
		{ log, folder, gate, judgements, print },
		{
			...options,
			lang: options.lang ?? config?.lang ?? langOfRuns(runs),
		},
	);
	return exitCode;
}

interface ExportRequest extends ConfigRequest {
	readonly out?: string;
}

/** Writes a run as promptfoo's result JSON, and says how to look at it. Throws what reading and writing do. */
export async function exportPromptfoo(source: string, { out, config }: ExportRequest): Promise<void> {
	const log = logPath(source);
	const file = resolve(out ?? join(dirname(log), 'promptfoo.json'));
	const run = await openRun(log, { config: await composeIfNamed(config) });
	const content = `${JSON.stringify(exportedEval(reportedRun(run, { labels: await judgementsBeside(dirname(log), run) })))}\n`;
	makeFolder(dirname(file));
	write(file, content, out === undefined ? 'replace' : 'follow');
	process.stdout.write(
		`written to ${shownPath(file)}; look at it: npx promptfoo import ${shellQuoted(shownPath(file))} && npx promptfoo view\n`,
	);
}

function write(file: string, content: string, links: 'replace' | 'follow'): void {
	try {
		writeWhole(file, [content], { links });
	} catch (cause) {
		throw new EnvironmentError(message('usage.file-cannot-write', { file, code: systemCode(cause) }), { cause });
	}
}
