import { writeRunReports } from '../../api/write-reports.ts';
import { displayPath, logPath, reportFolder } from '../../src/run/run-folder.ts';
import { metricLines } from './metric-lines.ts';
import { openRun } from './open-run.ts';

export interface ReportRequest {
	readonly out?: string;
	readonly lang: 'en' | 'ko';
	/** Print what gates may ask of the run instead. */
	readonly metrics?: boolean | undefined;
}

/** Writes the reports of a logged run, beside its log or into another folder; or prints what gates may ask of it instead. */
export async function report(run: string, options: ReportRequest): Promise<void> {
	if (options.metrics === true) {
		process.stdout.write(`${metricLines(await openRun(run)).join('\n')}\n`);
		return;
	}
	const path = logPath(run);
	const log = await openRun(path);
	const folder = reportFolder(options.out, path);
	await writeRunReports(path, folder, options.lang, log);
	process.stdout.write(`reports written to ${displayPath(folder)}\n`);
}
