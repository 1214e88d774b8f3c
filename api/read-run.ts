import { declaredSuite, type EvaluatedSuite } from '../src/eval/evaluated-run.ts';
import type { Suite } from '../src/eval/suite.ts';
import { otherDecisions, requireCorpusRows } from '../src/log/checks/corpus-rows.ts';
import { requireConsistentHeader } from '../src/log/checks/header-claims.ts';
import { requireOwnSamples } from '../src/log/checks/own-samples.ts';
import { requireOwnScores, uncheckedScores } from '../src/log/checks/own-scores.ts';
import { serverChanges } from '../src/log/checks/server-changes.ts';
import { untoldCounts } from '../src/log/checks/untold-counts.ts';
import { type ReadListener, readLogFile } from '../src/log/log-file.ts';
import type { Log, LogHeader } from '../src/log/record.ts';
import { isBundledModel } from '../src/run/bundled-model.ts';
import type { Composition } from './compose.ts';

/**
 * Reads a log. One of version 1 declares nothing: its suites are shown as gemmark's own of that name are, where there is
 * one. Weights that are the bundled miniature's are told as such, whatever the header says, and what a server tells of
 * having changed, and what cannot be seen for want of its counts, is among the warnings. Throws LogError naming file and line where it cannot be what a run wrote: a header
 * or a line that contradicts itself or the other, and a sample that is not in the corpus, where that is known here.
 */
export async function readRun(logFile: string, onRead?: ReadListener): Promise<Log> {
	const log = await readLogFile(logFile, onRead);
	requireConsistentHeader(log.header, logFile);
	await requireOwnSamples(log, logFile);
	const own = await ownSuites(log.header);
	requireCorpusRows(log, own, logFile);
	const { header } = log;
	const suites = header.version > 1 ? header.suites : header.suites.map((logged) => declared(logged, own));
	const model = { ...header.model, miniature: header.model.miniature || isBundledModel(header.model.sha256) };
	const read = { ...log, header: { ...header, model, suites } };
	return withWarnings(read, [...otherDecisions(log, own), ...serverChanges(log), ...untoldCounts(log)]);
}

export interface ScoredReading {
	readonly onRead?: ReadListener | undefined;
	/** Of a config that the user named: its suites' code is run. */
	readonly config?: Composition | undefined;
}

/**
 * Reads a log as `readRun` does, to tell what it came to: of gemmark's own suites, and of those of the config, the scores
 * must be those that its transcripts give. Throws LogError naming the line of one that is not, or that is not in the
 * config's corpus.
 */
export async function readScoredRun(logFile: string, { onRead, config }: ScoredReading = {}): Promise<Log> {
	const log = await readRun(logFile, onRead);
	const named = config && (await suitesOf(config, log.header));
	requireCorpusRows(log, named ?? [], logFile);
	const known = { own: await ownSuites(log.header), app: (await habitCoach()).app.name, named };
	requireOwnScores(log, known, logFile);
	return withWarnings(log, uncheckedScores(log, known));
}

function suitesOf(config: Composition, { suites }: LogHeader): Promise<readonly Suite[]> {
	return config.suites(suites.flatMap(({ name }) => (config.suiteNames.includes(name) ? name : [])));
}

function withWarnings(log: Log, found: readonly string[]): Log {
	const { warnings = [] } = log.header;
	const more = found.filter((line) => !warnings.includes(line));
	return more.length === 0 ? log : { ...log, header: { ...log.header, warnings: [...warnings, ...more] } };
}

let composed: Promise<Composition> | undefined;

/** The bundled app, put together once: lists of runs read thousands of logs. */
function habitCoach(): Promise<Composition> {
	composed ??= import('./compose.ts').then(({ compose }) => compose(undefined));
	return composed;
}

/** Gemmark's own suites of the names that a log has. */
async function ownSuites({ suites }: LogHeader): Promise<readonly Suite[]> {
	const composition = await habitCoach();
	const names = suites.map(({ name }) => name).filter((name) => composition.suiteNames.includes(name));
	return Promise.all(names.map((name) => ownSuite(composition, name)));
}

const read = new Map<string, Promise<Suite>>();

function ownSuite(composition: Composition, name: string): Promise<Suite> {
	const known = read.get(name) ?? composition.suites([name]).then(([suite]) => suite as Suite);
	read.set(name, known);
	return known;
}

/** What the suite is called then as now; what was asked and planned is the log's own. */
function declared(logged: EvaluatedSuite, own: readonly Suite[]): EvaluatedSuite {
	const suite = own.find(({ name }) => name === logged.name);
	if (suite === undefined) return logged;
	const { title, view, scores, decision } = declaredSuite(suite, NOTHING_RUN);
	return {
		...logged,
		...(title !== undefined && { title }),
		...(view !== undefined && { view }),
		scores: { ...logged.scores, ...scores },
		...(decision !== undefined && { decision }),
	};
}

const NOTHING_RUN = { skipped: [], planned: 0 };
