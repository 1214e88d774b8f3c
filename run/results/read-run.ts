import { type GemmarkError, UsageError } from '../../src/base/errors.ts';
import { distinct, english, type Message, message, type Said } from '../../src/base/message.ts';
import type { EvaluatedRun } from '../../src/eval/header.ts';
import { rescore } from '../../src/eval/scoring/rescore.ts';
import { logPath } from '../../src/log/folder.ts';
import { type ReadListener, readLogFile } from '../../src/log/read-log.ts';
import { type Log, scoringContext } from '../../src/log/record.ts';
import { logWarnings } from '../../src/log/warnings.ts';
import { givenText } from '../../src/text/given-options.ts';
import type { Composition } from '../compose/compose.ts';

/** A run in its folder. */
export interface Run {
	/** Absolute. */
	readonly folder: string;
	readonly log: Log;
	/** What ended it early; samples before it stand. */
	readonly failure?: GemmarkError;
}

/**
 * Reads a run, its folder or its log; what the log shows of its server, and that it was scored again, is among its
 * warnings. Throws LogError naming file and line, UsageError where there is no run.
 */
export async function readRun(run: string, onRead?: ReadListener): Promise<Log> {
	return warned(await readLogFile(logPath(run), onRead));
}

/** The log with what it shows among its warnings, whether it was read or just scored again. */
export function warned(log: Log): Log {
	return withWarnings(log, logWarnings(log));
}

/** A log that was read, with the warnings alone that reading does not give again: for one that it becomes a part of. */
export function unwarned(log: Log): Log {
	const seen = new Set(logWarnings(log).map(english));
	const { warnings, ...header } = log.header;
	const others = warnings?.filter((line) => !seen.has(english(line))) ?? [];
	return { ...log, header: { ...header, ...(others.length > 0 && { warnings: others }) } };
}

export interface CheckedReading {
	readonly onRead?: ReadListener;
	/** Of a config that the user named: its suites' code is run. */
	readonly config?: Composition;
	/** Receives each score that is another one now; the log's warnings have them too. */
	readonly onDoubt?: (doubt: Message) => void;
}

/** Reads a log as {@link readRun} does; with a config, scores it again by its suites and reports the difference. */
export async function readCheckedRun(logFile: string, { onRead, config, onDoubt }: CheckedReading = {}): Promise<Log> {
	const log = await readRun(logFile, onRead);
	const doubts = config === undefined ? [] : await scoreDifferences(log, config);
	for (const doubt of doubts) onDoubt?.(doubt);
	return withWarnings(log, doubts);
}

/** Of suites on the corpus of the run. */
async function scoreDifferences(log: Log, config: Composition): Promise<readonly Message[]> {
	const logged = log.header.suites.filter(({ name }) => config.suiteNames.includes(name));
	const suites = (await config.suites(logged.map(({ name }) => name))).filter(({ name, corpus }) =>
		logged.some((one) => one.name === name && one.corpus.sha256 === corpus.sha256),
	);
	const { changes } = rescore(log.samples, suites, scoringContext(log));
	return changes.map(({ suite, score, before, after, count, samples }) => {
		const named = samples.length > MAX_NAMED ? [...samples.slice(0, MAX_NAMED), '...'] : samples;
		return message('run.scores-differ', { suite, score, before, after, n: count, samples: named });
	});
}

const MAX_NAMED = 5;

function withWarnings(log: Log, found: readonly Said[]): Log {
	const { warnings = [] } = log.header;
	const all = distinct([...warnings, ...found]);
	return all.length === warnings.length ? log : { ...log, header: { ...log.header, warnings: all } };
}

/** The log of a run, or what is one; code without types may give its folder. Throws UsageError. */
export function givenRun(run: Run | EvaluatedRun, who: string): EvaluatedRun {
	if (typeof run !== 'object' || run === null)
		throw new UsageError(message('usage.not-a-run', { who, given: givenText(run) }));
	const log: unknown = 'log' in run ? run.log : run;
	if (isLog(log)) return log;
	const field = (isObject(log) ? lackOf(log) : undefined) ?? 'log';
	throw new UsageError(message('usage.run-lacks', { who, field }));
}

/** Of a header, what everything that looks at a run reads. */
const PARTS = ['model', 'engine', 'settings'] as const;

/** Whether it has what a run has; that all of it is right is for who reads a log. */
export function isLog(value: unknown): value is EvaluatedRun {
	return isObject(value) && lackOf(value) === undefined;
}

function lackOf({ header, samples }: Readonly<Record<string, unknown>>): string | undefined {
	if (!isObject(header)) return 'header';
	if (!Array.isArray(header.suites)) return 'header.suites';
	const part = PARTS.find((name) => !isObject(header[name]));
	if (part !== undefined) return `header.${part}`;
	return Array.isArray(samples) ? undefined : 'samples';
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null;
}
