import { dirname } from 'node:path';
import { resolveLabels } from '../../src/eval/labels.ts';
import { readLogFile } from '../../src/log/log-file.ts';
import type { Log } from '../../src/log/record.ts';
import { writeReport } from '../../src/run/run-folder.ts';
import { labelsBeside } from '../label/labels-file.ts';

/**
 * Renders every report of a log, with the labels beside it, into a folder; returns the log they were rendered from.
 * `known` spares reading a log that was just written.
 */
export async function writeRunReports(logFile: string, folder: string, lang: 'en' | 'ko', known?: Log): Promise<Log> {
	const [log, { renderRun }] = await Promise.all([known ?? readLogFile(logFile), import('../../reports/index.ts')]);
	const labels = labelsBeside(dirname(logFile));
	const judgements = labels.length === 0 ? undefined : (await resolveLabels(log, labels)).judgements;
	const reports = renderRun(log, { lang, ...(judgements === undefined ? {} : { judgements }) });
	for (const [name, content] of Object.entries(reports)) writeReport(folder, name, content);
	return log;
}
