import { createHash } from 'node:crypto';
import { closeSync, constants, existsSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type ReportedRun, reportedRun } from '../../reports/reported-run.ts';
import { UsageError } from '../../src/base/errors.ts';
import { message } from '../../src/base/message.ts';
import { packageVersion } from '../../src/base/read-file.ts';
import { LOG_NAME, logPath, makeFolder, writeReport } from '../../src/log/folder.ts';
import type { Log } from '../../src/log/record.ts';
import type { GateResult } from '../../src/summary/gate/gate.ts';
import type { Lang } from '../../src/text/text.ts';
import { checkOptions } from '../compose/options.ts';
import { judgementsBeside, LABELS_NAME } from './labels-file.ts';
import { isLog, type Run } from './read-run.ts';

export interface ReportOptions {
	/**
	 * Of `report.html` (its first) and the Markdown; CSV and JUnit, which programs read, are in English. Absent: that of the
	 * report that stands there, or beside the log, else English.
	 */
	readonly lang?: Lang;
	/** Made where it is not there. */
	readonly out?: string;
	/** What the run's gate came to, for `summary.md` and `junit.xml`. */
	readonly gate?: GateResult;
}

/** Writes every report of a run beside its log, or into `out`. Returns their paths. Throws EnvironmentError, and UsageError for what is not a run. */
export async function writeReports(
	run: Pick<Run, 'folder' | 'log'>,
	options: ReportOptions = {},
): Promise<readonly string[]> {
	if (typeof run?.folder !== 'string' || !isLog(run.log)) throw new UsageError(message('usage.reports-given'));
	checkOptions('writeReports', options);
	const { folder, log } = run;
	const labels = await judgementsBeside(folder, log);
	return await writeRunReports(folder, reportedRun(log, { labels, gate: options.gate }), options);
}

/** The same of a run in that folder which is summarized already. */
export async function writeRunReports(
	folder: string,
	run: ReportedRun,
	{ out = folder, lang = writtenLang(out) ?? writtenLang(folder) ?? 'en' }: Pick<ReportOptions, 'out' | 'lang'>,
): Promise<readonly string[]> {
	const { RUN_REPORTS } = await import('../../reports/render-run.ts');
	const place = resolve(out);
	makeFolder(place);
	const source = sourceMark({ folder, log: run.log });
	const written: string[] = [];
	for (const [name, parts] of Object.entries(RUN_REPORTS)) {
		const content = parts(run, lang);
		if (content === undefined) continue;
		written.push(join(out, name));
		// The page is last: its mark says that the others are written.
		writeReport(place, name, name === 'report.html' ? marked(content, source) : content, folder);
	}
	return written;
}

function* marked(page: Iterable<string>, source = ''): Iterable<string> {
	yield* page;
	yield source;
}

type RunInFolder = Pick<Run, 'folder'> & { readonly log: Pick<Log, 'header'> };

const REPORTS = ['report.csv', 'decision.md', 'summary.md', 'junit.xml', 'report.html'] as const;

/** Whether every report of a run is beside its log, in that language if one is given, and would be written the same again. */
export function areReportsCurrent(run: RunInFolder, lang?: Lang): boolean {
	const source = sourceMark(run);
	if (source === undefined || !REPORTS.every((name) => existsSync(join(run.folder, name)))) return false;
	const written = writtenLang(run.folder);
	return (lang ?? written) === written && partOf(join(run.folder, 'report.html'), -source.length) === source;
}

/** Ends a page: what its reports were made of. Undefined if the log is not in the folder. */
function sourceMark({ folder, log: { header } }: RunInFolder): string | undefined {
	const log = join(folder, LOG_NAME);
	const labels = join(folder, LABELS_NAME);
	if (!existsSync(log)) return undefined;
	const hash = createHash('sha256');
	hash.update(JSON.stringify([packageVersion(), header.warnings]));
	// The footer has the digest of what is before it.
	hash.update(partOf(log, -FOOTER_BYTES) ?? '');
	if (existsSync(labels)) hash.update(readFileSync(labels));
	return `<!-- made of ${hash.digest('hex')} -->\n`;
}

/** Language of the report that stands in a folder. */
export function writtenLang(folder: string): Lang | undefined {
	const head = partOf(join(folder, 'report.html'), HEAD_BYTES);
	return LANGS.find((lang) => head?.includes(`<html lang="${lang}">`));
}

/** So many first bytes of a file, last ones if negative, as text. Undefined if it cannot be read, or is no file. */
function partOf(path: string, bytes: number): string | undefined {
	try {
		// Opening a pipe would wait for its writer.
		const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
		try {
			const stats = fstatSync(file);
			if (!stats.isFile()) return undefined;
			const buffer = Buffer.alloc(Math.min(Math.abs(bytes), stats.size));
			readSync(file, buffer, 0, buffer.length, bytes < 0 ? stats.size - buffer.length : 0);
			return buffer.toString('latin1');
		} finally {
			closeSync(file);
		}
	} catch {
		return undefined;
	}
}

/** That of the first of these runs, each a folder or its log, which has a report: what is made of them speaks it too. */
export function langOfRuns(runs: readonly string[]): Lang | undefined {
	return runs.map((run) => writtenLang(dirname(logPath(run)))).find((lang) => lang !== undefined);
}

const HEAD_BYTES = 200;
const FOOTER_BYTES = 1 << 16;
const LANGS: readonly Lang[] = ['en', 'ko'];
