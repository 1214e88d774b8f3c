import { statSync } from 'node:fs';
import { unknownConditions } from '../reports/comparison/notices.ts';
import { localeOf } from '../reports/messages/catalogue.ts';
import { type ComposeOptions, type Composition, compose } from '../run/compose/compose.ts';
import { openConfig } from '../run/compose/open-config.ts';
import { type LoadedGate, requireGateable } from '../run/results/judge.ts';
import { readCheckedRun } from '../run/results/read-run.ts';
import { UsageError } from '../src/base/errors.ts';
import { english, message, type Said } from '../src/base/message.ts';
import { shownPath } from '../src/base/read-file.ts';
import type { AppUnderTest } from '../src/eval/app.ts';
import type { Suite } from '../src/eval/suite.ts';
import { logPath } from '../src/log/folder.ts';
import { type ReadListener, readLogFile } from '../src/log/read-log.ts';
import type { Log } from '../src/log/record.ts';
import { unrecorded } from '../src/summary/compare/identity.ts';
import type { GateRequest } from './flags.ts';
import { closeAtEnd, tell } from './process.ts';
import { createProgress, NO_PROGRESS, type ProgressStream } from './progress.ts';

/**
 * Composes the named config, the one found upwards from here, or the built-in one, until the command is done. MCP servers
 * are started only for commands that run a model.
 */
export async function composeHere(config: string | undefined, options: ComposeOptions = {}): Promise<Composition> {
	const composition = await compose(await openConfig(config), { servers: false, ...options });
	closeAtEnd(composition.close);
	return composition;
}

/** The config that the user named. One that is merely found in the folder runs no code. */
export async function composeIfNamed(config: string | undefined): Promise<Composition | undefined> {
	return config === undefined ? undefined : composeHere(config);
}

/** App and suites of an existing run, `from` a config or its composition. Throws {@link UsageError} for an unknown suite. */
export async function composeNamed(
	names: readonly string[],
	from?: string | Composition,
): Promise<{ readonly app: AppUnderTest; readonly suites: readonly Suite[] }> {
	const here = typeof from === 'object' ? from : await composeHere(from);
	// A run of the built-in suites may be in a folder with a config.
	const composition = names.every((name) => here.suiteNames.includes(name)) ? here : await compose(undefined);
	const unknown = names.find((name) => !composition.suiteNames.includes(name));
	if (unknown !== undefined) {
		throw new UsageError(message('command.suite-unknown', { suite: unknown }));
	}
	return { app: composition.app, suites: await composition.suites(names) };
}

interface OpenRunOptions {
	/** The run is to be scored again. */
	readonly anew?: boolean;
	/** The config that the user named. */
	readonly config?: Composition;
	/** Prints all warnings of the run: for commands without a summary. */
	readonly warn?: boolean;
}

/** Reads the log of a run folder or log file. Reports a dropped last line, and what could not be checked, on stderr. */
export async function openRun(run: string, { anew = false, config, warn = false }: OpenRunOptions = {}): Promise<Log> {
	const path = logPath(run);
	const doubts: Said[] = [];
	const log = await readWithProgress(path, (file, onRead) =>
		anew ? readLogFile(file, onRead) : readCheckedRun(file, { onRead, config, onDoubt: (doubt) => doubts.push(doubt) }),
	);
	for (const line of warn ? (log.header.warnings ?? []) : doubts) {
		tell(`${shownPath(path)}: ${english(line)}`);
	}
	if (log.damaged !== undefined) {
		const { line, problem } = log.damaged;
		tell(`${path}:${line}: damaged, and dropped (${english(problem)})`);
	}
	return log;
}

interface ReadingOutput {
	readonly quiet?: boolean;
	readonly stream?: ProgressStream;
}

/** Reads a log with `read`; of a long one, stderr shows the progress. */
export async function readWithProgress(
	path: string,
	read: (path: string, onRead?: ReadListener) => Promise<Log>,
	{ quiet = false, stream = process.stderr }: ReadingOutput = {},
): Promise<Log> {
	const { size = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {};
	if (size < LONG_LOG_BYTES) return read(path);
	const progress = quiet ? NO_PROGRESS : createProgress(stream, 'reading');
	const megabytes = (bytes: number): number => Math.round(bytes / 1e6);
	try {
		return await read(path, (bytes) => progress.update(megabytes(bytes), megabytes(size), 'MB'));
	} finally {
		progress.finish();
	}
}

/** Prints that the reports of a long run are being written, which takes seconds. */
export function announceReports(
	{ samples }: Pick<Log, 'samples'>,
	{ quiet = false, stream = process.stderr }: ReadingOutput = {},
): void {
	if (!quiet && samples.length >= LONG_RUN) stream.write(`writing reports of ${samples.length} samples\n`);
}

/** Both are about 10,000 samples, read or rendered in about a second. */
export const LONG_LOG_BYTES = 50e6;
export const LONG_RUN = 10_000;

/** Reads gate and baseline before anything is written. Throws ConfigError, UsageError. */
export async function openGate(
	{ gate, baseline, saveBaseline }: GateRequest,
	config?: Composition,
): Promise<LoadedGate | undefined> {
	if (saveBaseline !== undefined) (await import('../run/results/baseline-file.ts')).requireBaselinePlace(saveBaseline);
	if (gate !== undefined)
		return (await import('../run/results/judge.ts')).loadGateAndBaseline(gate, baseline, {
			config,
			onDoubt: tell,
		});
	if (baseline === undefined) return undefined;
	throw new UsageError(message('usage.requires', { flag: '--baseline', needed: '--gate' }));
}

/** Throws UsageError where a run cannot be compared with the gate's baseline, and reports what may differ. */
export function requireComparableRun(
	run: Pick<Log, 'header'>,
	gate: LoadedGate | undefined,
	request: GateRequest,
): void {
	const lines = requireGateable(run, gate, request);
	const { baseline } = gate ?? {};
	const unknown =
		baseline &&
		unknownConditions(
			[
				{ name: 'the baseline', unknown: unrecorded(baseline) },
				{ name: 'this run', unknown: unrecorded(run) },
			],
			localeOf('en'),
		);
	for (const line of [...lines, ...(unknown ?? []).map((said) => said.join(' '))]) tell(line);
}
