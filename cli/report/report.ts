import { writeRunReports } from '../../api/write-reports.ts';
import { displayPath, logPath, reportFolder } from '../../src/run/run-folder.ts';
import { openRun } from './open-run.ts';

/** Writes the reports of a logged run, beside its log or into another folder. */
export async function report(
	run: string,
	options: { readonly out?: string; readonly lang: 'en' | 'ko' },
): Promise<void> {
	const log = logPath(run);
	const folder = reportFolder(options.out, log);
	await writeRunReports(log, folder, options.lang, await openRun(log));
	process.stdout.write(`reports written to ${displayPath(folder)}\n`);
}
