import { realpathSync, statSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { listPage } from '../../reports/history/list-page.ts';
import { metricLines } from '../../reports/terminal/gate.ts';
import { isSweepFolder } from '../../run/sweep/plan-file.ts';
import { UsageError } from '../../src/base/errors.ts';
import { message } from '../../src/base/message.ts';
import { packageVersion, shownPath } from '../../src/base/read-file.ts';
import { RunIndex } from '../../src/history/run-index.ts';
import { logPath, newReportFolder, reportFolder, writeReport } from '../../src/log/folder.ts';
import { gatedSummary } from '../../src/summary/state/stops.ts';
import { printedSummary, summarizeRun } from '../../src/summary/summarize.ts';
import type { ConfigRequest, GateRequest } from '../flags.ts';
import { composeIfNamed, openGate, openRun } from '../open.ts';
import { printJson } from '../process.ts';
import { underWayIn } from '../view/list.ts';
import { readRows, runLink } from '../view/rows.ts';
import { tellTakenIndex } from '../view/view.ts';
import { type ConcludeOptions, conclude, miniatureLines, peoplesLines, printUndecided } from './conclude.ts';

interface ReportRequest extends GateRequest, ConfigRequest {
	readonly out?: string;
	readonly lang?: 'en' | 'ko';
	/** List all runs of a folder on one page instead. */
	readonly index?: boolean;
	/** Print the summary of the run as JSON; lines then go to stderr. */
	readonly json?: boolean;
	/** Print what gates may ask of the run instead. */
	readonly metrics?: boolean;
}

/**
 * Writes the reports of a logged run, beside its log or into another folder; or lists all runs, or prints what gates may
 * ask of it instead. A sweep's folder has its own. Returns the exit code: 3 where its verdict is open, or nothing was measured.
 */
export async function report(run: string, options: ReportRequest): Promise<number> {
	if (options.index === true) {
		return await reportIndex(run === 'results/latest' ? 'results' : run, options);
	}
	if (isSweepFolder(run)) {
		const { writeSweep } = await import('./sweep.ts');
		await writeSweep(realpathSync(run), { lang: options.lang ?? 'en', json: options.json === true, out: options.out });
		return 0;
	}
	const config = await composeIfNamed(options.config);
	if (options.metrics === true) {
		process.stdout.write(`${metricLines(summarizeRun(await openRun(run, { config })).metrics).join('\n')}\n`);
		return 0;
	}
	const log = logPath(run);
	const gate = await openGate(options, config);
	const read = await openRun(log, { config, warn: true });
	const out = reportFolder(options.out, log);
	const print: ConcludeOptions['print'] = ({ summary, gate: judged }, unwritten) => {
		const lines = [
			...(unwritten === undefined ? [`reports written to ${shownPath(out)}`] : []),
			...peoplesLines(summary),
			...miniatureLines(read),
		];
		for (const line of lines) (options.json ? process.stderr : process.stdout).write(`${line}\n`);
		if (options.json) printJson(printedSummary(gatedSummary(summary, judged)));
		printUndecided(summary);
	};
	const { exitCode } = await conclude({ log: read, folder: dirname(log) }, { ...options, into: out, gate, print });
	return exitCode;
}

/** `gemmark report --index`: the list of all runs of a folder as one page, whose links lead to the reports beside it. */
async function reportIndex(
	results: string,
	options: { readonly out?: string; readonly lang?: 'en' | 'ko' },
): Promise<0> {
	const folder = resolve(results);
	if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
		throw new UsageError(message('usage.no-folder', { folder: results }));
	}
	const out = options.out === undefined ? folder : newReportFolder(options.out, 'index', new Date());
	const index = new RunIndex(folder);
	tellTakenIndex(index);
	try {
		index.refresh();
		while ((await readRows(index, 1000)) > 0);
		const content = listPage({
			lang: options.lang ?? 'en',
			gemmark: packageVersion(),
			folder: shownPath(folder),
			rows: index.rows(),
			runs: index.logs.length,
			unread: 0,
			reportOf: ({ id, state }) =>
				state === 'broken'
					? undefined
					: runLink(relative(out, resolve(folder, id)).replaceAll(sep, '/'), 'report.html'),
			underWay: underWayIn(index),
		});
		writeReport(out, 'index.html', content);
	} finally {
		index.close();
	}
	process.stdout.write(`index of ${shownPath(folder)} written to ${shownPath(resolve(out, 'index.html'))}\n`);
	return 0;
}
