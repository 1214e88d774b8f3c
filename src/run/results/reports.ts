import { dirname, join, resolve } from 'node:path';
import { UsageError } from '../../base/errors.ts';
import { message } from '../../base/message.ts';
import { readRegularFile } from '../../base/read-file.ts';
import { logPath, makeFolder, writeReport } from '../../log/folder.ts';
import type { GateResult } from '../../summary/gate/gate.ts';
import { type RunSummary, summarizeRun } from '../../summary/summarize.ts';
import type { Lang } from '../../text/text.ts';
import { checkOptions } from '../compose/options.ts';
import { judgementsBeside } from './labels-file.ts';
import { isLog, type Run } from './read-run.ts';

export interface ReportOptions {
	/**
	 * Of `report.html` (its first) and the Markdown; CSV and JUnit, which programs read, are in English. Absent: that of the
	 * report that stands there, or beside the log, else English.
	 */
	readonly lang?: Lang | undefined;
	/** Made where it is not there. */
	readonly out?: string | undefined;
	/** What the run's gate came to, for `summary.md` and `junit.xml`. */
	readonly gate?: GateResult | undefined;
}

/** Writes every report of a run beside its log, or into `out`. Returns their paths. Throws EnvironmentError, and UsageError for what is not a run. */
export async function writeReports(
	run: Pick<Run, 'folder' | 'log'> & { readonly summary?: RunSummary | undefined },
	options: ReportOptions = {},
): Promise<readonly string[]> {
	if (typeof run?.folder !== 'string' || !isLog(run.log)) throw new UsageError(message('usage.reports-given'));
	checkOptions('writeReports', options);
	const { out = run.folder, lang = writtenLang(out) ?? writtenLang(run.folder) ?? 'en', gate } = options;
	const { renderRun } = await import('../../../reports/render-run.ts');
	const labels = await judgementsBeside(run.folder, run.log);
	const summary = { ...(run.summary ?? summarizeRun(run.log, { labels })), gate };
	const reports = Object.entries(renderRun({ log: run.log, summary, labels }, lang));
	const folder = resolve(out);
	makeFolder(folder);
	for (const [name, content] of reports) writeReport(folder, name, content, run.folder);
	return reports.map(([name]) => join(out, name));
}

/** Language of the report that stands in a folder. */
export function writtenLang(folder: string): Lang | undefined {
	try {
		const head = readRegularFile(join(folder, 'report.html')).toString('latin1', 0, HEAD_BYTES);
		return LANGS.find((lang) => head.includes(`<html lang="${lang}">`));
	} catch {
		return undefined;
	}
}

/** That of the first of these runs, each a folder or its log, which has a report: what is made of them speaks it too. */
export function langOfRuns(runs: readonly string[]): Lang | undefined {
	return runs.map((run) => writtenLang(dirname(logPath(run)))).find((lang) => lang !== undefined);
}

const HEAD_BYTES = 200;
const LANGS: readonly Lang[] = ['en', 'ko'];
