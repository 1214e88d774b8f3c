import { dirname, join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { english, type Message } from '../../src/base/message.ts';
import { packageVersion } from '../../src/base/read-file.ts';
import type { Config } from '../../src/config/define.ts';
import { declaredSuite, type EvaluatedSuite } from '../../src/eval/header.ts';
import { type Label, mergeLabels } from '../../src/eval/scoring/labels.ts';
import { rescore, type ScoreChange } from '../../src/eval/scoring/rescore.ts';
import type { Suite } from '../../src/eval/suite.ts';
import { LOG_NAME, logPath, reportFolder, requireNoOtherRun, writeReport } from '../../src/log/folder.ts';
import { readLogFile } from '../../src/log/read-log.ts';
import { type Log, scoringContext } from '../../src/log/record.ts';
import {
	askedDifferences,
	declaredDifferences,
	identityDifferences,
	type SuiteDifference,
} from '../../src/log/same-run.ts';
import { scoredAgain } from '../../src/log/stored.ts';
import { type LogLock, lockLog, writeLogFile } from '../../src/log/write-log.ts';
import { type Composition, compose } from '../compose/compose.ts';
import { openGivenConfig } from '../compose/open-config.ts';
import { checkOptions } from '../compose/options.ts';
import { judgedPrefixes, LABELS_NAME, labelsBeside, labelsFileCsv, requireOneWord } from './labels-file.ts';
import { type Run, readCheckedRun, warned } from './read-run.ts';

/** What a run came to when it was scored again. */
export interface RescoredRun extends Run {
	/** Samples of which at least one score is another one now. */
	readonly changed: number;
	readonly changes: readonly ScoreChange[];
	/** By suite, what it declares otherwise than the run did. */
	readonly declared: ReadonlyMap<string, readonly SuiteDifference[]>;
	/** By suite, what it asks or expects otherwise than the run did, whose own that stays. */
	readonly asked: ReadonlyMap<string, readonly SuiteDifference[]>;
	/** The log says the same as before, and was not written. */
	readonly kept: boolean;
}

export interface RescoreOptions {
	/** That the run was made with (default: none, for gemmark's own suites). Its suites' code is run. */
	readonly config?: Config | string;
	/** What paths of a config given as an object are relative to (default: the working folder). */
	readonly folder?: string;
	/** Folder of the log that is written (default: in place of the run's). */
	readonly out?: string;
}

/**
 * Scores a run, its folder or its log, again with the suites as they are now, without its model, and writes the log; its
 * reports are written by `writeReports`. Throws ConfigError, LogError, UsageError for a suite that is not there,
 * EnvironmentError.
 */
export async function rescoreRun(run: string, options: RescoreOptions = {}): Promise<RescoredRun> {
	checkOptions('rescoreRun', options);
	const { config, folder, out } = options;
	const source = logPath(run);
	return await holding(source, out, async (held) => {
		const log = await readLogFile(source);
		const names = log.header.suites.map(({ name }) => name);
		return await composedFor(config, folder, async (composition) =>
			rescoreLog(log, await composition.suites(names), { source, out, held }),
		);
	});
}

/** Holds the log that is to be replaced: what another process appended between reading and writing would be lost. */
export async function holding<T>(
	source: string,
	out: string | undefined,
	work: (held: LogLock | undefined) => Promise<T>,
): Promise<T> {
	const held = requireNoOtherRun(resolve(out ?? dirname(source)), source) ? lockLog(source) : undefined;
	try {
		return await work(held);
	} finally {
		held?.release();
	}
}

interface RescoredPlace {
	readonly source: string;
	readonly out?: string;
	readonly held: LogLock | undefined;
}

/** Scores a log, as it was written, again by these suites, and writes it where it says something else now. */
export async function rescoreLog(
	log: Log,
	suites: readonly Suite[],
	{ source, out, held }: RescoredPlace,
): Promise<RescoredRun> {
	const { samples, changed, changes } = rescore(log.samples, suites, scoringContext(log), scoredAgain);
	const byName = new Map(suites.map((suite) => [suite.name, suite]));
	const declared = new Map(
		log.header.suites.map((logged) => [
			logged.name,
			[...declaredAnew(logged, byName.get(logged.name)), ...regrouped(logged.name, log.samples, samples)],
		]),
	);
	const asked = new Map(
		log.header.suites.map((logged) => {
			const suite = byName.get(logged.name);
			return [logged.name, suite === undefined ? [] : askedDifferences(logged, suite)];
		}),
	);
	const header = {
		...log.header,
		suites: log.header.suites.map((logged) => redeclared(logged, byName.get(logged.name))),
	};
	const inPlace = held !== undefined;
	const labels = inPlace ? [] : joinedLabels([dirname(source)]);
	const folder = reportFolder(out, source);
	const file = join(folder, LOG_NAME);
	// What is undefined no log holds.
	const kept = samples.every((sample, index) => sample === log.samples[index]);
	const same = kept && isDeepStrictEqual(JSON.parse(JSON.stringify(header)), log.header);
	const rescored = {
		at: new Date().toISOString(),
		gemmark: packageVersion(),
		changed,
		declared: [...declared].flatMap(([name, fields]) => fields.map(({ field }) => `${name} ${field}`)),
	};
	const now: Log = { ...log, header: same ? log.header : { ...header, rescored }, samples };
	// Before the log: one that stands there has its labels, whenever the process ends.
	await carryLabels(labels, folder, now);
	// Where nothing is another, the log that is there says it already.
	const isWritten = !same || !inPlace;
	if (isWritten) writeLogFile(file, now, { lock: held });
	return { folder, log: warned(now), changed, changes, declared, asked, kept: !isWritten };
}

/** What was asked stays as it was. */
function declaredAnew(logged: EvaluatedSuite, suite: Suite | undefined): readonly SuiteDifference[] {
	if (suite === undefined) return [];
	const now = { ...suite, corpus: logged.corpus };
	return [...identityDifferences(logged, now), ...declaredDifferences(logged, now)];
}

/** The first sample that is in other groups now: of them there are rates, and a gate may hold one. */
function regrouped(suite: string, before: Log['samples'], now: Log['samples']): readonly SuiteDifference[] {
	const index = before.findIndex(
		(sample, place) => sample.suite === suite && !isDeepStrictEqual(sample.groups, now[place]?.groups),
	);
	const [was, is] = [before[index], now[index]];
	return was === undefined ? [] : [{ field: `groups of ${was.sampleId}`, logged: was.groups, known: is?.groups }];
}

/** What the suite declares now, over what the run asked then. */
function redeclared(logged: EvaluatedSuite, suite: Suite | undefined): EvaluatedSuite {
	if (suite === undefined) return logged;
	const { corpus, skipped, planned, plan, samples } = logged;
	return {
		...declaredSuite(suite, { skipped, planned, plan }),
		corpus,
		...(samples !== undefined && { samples }),
	};
}

/** What people said beside the logs that one log is made of. Throws ConfigError, also where a person says both yes and no. */
export function joinedLabels(folders: readonly string[]): readonly Label[] {
	const labels = folders.flatMap(labelsBeside);
	requireOneWord(labels, folders.join(', '));
	return mergeLabels(labels);
}

/** Writes them beside that log: people's word holds for it as well. Throws EnvironmentError. */
export async function carryLabels(labels: readonly Label[], folder: string, log: Log): Promise<void> {
	if (labels.length === 0) return;
	const { judged } = await judgedPrefixes(log);
	writeReport(folder, LABELS_NAME, labelsFileCsv(judged, labels));
}

/** Puts a config together for what asks no model, gemmark's own where none is named; its servers are not started. */
async function composedFor<T>(
	config: Config | string | undefined,
	folder: string | undefined,
	work: (composition: Composition) => Promise<T>,
): Promise<T> {
	const opened = config === undefined ? undefined : await openGivenConfig(config, folder);
	const composition = await compose(opened, { servers: false });
	try {
		return await work(composition);
	} finally {
		await composition.close();
	}
}

export interface ScoredReading {
	/** That the run was made with: its suites' code is run (default: none, gemmark's own suites and kinds alone are checked). */
	readonly config?: Config | string;
	/** What paths of a config given as an object are relative to (default: the working folder). */
	readonly folder?: string;
	/** Told of each suite that could not be checked: a line that the log's warnings have too. */
	readonly onDoubt?: (line: string) => void;
}

/**
 * Reads a run, its folder or its log, scores it again by the suites of the config (default: gemmark's own), and reports the
 * scores that differ. Throws what `readRun` does, and ConfigError.
 */
export async function readScoredRun(run: string, options: ScoredReading = {}): Promise<Log> {
	checkOptions('readScoredRun', options);
	const { config, folder, onDoubt } = options;
	const file = logPath(run);
	const tell = (doubt: Message): void => onDoubt?.(english(doubt));
	return await composedFor(config, folder, (composition) =>
		readCheckedRun(file, { config: composition, onDoubt: tell }),
	);
}
