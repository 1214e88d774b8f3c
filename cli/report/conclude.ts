import type { Colour } from '../../reports/terminal/text.ts';
import type { EnvironmentError } from '../../src/base/errors.ts';
import { shownPath } from '../../src/base/read-file.ts';
import type { PeoplesJudgement } from '../../src/eval/scoring/labels.ts';
import type { Log } from '../../src/log/record.ts';
import { saveBaseline } from '../../src/run/results/baseline-file.ts';
import { judgedExitCode } from '../../src/run/results/exit-code.ts';
import { gateLines, gateRun, type LoadedGate } from '../../src/run/results/judge.ts';
import type { GateResult } from '../../src/summary/gate/gate.ts';
import { type RunSummary, summarizeRun } from '../../src/summary/summarize.ts';
import { type GateRequest, tellReports } from '../open.ts';
import { writePainted } from '../terminal.ts';
import { tellEvidence } from './evidence.ts';
import { tellGithub } from './github.ts';
import { tellUnwritten, unwrittenReports } from './unwritten-reports.ts';

/** A run that is there already, and how it is to be reported. */
export interface Concluded {
	readonly log: Log;
	/** Of the log. */
	readonly folder: string;
	/** Of the reports (default: the log's). */
	readonly out?: string | undefined;
	readonly gate: LoadedGate | undefined;
	/** Whether reports are written (default true). */
	readonly reports?: boolean | undefined;
	/** People's labels by sample key. */
	readonly judgements?: ReadonlyMap<string, PeoplesJudgement> | undefined;
	/** Prints what the run came to, above what its gate did, and where its reports are if they could be written. */
	readonly print?:
		| ((unwritten: EnvironmentError | undefined, result: GateResult | undefined, summary: RunSummary) => void)
		| undefined;
}

/**
 * Writes a run's reports with what its gate came to, prints both and keeps the baseline; where no report can be written, the
 * rest of it all the same. Returns the exit code.
 */
export async function conclude(
	{ log, folder, out = folder, gate, reports = true, judgements, print }: Concluded,
	request: GateRequest & { readonly lang?: 'en' | 'ko' | undefined; readonly json?: boolean | undefined },
): Promise<number> {
	const ungated = summarizeRun(log, { labels: judgements });
	const held = gate && gateRun({ log, summary: ungated }, { ...gate, allow: request.allow });
	const result = held && { ...held, ...(judgements?.size && { labelled: true }) };
	const summary = { ...ungated, gate: result };
	if (reports) tellReports(log);
	const unwritten = reports
		? await unwrittenReports({ folder, log }, { lang: request.lang, out, gate: result })
		: undefined;
	print?.(unwritten, result, summary);
	tellEvidence(summary);
	printGate(result, request);
	tellGithub({ log, out: reports && unwritten === undefined ? out : undefined }, result);
	const exitCode = judgedExitCode(summary, result);
	keepBaseline(request.saveBaseline, { log, summary, folder }, exitCode);
	return tellUnwritten(unwritten, exitCode);
}

/** With `--json` stdout is one object, which has the gate by itself. */
export function printGate(
	result: GateResult | undefined,
	{ json = false, quiet = false }: { readonly json?: boolean | undefined; readonly quiet?: boolean | undefined },
): void {
	if (result === undefined) return;
	const stream = json ? process.stderr : process.stdout;
	const lines = quiet ? gateLines(result).slice(-1) : gateLines(result);
	writePainted(
		stream,
		lines.map((text) => ({ text, colour: GATE_COLOURS.get(text.slice(0, 1)) })),
	);
}

/** By a line's sign. */
const GATE_COLOURS: ReadonlyMap<string, Colour> = new Map([
	['✓', 'green'],
	['✗', 'red'],
	['!', 'yellow'],
	['?', 'yellow'],
]);

/** What failed its gate is nothing to hold later runs against. */
export function keepBaseline(
	file: string | undefined,
	{ log, summary, folder }: { readonly log: Log; readonly summary: RunSummary; readonly folder: string },
	exitCode: number,
): void {
	if (file === undefined) return;
	if (exitCode === 0) {
		saveBaseline(file, log, summary, shownPath(folder));
		process.stderr.write(`baseline saved to ${shownPath(file)}\n`);
	} else {
		process.stderr.write(
			`gemmark: ${shownPath(file)}: no baseline is kept of a run that did not pass; to keep it all the same: gemmark gate RUN --save-baseline FILE, without rules\n`,
		);
	}
}
