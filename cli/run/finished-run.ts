import { join } from 'node:path';
import { printSummary } from '../../reports/terminal/run.ts';
import type { EnvironmentError, GemmarkError } from '../../src/base/errors.ts';
import { shownPath } from '../../src/base/read-file.ts';
import { LOG_NAME } from '../../src/log/folder.ts';
import type { Log } from '../../src/log/record.ts';
import { exitCodeOf } from '../../src/run/results/exit-code.ts';
import { gateRun, type LoadedGate } from '../../src/run/results/judge.ts';
import { readRun } from '../../src/run/results/read-run.ts';
import type { GateResult } from '../../src/summary/gate/gate.ts';
import { type RunSummary, summarizeRun } from '../../src/summary/summarize.ts';
import { shellQuoted } from '../../src/text/text.ts';
import type { RunRequest } from '../commands/run.ts';
import { readTold, tellReports } from '../open.ts';
import { INTERRUPTED_EXIT_CODE, reportFailure } from '../process.ts';
import { keepBaseline, printGate } from '../report/conclude.ts';
import { tellEvidence } from '../report/evidence.ts';
import { tellGithub } from '../report/github.ts';
import { exitCodeUnwritten, tellUnwritten, unwrittenReports } from '../report/unwritten-reports.ts';

/** A run that came to an end, good or bad, with its reports written where that was possible. */
export interface FinishedRun {
	readonly exitCode: number;
	readonly folder: string;
	readonly log: Log;
	readonly summary: RunSummary;
	/** What ended it early. */
	readonly failure?: GemmarkError | undefined;
	readonly gate?: GateResult | undefined;
	/** Why there are no reports. */
	readonly unwritten?: EnvironmentError | undefined;
}

/** Whatever ended the run, what was evaluated is reported. */
export async function conclude(
	request: RunRequest,
	{ gate }: { readonly gate: LoadedGate | undefined },
	folder: string,
	failure: GemmarkError | undefined,
): Promise<FinishedRun> {
	const log = await readTold(join(folder, LOG_NAME), readRun, request).catch((error: unknown) => {
		// What ended the run may have taken its log, too.
		throw failure ?? error;
	});
	const ungated = summarizeRun(log);
	const ended = failure !== undefined || log.footer?.outcome === 'interrupted';
	let result: GateResult | undefined;
	let unwritten: EnvironmentError | undefined;
	try {
		if (!ended && gate !== undefined) {
			result = gateRun({ log, summary: ungated }, { ...gate, allow: request.allow });
		}
	} finally {
		tellReports(log, request);
		unwritten = await unwrittenReports({ folder, log }, { lang: request.lang, gate: result });
	}
	tellGithub({ log, out: unwritten === undefined ? folder : undefined }, result);
	const summary = { ...ungated, gate: result };
	const exitCode = exitCodeOf(summary, { failure, gate: result });
	keepBaseline(request.saveBaseline, { log, summary, folder }, exitCode);
	return { exitCode: exitCodeUnwritten(unwritten, exitCode), folder, log, summary, failure, gate: result, unwritten };
}

/** Prints what a run came to: its summary and gate to stdout, what went wrong to stderr. */
export function printRun(
	{ log, summary, folder, failure, gate, unwritten, exitCode }: FinishedRun,
	{ json, quiet = false }: Pick<RunRequest, 'json' | 'quiet'>,
	isOneOfSeveral = false,
): void {
	printSummary(log, folder, { json, quiet, unwritten, gate });
	printGate(gate, { json, quiet });
	if (failure !== undefined) {
		reportFailure(failure, (line) => process.stderr.write(`${line}\n`));
		process.stderr.write(`gemmark: what was done before is in ${shownPath(folder)}\n`);
	} else if (exitCode === 3) tellEvidence(summary);
	tellUnwritten(unwritten, exitCode);
	if (exitCode === INTERRUPTED_EXIT_CODE) {
		const { target, interleaved } = log.header;
		const named = isOneOfSeveral && target !== undefined ? ` --target ${shellQuoted(target)}` : '';
		const alone = isOneOfSeveral ? ' (one model at a time)' : '';
		const onward = `go on with --resume${named} --out ${shellQuoted(shownPath(folder))} and the same options${alone}`;
		const anew = 'runs in turns cannot be gone on with: start them again';
		process.stderr.write(`gemmark: ${interleaved === undefined ? onward : anew}\n`);
	}
}
