import { readLogFile } from '../log/log-file.ts';
import type { Log } from '../log/record.ts';
import { writeReport } from './run-folder.ts';

/** Renders every report of a log into a folder, and returns the log they were rendered from. */
export async function writeRunReports(logFile: string, folder: string, lang: 'en' | 'ko'): Promise<Log> {
	const [log, { renderRun }] = await Promise.all([readLogFile(logFile), import('../../reports/index.ts')]);
	for (const [name, content] of Object.entries(await renderRun(log, { lang }))) writeReport(folder, name, content);
	return log;
}
