import { dirname } from 'node:path';
import { judgementsBeside } from '../../api/run/judgements.ts';
import { writeRunReports } from '../../api/write-reports.ts';
import { displayPath, logPath, reportFolder } from '../../src/run/run-folder.ts';
import { tellVerdicts } from './evidence.ts';
import { metricLines } from './metric-lines.ts';
import { openRun } from './open-run.ts';

export interface ReportRequest {
	readonly out?: string;
	readonly lang: 'en' | 'ko';
	/** Print what gates may ask of the run instead. */
	readonly metrics?: boolean | undefined;
}

/**
 * Writes the reports of a logged run, beside its log or into another folder; or prints what gates may ask of it instead.
 * Exit code 3 where its verdict is open, or nothing was measured.
 */
export async function report(run: string, options: ReportRequest): Promise<0 | 3> {
	if (options.metrics === true) {
		process.stdout.write(`${metricLines(await openRun(run)).join('\n')}\n`);
		return 0;
	}
	const log = logPath(run);
	const folder = reportFolder(options.out, log);
	const read = await openRun(log);
	await writeRunReports(log, folder, options.lang, read);
	process.stdout.write(`reports written to ${displayPath(folder)}\n`);
	return tellVerdicts(read, await judgementsBeside(dirname(log), read));
}
