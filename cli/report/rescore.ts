import { dirname, join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { writeRunReports } from '../../api/write-reports.ts';
import { declaredSuite, type EvaluatedSuite } from '../../src/eval/evaluated-run.ts';
import { rescore, type ScoreChange } from '../../src/eval/score/rescore.ts';
import type { Suite } from '../../src/eval/suite.ts';
import { requireCorpusRows } from '../../src/log/checks/corpus-rows.ts';
import { scoringContext } from '../../src/log/engine-read.ts';
import { type HeldLog, holdLog } from '../../src/log/held-log.ts';
import { LOG_VERSION } from '../../src/log/record.ts';
import { writeLogFile } from '../../src/log/rewrite-log.ts';
import { displayPath, LOG_NAME, logPath, reportFolder } from '../../src/run/run-folder.ts';
import { counted, plural } from '../../src/text/counted.ts';
import { composeNamed } from '../compose.ts';
import { printSummary } from '../run/summary.ts';
import { singleLine } from '../terminal/terminal-text.ts';
import { tellEvidence } from './evidence.ts';
import { tellReports } from './long-log.ts';
import { openRun } from './open-run.ts';

export interface RescoreRequest {
	readonly out?: string;
	readonly config?: string | undefined;
	readonly lang: 'en' | 'ko';
}

/** Scores a run again with the suites as they are now, without its model, and writes log and reports. Exit code 3 when it decides nothing. */
export async function rescoreRun(run: string, options: RescoreRequest): Promise<0 | 1 | 3> {
	const source = logPath(run);
	// What another process appended between reading and writing would be lost.
	const held = join(resolve(options.out ?? dirname(source)), LOG_NAME) === source ? holdLog(source) : undefined;
	try {
		return await rescoreLog(source, options, held);
	} finally {
		held?.release();
	}
}

async function rescoreLog(source: string, options: RescoreRequest, held: HeldLog | undefined): Promise<0 | 1 | 3> {
	const log = await openRun(source, { anew: true });
	const { suites } = await composeNamed(
		log.header.suites.map(({ name }) => name),
		options.config,
	);
	requireCorpusRows(log, suites, source);
	const { samples, changed, changes } = rescore(log.samples, suites, scoringContext(log));
	const folder = reportFolder(options.out, source);
	const byName = new Map(suites.map((suite) => [suite.name, suite]));
	const header = {
		...log.header,
		version: LOG_VERSION,
		suites: log.header.suites.map((logged) => redeclared(logged, byName.get(logged.name))),
	};
	const file = join(folder, LOG_NAME);
	const rescored = { ...log, header, samples };
	// Where nothing is another, the log that is there says it already. What is undefined no log holds.
	const same = changed === 0 && isDeepStrictEqual(JSON.parse(JSON.stringify(header)), log.header) && file === source;
	if (!same) writeLogFile(file, rescored, { held });
	tellReports(rescored);
	const written = await writeRunReports(file, folder, options.lang, rescored);
	printSummary(written, folder, false);
	for (const change of changes.slice(0, MAX_CHANGES)) process.stdout.write(`${changeLine(change)}\n`);
	process.stdout.write(
		`${changed} of ${counted(samples.length, 'sample')} ${plural(changed, 'scores', 'score')} differently now; log in ${displayPath(file)}\n`,
	);
	return tellEvidence(written);
}

/** Kinds of change that are printed; the CSV files of both logs have all. */
const MAX_CHANGES = 20;

function changeLine({ suite, arm, score, before, after, count, samples }: ScoreChange): string {
	const named = samples.slice(0, 5).join(', ') + (count > 5 ? ', ...' : '');
	return singleLine(`${suite} ${arm} ${score}: ${before} became ${after}, ${counted(count, 'time')}: ${named}`);
}

/** What the suite declares now, over what the run asked then. */
function redeclared(logged: EvaluatedSuite, suite: Suite | undefined): EvaluatedSuite {
	if (suite === undefined) return logged;
	const { corpus, skipped, planned, plan, samples } = logged;
	return {
		...declaredSuite(suite, { skipped, planned, ...(plan !== undefined && { plan }) }),
		corpus,
		...(samples !== undefined && { samples }),
	};
}
