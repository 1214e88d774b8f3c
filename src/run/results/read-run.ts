import { isDeepStrictEqual } from 'node:util';
import { type GemmarkError, UsageError } from '../../base/errors.ts';
import { distinct, english, type Said } from '../../base/message.ts';
import { appIdentity, declaredSuite, type EvaluatedRun, type EvaluatedSuite } from '../../eval/run.ts';
import type { Suite } from '../../eval/suite.ts';
import { otherDecisions, requireCorpusRows } from '../../log/checks/corpus-rows.ts';
import { requireConsistentHeader } from '../../log/checks/header-claims.ts';
import { type KnownConfig, uncheckedSuites } from '../../log/checks/held-suite.ts';
import { requireOwnScores } from '../../log/checks/own-scores.ts';
import { logPath } from '../../log/folder.ts';
import { requireOwnSamples } from '../../log/parse-log.ts';
import { type ReadListener, readLogFile } from '../../log/read-log.ts';
import type { Log, LogHeader } from '../../log/record.ts';
import { rescoredLines } from '../../log/rescored-mark.ts';
import { leakedTurns, refusedAttempts, serverChanges, untoldCounts } from '../../log/warnings.ts';
import { givenText } from '../../text/given-options.ts';
import type { Composition } from '../compose/compose.ts';
import { declaredTools } from '../compose/compose-app.ts';
import { isBundledModel } from '../compose/load.ts';

/** A run in its folder. */
export interface Run {
	/** Absolute. */
	readonly folder: string;
	readonly log: Log;
	/** What ended it early; samples before it stand. */
	readonly failure?: GemmarkError | undefined;
}

/**
 * Reads a run, its folder or its log. One of version 1 declares nothing: its suites are shown as gemmark's own of that name are, where there is
 * one. Weights that are the bundled miniature's are told as such, whatever the header says; what a server tells of having
 * changed, what it took only when asked again, what cannot be seen for want of its counts, and that the run was scored again, is among the warnings. Throws
 * LogError naming file and line where it cannot be what a run wrote: a header or a line that contradicts itself or the other,
 * and a sample that is not in the corpus, where that is known here; UsageError where there is no run.
 */
export async function readRun(run: string, onRead?: ReadListener): Promise<Log> {
	return await warned(await readWrittenRun(logPath(run), onRead));
}

/** The log with what it lets be seen among its warnings: how reports tell it, whether it was read or just scored again. */
export async function warned(log: Log): Promise<Log> {
	return withWarnings(log, await seenLines(log));
}

/** A log that was read, with the warnings alone that reading does not give again: for one that it becomes a part of. */
export async function unwarned(log: Log): Promise<Log> {
	const seen = new Set((await seenLines(log)).map(english));
	const { warnings, ...header } = log.header;
	const others = warnings?.filter((line) => !seen.has(english(line))) ?? [];
	return { ...log, header: { ...header, ...(others.length > 0 && { warnings: others }) } };
}

async function seenLines(log: Log): Promise<readonly Said[]> {
	const decisions = otherDecisions(log, await ownSuites(log.header));
	const seen = [
		serverChanges(log),
		refusedAttempts(log),
		untoldCounts(log),
		leakedTurns(log),
		duringRun(log),
		rescoredLines(log),
	];
	return [...decisions, ...seen.flat()];
}

function duringRun({ footer }: Log): readonly Said[] {
	return footer?.warnings ?? [];
}

/** Reads a log as `readRun` does, with the warnings alone that it was written with. */
export async function readWrittenRun(logFile: string, onRead?: ReadListener): Promise<Log> {
	const log = await readLogFile(logFile, onRead);
	requireConsistentHeader(log.header, logFile);
	await requireOwnSamples(log, logFile);
	const own = await ownSuites(log.header);
	requireCorpusRows(log, own, logFile);
	const { header } = log;
	const suites = header.version > 1 ? header.suites : header.suites.map((logged) => declared(logged, own));
	const model = { ...header.model, miniature: header.model.miniature || isBundledModel(header.model.sha256) };
	return { ...log, header: { ...header, model, suites } };
}

export interface HeldReading {
	readonly onRead?: ReadListener | undefined;
	/** Of a config that the user named: its suites' code is run. */
	readonly config?: Composition | undefined;
	/** Told of each suite that could not be held, or decides otherwise than gemmark's own: a line that the log's warnings have too. */
	readonly onDoubt?: ((line: string) => void) | undefined;
}

/**
 * Reads a log as `readRun` does, to tell what it came to: of gemmark's own suites and kinds, and of the suites of the
 * config, scores and groups must be those that rows and transcripts give, and what the header declares of scores (of the
 * config's also the decision) must be what the suites declare. Parameters of tools that the log does not tell are the
 * config's. Throws LogError naming the field, or the line of a sample
 * that is scored otherwise or is not in the config's corpus.
 */
export async function readHeldRun(logFile: string, { onRead, config, onDoubt }: HeldReading = {}): Promise<Log> {
	const log = await readRun(logFile, onRead);
	const [own, kinds] = await Promise.all([ownSuites(log.header), kindsOf(log.header)]);
	const named = config && (await knownConfig(config, log.header));
	requireCorpusRows(log, named?.suites ?? [], logFile);
	const known = { own, kinds, app: (await habitCoach()).app.name, config: named };
	requireOwnScores(log, known, logFile);
	const unchecked = uncheckedSuites(log.header, known);
	for (const line of [...otherDecisions(log, own), ...unchecked]) onDoubt?.(line);
	const told = withWarnings(log, unchecked);
	return config === undefined ? told : withConfigTools(told, config);
}

async function knownConfig(config: Composition, { suites }: LogHeader): Promise<KnownConfig> {
	const names = suites.flatMap(({ name }) => (config.suiteNames.includes(name) ? name : []));
	return { suites: await config.suites(names), language: config.app.language ?? 'ko' };
}

/** Gemmark's own suites whose scorers know nothing of their corpus, where the log has their views. */
async function kindsOf({ suites }: LogHeader): Promise<readonly Suite[]> {
	const composition = await habitCoach();
	const seen = ROW_KINDS.filter((kind) => suites.some(({ view }) => view === kind));
	return Promise.all(seen.map((kind) => ownSuite(composition, kind)));
}

/** Each a kind, its view, and gemmark's own suite of it. The others' scorers read files beside the corpus. */
const ROW_KINDS: readonly string[] = ['prefix', 'tools'];

function withWarnings(log: Log, found: readonly Said[]): Log {
	const { warnings = [] } = log.header;
	const all = distinct([...warnings, ...found]);
	return all.length === warnings.length ? log : { ...log, header: { ...log.header, warnings: all } };
}

let composed: Promise<Composition> | undefined;

/** The bundled app, put together once: lists of runs read thousands of logs. */
function habitCoach(): Promise<Composition> {
	composed ??= import('../compose/compose.ts').then(({ compose }) => compose(undefined));
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

/**
 * The log with the tools of the config that the user named, where it does not tell those of its app and the config's app
 * is the very same: what engines make of a call may depend on their parameters. A warning says so.
 */
export function withConfigTools(log: Log, config: Composition): Log {
	const { app, warnings = [] } = log.header;
	if (app === undefined || app.tools !== undefined || !isSameApp(app, config)) return log;
	if (log.samples.every(({ transcript }) => transcript.tools === undefined)) return log;
	const tools = declaredTools(config.app);
	if (tools === undefined || tools.length === 0) return log;
	return { ...log, header: { ...log.header, app: { ...app, tools }, warnings: [...warnings, FROM_CONFIG] } };
}

const FROM_CONFIG =
	'the log does not tell the parameters of its tools: what engines make of its calls is by those of the config';

function isSameApp({ name, version, files = [] }: NonNullable<Log['header']['app']>, { app }: Composition): boolean {
	const own = appIdentity(app);
	return name === own.name && version === own.version && isDeepStrictEqual(hashes(files), hashes(own.files ?? []));
}

function hashes(files: readonly { readonly sha256: string }[]): readonly string[] {
	return files.map(({ sha256 }) => sha256);
}

/** The log of a run, or what is one; code without types may give its folder. Throws UsageError. */
export function givenRun(run: Run | EvaluatedRun, who: string): EvaluatedRun {
	if (typeof run !== 'object' || run === null) {
		throw new UsageError(`${who}: a run or its log is wanted, not ${givenText(run)}`, { hint: HINT });
	}
	const log: unknown = 'log' in run ? run.log : run;
	if (isLog(log)) return log;
	throw new UsageError(`${who}: a run or its log is wanted, and this has no ${isObject(log) ? lackOf(log) : 'log'}`, {
		hint: HINT,
	});
}

const HINT = 'Read the one of a folder with readScoredRun.';

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
