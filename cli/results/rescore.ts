import { join } from 'node:path';
import { reportedRun } from '../../reports/reported-run.ts';
import { singleLine } from '../../reports/terminal/text.ts';
import { judgementsBeside } from '../../run/results/labels-file.ts';
import { areReportsCurrent, langOfRuns } from '../../run/results/reports.ts';
import { holding, rescoreLog } from '../../run/results/rescore.ts';
import { counted, plural } from '../../src/base/message.ts';
import { shownPath } from '../../src/base/read-file.ts';
import type { ScoreChange } from '../../src/eval/scoring/rescore.ts';
import { LOG_NAME, logPath } from '../../src/log/folder.ts';
import { differencesText } from '../../src/log/same-run.ts';
import { announceReports, composeNamed, openRun } from '../open.ts';
import { printSummary, printUnmeasured, reportUnwritten, unwrittenReports } from './conclude.ts';

interface RescoreRequest {
	readonly out?: string;
	readonly config?: string;
	readonly lang?: 'en' | 'ko';
}

/** Scores a run again with the suites as they are now, without its model, and writes log and reports. Exit code 3 when it decides nothing. */
export async function rescoreRun(run: string, { out, config, lang }: RescoreRequest): Promise<number> {
	const source = logPath(run);
	const { folder, log, changed, changes, declared, asked, kept } = await holding(source, out, async (lock) => {
		const written = await openRun(source, { anew: true });
		const { suites } = await composeNamed(
			written.header.suites.map(({ name }) => name),
			config,
		);
		return rescoreLog(written, suites, { source, out, held: lock });
	});
	const isCurrent = kept && areReportsCurrent({ folder, log }, lang);
	if (!isCurrent) announceReports(log);
	const rescored = reportedRun(log, { labels: await judgementsBeside(folder, log) });
	const unwritten = isCurrent
		? undefined
		: await unwrittenReports(folder, rescored, { lang: lang ?? langOfRuns([source]) });
	printSummary(rescored, folder, {}, unwritten);
	for (const change of changes.slice(0, MAX_CHANGES)) process.stdout.write(`${changeLine(change)}\n`);
	for (const [suite, fields] of declared) {
		if (fields.length > 0) {
			process.stdout.write(`${singleLine(`${suite}: declarations changed: ${differencesText(fields)}`)}\n`);
		}
	}
	for (const [suite, fields] of asked) {
		if (fields.length > 0) {
			const line = `${suite}: prompts or expectations differ here (${differencesText(fields)}); scored with those of the run. Run again to use the new ones`;
			process.stdout.write(`${singleLine(line)}\n`);
		}
	}
	process.stdout.write(
		`${changed} of ${counted(log.samples.length, 'sample')} ${plural(changed, 'scores', 'score')} differently now; log in ${shownPath(join(folder, LOG_NAME))}\n`,
	);
	return reportUnwritten(unwritten, printUnmeasured(rescored.summary));
}

/** Kinds of change that are printed; the CSV files of both logs have all. */
const MAX_CHANGES = 20;

function changeLine({ suite, variant, score, before, after, count, samples }: ScoreChange): string {
	const named = samples.slice(0, 5).join(', ') + (count > 5 ? ', ...' : '');
	return singleLine(`${suite} ${variant} ${score}: ${before} changed to ${after}, ${counted(count, 'time')}: ${named}`);
}
