import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gateLineText } from '../../reports/gate.ts';
import { gateOfJunit } from '../../reports/junit.ts';
import { type Lang, localeOf } from '../../reports/messages/catalogue.ts';
import { type ReportedRun, reportedRun } from '../../reports/reported-run.ts';
import { gateLines } from '../../reports/terminal/gate.ts';
import { summaryJson } from '../../reports/terminal/json.ts';
import { summaryLines } from '../../reports/terminal/run.ts';
import { type Colour, singleLine } from '../../reports/terminal/text.ts';
import { saveBaseline } from '../../run/results/baseline-file.ts';
import {
	decisionLine,
	evidenceExitCode,
	exitCodeOf,
	judgedExitCode,
	missingShardLines,
	undecidedLines,
	unmeasuredLines,
} from '../../run/results/exit-code.ts';
import { gateRun, type LoadedGate } from '../../run/results/judge.ts';
import { judgementsBeside } from '../../run/results/labels-file.ts';
import type { Run } from '../../run/results/read-run.ts';
import { writeRunReports } from '../../run/results/reports.ts';
import { EnvironmentError } from '../../src/base/errors.ts';
import { readRegularFile, shownPath } from '../../src/base/read-file.ts';
import type { Log } from '../../src/log/record.ts';
import { MINIATURE_NOTICE } from '../../src/model/miniature-notice.ts';
import type { GateResult } from '../../src/summary/gate/gate.ts';
import { type RunSummary, runName } from '../../src/summary/summarize.ts';
import type { GateRequest } from '../flags.ts';
import { announceReports } from '../open.ts';
import { printJson, reportFailure, tell } from '../process.ts';
import { writePainted } from '../terminal.ts';

/** Prints a run's summary and where its report is: lines for people, or one JSON object for scripts. */
export function printSummary(
	run: ReportedRun,
	folder: string,
	{ json = false, quiet = false, lang }: { readonly json?: boolean; readonly quiet?: boolean; readonly lang?: Lang },
	unwritten?: EnvironmentError,
): void {
	if (json) {
		printJson(summaryJson(run, folder));
		return;
	}
	const place =
		unwritten === undefined
			? [{ text: singleLine(`${localeOf(lang ?? 'en').terminal.report}: ${shownPath(join(folder, 'report.html'))}`) }]
			: [];
	writePainted(process.stdout, [...summaryLines(run, { quiet, lang }), ...place]);
}

/** How a run is to be reported. */
export interface ConcludeOptions extends Pick<GateRequest, 'allow' | 'saveBaseline'> {
	readonly gate?: LoadedGate;
	/** Folder of the reports (default: the run's). */
	readonly into?: string;
	/** Whether reports are written (default true). */
	readonly reports?: boolean;
	/** Whether this command made the run, and exits with what ended it. */
	readonly made?: boolean;
	/** Prints the outcome, above that of the gate, and where the reports are if they could be written. */
	readonly print?: (run: ReportedRun, unwritten: EnvironmentError | undefined) => void;
	readonly lang?: 'en' | 'ko';
	readonly json?: boolean;
	readonly quiet?: boolean;
}

/**
 * Writes a run's reports with the result of its gate and people's labels, prints both and saves the baseline; where no
 * report can be written, it does the rest. Returns the exit code.
 */
export async function conclude(
	{ log, folder, failure }: Run,
	options: ConcludeOptions,
): Promise<{ readonly exitCode: number; readonly run: ReportedRun }> {
	const { gate, into = folder, reports = true, saveBaseline } = options;
	const ungated = reportedRun(log, { labels: await judgementsBeside(folder, log) });
	let run = ungated;
	let unwritten: EnvironmentError | undefined;
	try {
		const judged = gate && gateRun(ungated, { ...gate, allow: options.allow });
		run = { ...ungated, gate: judged && { ...judged, ...(ungated.labels?.size && { labelled: true }) } };
	} finally {
		if (reports) {
			announceReports(log, options);
			unwritten = await unwrittenReports(folder, run, { lang: options.lang, out: into });
		}
	}
	const { summary, gate: result } = run;
	options.print?.(run, unwritten);
	if (failure === undefined) printUnmeasured(summary);
	else {
		reportFailure(failure);
		tell(`finished samples are in ${shownPath(folder)}`);
	}
	printGate(result, options);
	reportToGithub({ log, out: reports && unwritten === undefined ? into : undefined }, result);
	const exitCode = options.made ? exitCodeOf(summary, { failure, gate: result }) : judgedExitCode(summary, result);
	if (saveBaseline !== undefined) keepBaseline(saveBaseline, { log, summary, folder }, exitCode);
	return { exitCode: reportUnwritten(unwritten, exitCode), run };
}

/** With `--json` stdout is one object, which has the gate. */
function printGate(
	result: GateResult | undefined,
	{ json = false, quiet = false, lang = 'en' }: ConcludeOptions,
): void {
	if (result === undefined) return;
	const lines = gateLines(result, localeOf(lang)).slice(quiet ? -1 : 0);
	writePainted(
		json ? process.stderr : process.stdout,
		lines.map((text) => ({ text, colour: GATE_COLOURS.get(text.slice(0, 1)) })),
	);
}

/** By a line's sign. */
const GATE_COLOURS: ReadonlyMap<string, Colour> = new Map([
	['✓', 'green'],
	['✗', 'red'],
	['~', 'yellow'],
	['!', 'yellow'],
	['?', 'yellow'],
]);

/** A run that failed its gate is not a baseline. */
function keepBaseline(
	file: string,
	{ log, summary, folder }: { readonly log: Log; readonly summary: RunSummary; readonly folder: string },
	exitCode: number,
): void {
	if (exitCode === 0) {
		saveBaseline(file, log, summary, shownPath(folder));
		process.stderr.write(`baseline saved to ${shownPath(file)}\n`);
	} else {
		tell(
			`${shownPath(file)}: no baseline saved, because the run did not pass. To save it anyway: gemmark gate RUN --save-baseline FILE, without --gate`,
		);
	}
}

/**
 * Writes the reports of a run; warns if they lose the gate of earlier reports. Returns an error of writing, because a verdict
 * is printed anyway.
 */
export async function unwrittenReports(
	folder: string,
	run: ReportedRun,
	options: Parameters<typeof writeRunReports>[2],
): Promise<EnvironmentError | undefined> {
	const losesGate = run.gate === undefined && hasGate(options.out ?? folder);
	try {
		await writeRunReports(folder, run, options);
	} catch (error) {
		if (error instanceof EnvironmentError) return error;
		throw error;
	}
	if (losesGate) tell(GATE_DROPPED);
	return undefined;
}

function hasGate(folder: string): boolean {
	try {
		return gateOfJunit(String(readRegularFile(join(folder, 'junit.xml')))) !== undefined;
	} catch {
		return false;
	}
}

const GATE_DROPPED =
	'summary.md and junit.xml no longer have the result of the gate. Check the run again with gemmark gate RUN --gate FILE';

/** Reports, after the verdict, that reports were not written. Returns the exit code: that of a failed gate, else of this failure. */
export function reportUnwritten(unwritten: EnvironmentError | undefined, exitCode: number): number {
	if (unwritten === undefined) return exitCode;
	reportFailure(unwritten);
	return exitCode !== 0 ? exitCode : unwritten.exitCode;
}

/** Prints suites without a measurement on stderr; returns the exit code. */
export function printUnmeasured(summary: RunSummary): 0 | 3 {
	unmeasuredLines(summary).forEach(tell);
	return evidenceExitCode(summary);
}

/** Prints undecided verdicts, for commands without a summary. */
export function printUndecided(summary: RunSummary): void {
	undecidedLines(summary).forEach(tell);
}

/** Prints missing shards, beside a summary of the others. */
export function printMissingShards(summary: RunSummary): void {
	missingShardLines(summary).forEach(tell);
}

/** A line for each verdict by people's labels, for commands without a summary; gates check the rule's metrics. */
export function peoplesLines({ decisions }: RunSummary): readonly string[] {
	return decisions.filter(({ people }) => people !== undefined).map((one) => singleLine(decisionLine(one)));
}

/** The miniature notice, for commands without a summary. */
export function miniatureLines({ header }: Pick<Log, 'header'>): readonly string[] {
	return header.model.miniature ? [MINIATURE_NOTICE.en] : [];
}

/**
 * In a GitHub workflow the run's `summary.md` becomes part of the step's summary, and each rule of a gate that did not pass
 * an annotation that names the run. `out` is absent where no report could be written.
 * Source: docs.github.com, Workflow commands (2026-11).
 */
export function reportToGithub(
	{ log, out }: { readonly log: Pick<Log, 'header'>; readonly out: string | undefined },
	gate: GateResult | undefined,
	env: NodeJS.ProcessEnv = process.env,
	print: (line: string) => void = (line) => process.stdout.write(`${line}\n`),
): void {
	if (env.GITHUB_ACTIONS !== 'true') return;
	const title = escapedProperty(`gemmark gate: ${singleLine(runName(log.header))}`);
	for (const line of gate?.lines ?? []) {
		if (line.status !== 'pass')
			print(`::${LEVELS[line.status]} title=${title}::${escaped(singleLine(gateLineText(line, localeOf('en'))))}`);
	}
	const summary = env.GITHUB_STEP_SUMMARY;
	if (summary === undefined || summary === '' || out === undefined) return;
	try {
		appendFileSync(summary, readFileSync(join(out, 'summary.md')));
	} catch (cause) {
		const code = (cause as NodeJS.ErrnoException).code ?? 'unknown';
		print(`::warning title=gemmark::the step summary cannot be written (${escaped(code)})`);
	}
}

const LEVELS = {
	unclear: 'notice',
	fail: 'error',
	undecided: 'error',
	'soft-fail': 'warning',
	'soft-undecided': 'warning',
} as const;

/** Escapes what would end a workflow command or begin another. */
function escaped(text: string): string {
	return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** Escapes also what would end a property of a command. */
function escapedProperty(text: string): string {
	return escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
