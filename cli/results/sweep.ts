import { join } from 'node:path';
import { terminalLines } from '../../reports/document/terminal.ts';
import { localeOf } from '../../reports/messages/catalogue.ts';
import { renderSweep, sweepDocument } from '../../reports/sweep/render.ts';
import { writeReports } from '../../run/results/reports.ts';
import { readCells, readPlan } from '../../run/sweep/plan-file.ts';
import { shownPath } from '../../src/base/read-file.ts';
import { makeFolder, writeReport } from '../../src/log/folder.ts';
import { summarizeSweep } from '../../src/summary/sweep/summarize.ts';
import { printJson } from '../process.ts';
import { writePainted } from '../terminal.ts';
import { miniatureLines } from './conclude.ts';

interface SweepReports {
	readonly lang: 'en' | 'ko';
	/** Print the summary as JSON; lines then go to stderr. */
	readonly json: boolean;
	/** Folder of the reports (default: the sweep's). */
	readonly out?: string;
	/** Write the reports of each cell's run too. */
	readonly cells?: boolean;
}

/** Writes the reports of a sweep from its plan and its logs, and prints what it came to. */
export async function writeSweep(
	folder: string,
	{ lang, json, out = folder, cells = false }: SweepReports,
): Promise<void> {
	const plan = readPlan(folder);
	const logs = await readCells(folder, plan);
	const summary = summarizeSweep(plan, logs);
	const shown = shownPath(folder);
	makeFolder(out);
	for (const [name, content] of Object.entries(renderSweep(summary, lang, shown)))
		writeReport(out, name, content, folder);
	for (const [index, log] of cells ? logs.entries() : []) {
		const run = join(folder, plan.cells[index]?.folder ?? '');
		if (log !== undefined) await writeReports({ folder: run, log }, { lang });
	}
	if (json) printJson(summary);
	else {
		const said = sweepDocument(summary, localeOf(lang), shown);
		writePainted(process.stdout, terminalLines(said, process.stdout.columns));
	}
	const log = logs.find((one) => one !== undefined);
	const lines = log === undefined ? [] : miniatureLines(log);
	for (const line of [...lines, `reports written to ${shownPath(out)}`]) process.stderr.write(`${line}\n`);
}
