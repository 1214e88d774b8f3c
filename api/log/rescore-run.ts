import { dirname, join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { packageVersion } from '../../src/base/read-file.ts';
import type { Config } from '../../src/config/define.ts';
import { declaredSuite, type EvaluatedSuite } from '../../src/eval/run.ts';
import { rescore, type ScoreChange } from '../../src/eval/scoring/rescore.ts';
import type { Suite } from '../../src/eval/suite.ts';
import { requireCorpusRows } from '../../src/log/checks/corpus-rows.ts';
import { LOG_NAME, logPath, reportFolder, requireNoOtherRun } from '../../src/log/folder.ts';
import { LOG_VERSION, type Log, scoringContext } from '../../src/log/record.ts';
import {
	askedDifferences,
	declaredDifferences,
	identityDifferences,
	type SuiteDifference,
} from '../../src/log/same-run.ts';
import { type HeldLog, holdLog, writeLogFile } from '../../src/log/write-log.ts';
import type { Run } from '../evaluate.ts';
import { checkOptions } from '../node-options.ts';
import { carryLabels, joinedLabels } from './carried-labels.ts';
import { composedFor } from './composed-for.ts';
import { readWrittenRun, warned } from './read-run.ts';

/** What a run came to when it was scored again. */
export interface RescoredRun extends Run {
	/** Samples of which at least one score is another one now. */
	readonly changed: number;
	readonly changes: readonly ScoreChange[];
	/** By suite, what it declares otherwise than the run did. */
	readonly declared: ReadonlyMap<string, readonly SuiteDifference[]>;
	/** By suite, what it asks or expects otherwise than the run did, whose own that stays. */
	readonly asked: ReadonlyMap<string, readonly SuiteDifference[]>;
}

export interface RescoreOptions {
	/** That the run was made with (default: none, for gemmark's own suites). Its suites' code is run. */
	readonly config?: Config | string | undefined;
	/** What paths of a config given as an object are relative to (default: the working folder). */
	readonly folder?: string | undefined;
	/** Folder of the log that is written (default: in place of the run's). */
	readonly out?: string | undefined;
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
		const log = await readWrittenRun(source);
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
	work: (held: HeldLog | undefined) => Promise<T>,
): Promise<T> {
	const held = requireNoOtherRun(resolve(out ?? dirname(source)), source) ? holdLog(source) : undefined;
	try {
		return await work(held);
	} finally {
		held?.release();
	}
}

export interface RescoredPlace {
	readonly source: string;
	readonly out?: string | undefined;
	readonly held: HeldLog | undefined;
}

/** Scores a log, as it was written, again by these suites, and writes it where it says something else now. */
export async function rescoreLog(
	log: Log,
	suites: readonly Suite[],
	{ source, out, held }: RescoredPlace,
): Promise<RescoredRun> {
	requireCorpusRows(log, suites, source);
	const { samples, changed, changes } = rescore(log.samples, suites, scoringContext(log));
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
		version: LOG_VERSION,
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
	// Where nothing is another, the log that is there says it already.
	// Before the log: one that stands there has its labels, whenever the process ends.
	await carryLabels(labels, folder, now);
	if (!same || !inPlace) writeLogFile(file, now, { held });
	return { folder, log: await warned(now), changed, changes, declared, asked };
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
		...declaredSuite(suite, { skipped, planned, ...(plan !== undefined && { plan }) }),
		corpus,
		...(samples !== undefined && { samples }),
	};
}
