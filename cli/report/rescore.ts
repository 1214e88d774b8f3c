import { join } from 'node:path';
import { printSummary } from '../../reports/terminal/run.ts';
import { singleLine } from '../../reports/terminal/text.ts';
import { counted, plural } from '../../src/base/message.ts';
import { shownPath } from '../../src/base/read-file.ts';
import type { ScoreChange } from '../../src/eval/scoring/rescore.ts';
import { LOG_NAME, logPath } from '../../src/log/folder.ts';
import { differencesText } from '../../src/log/same-run.ts';
import { judgementsBeside } from '../../src/run/results/labels-file.ts';
import { langOfRuns } from '../../src/run/results/reports.ts';
import { holding, rescoreLog } from '../../src/run/results/rescore.ts';
import { composeNamed } from '../compose.ts';
import { tellEvidence } from './evidence.ts';
import { tellReports } from './long-log.ts';
import { openRun } from './open-run.ts';
import { tellUnwritten, unwrittenReports } from './unwritten-reports.ts';

export interface RescoreRequest {
	readonly out?: string;
	readonly config?: string | undefined;
	readonly lang?: 'en' | 'ko' | undefined;
}

/** Scores a run again with the suites as they are now, without its model, and writes log and reports. Exit code 3 when it decides nothing. */
export async function rescoreRun(run: string, { out, config, lang }: RescoreRequest): Promise<number> {
	const source = logPath(run);
	const { folder, log, changed, changes, declared, asked } = await holding(source, out, async (held) => {
		const written = await openRun(source, { anew: true });
		const { suites } = await composeNamed(
			written.header.suites.map(({ name }) => name),
			config,
		);
		return rescoreLog(written, suites, { source, out, held });
	});
	tellReports(log);
	const unwritten = await unwrittenReports({ folder, log }, { lang: lang ?? langOfRuns([source]) });
	const judgements = await judgementsBeside(folder, log);
	printSummary(log, folder, { json: false, judgements, unwritten });
	for (const change of changes.slice(0, MAX_CHANGES)) process.stdout.write(`${changeLine(change)}\n`);
	for (const [suite, fields] of declared) {
		if (fields.length > 0) {
			process.stdout.write(`${singleLine(`${suite} is declared anew: ${differencesText(fields)}`)}\n`);
		}
	}
	for (const [suite, fields] of asked) {
		if (fields.length > 0) {
			const told = `${suite} asks or expects something else here (${differencesText(fields)}): scored by what the run asked and expected; ask anew with gemmark run`;
			process.stdout.write(`${singleLine(told)}\n`);
		}
	}
	process.stdout.write(
		`${changed} of ${counted(log.samples.length, 'sample')} ${plural(changed, 'scores', 'score')} differently now; log in ${shownPath(join(folder, LOG_NAME))}\n`,
	);
	return tellUnwritten(unwritten, tellEvidence(log, judgements));
}

/** Kinds of change that are printed; the CSV files of both logs have all. */
const MAX_CHANGES = 20;

function changeLine({ suite, arm, score, before, after, count, samples }: ScoreChange): string {
	const named = samples.slice(0, 5).join(', ') + (count > 5 ? ', ...' : '');
	return singleLine(`${suite} ${arm} ${score}: ${before} became ${after}, ${counted(count, 'time')}: ${named}`);
}
