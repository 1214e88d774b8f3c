import {
	existsSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	realpathSync,
	renameSync,
	rmdirSync,
	rmSync,
	statSync,
	symlinkSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { EnvironmentError, UsageError } from '../base/errors.ts';
import { message } from '../base/message.ts';
import { systemCode } from '../base/read-file.ts';
import { writeWhole } from '../base/write-file.ts';
import { withoutAddressSecrets } from '../text/secrets.ts';
import { shellQuoted } from '../text/text.ts';
import { holdLog } from './write-log.ts';

export const LOG_NAME = 'log.jsonl';

/** The log behind a run folder, a log file or a link to either. Throws UsageError, for a folder of several runs with their names. */
export function logPath(run: string): string {
	if (typeof run !== 'string') {
		throw new UsageError(message('usage.run-path', { type: typeof run }));
	}
	const path = resolve(run);
	if (!existsSync(path)) {
		throw new UsageError(message('usage.no-run', { run }));
	}
	const log = statSync(path).isDirectory() ? join(path, LOG_NAME) : path;
	const inside = existsSync(log) ? [] : runsIn(path);
	if (inside[0] !== undefined) {
		const runs = inside.length > 5 ? [...inside.slice(0, 5), '...'] : inside;
		throw new UsageError(message('usage.several-runs', { run, n: inside.length, runs, first: join(run, inside[0]) }));
	}
	if (statSync(log, { throwIfNoEntry: false })?.isDirectory() !== true) return log;
	throw new UsageError(message('usage.not-a-log', { log }));
}

/** Names of the runs of a comparison's folder, a target each. */
function runsIn(folder: string): readonly string[] {
	return readdirSync(folder)
		.filter((name) => existsSync(join(folder, name, LOG_NAME)))
		.toSorted();
}

/** Makes a folder and its parents; false when it was there. Throws {@link EnvironmentError}. */
export function makeFolder(folder: string): boolean {
	try {
		return makeFolders(folder);
	} catch (cause) {
		throw new EnvironmentError(message('log.cannot-make', { folder, code: systemCode(cause) }), { cause });
	}
}

/** One by one: where the system answers ENOENT under a parent that exists (/proc), Node's `recursive` never returns. */
function makeFolders(folder: string): boolean {
	if (isFolder(folder)) return false;
	const parent = dirname(folder);
	if (parent !== folder) makeFolders(parent);
	try {
		mkdirSync(folder);
		return true;
	} catch (error) {
		// Another process may have been faster.
		if (isFolder(folder)) return false;
		throw error;
	}
}

function isFolder(path: string): boolean {
	return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

const RESULTS = 'results';

/**
 * Folder of a new run: `--out`, or `results/<time>-<model>`, with what sort of run it is behind it. Throws
 * {@link UsageError} where it holds a run already.
 */
export function newRunFolder(
	out: string | undefined,
	model: string,
	now: Date,
	{ sort, resumes = false }: RunSort = {},
): string {
	if (out === undefined) return makeOwnFolder(sort === undefined ? model : `${slug(model)}-${sort}`, now);
	const folder = resolve(out);
	if (existsSync(join(folder, LOG_NAME))) {
		throw new UsageError(message('usage.folder-holds-run', { folder, resume: resumes ? '--resume' : undefined }));
	}
	makeFolder(folder);
	return folder;
}

/** What is to be in a new folder. */
interface RunSort {
	readonly sort?: 'tests' | 'merged';
	/** Whether a run that is there could be gone on with. */
	readonly resumes?: boolean;
}

/** A name as a folder may carry it: nothing of it leaves its parent. */
export function slug(name: string): string {
	return (
		basename(withoutAddressSecrets(name).replace(/(?<=(?:^hf:|:\/\/)[^?#]*)[?#].*/u, ''))
			.replace(/\.gguf$/iu, '')
			.replace(/[^\p{L}\p{N}._-]+/gu, '-')
			.replace(/^[.-]+|[.-]+$/gu, '')
			.slice(0, 60) || 'model'
	);
}

/** Folder of reports that stand by themselves, such as a comparison: `--out`, or `results/<time>-<name>`. */
export function newReportFolder(out: string | undefined, name: string, now: Date): string {
	if (out === undefined) return makeOwnFolder(name, now);
	const folder = resolve(out);
	makeFolder(folder);
	return folder;
}

/** Takes back a new folder in which nothing was begun, and `results` where nothing else is in it. */
export function dropEmptyFolder(folder: string): void {
	const results = resolve(RESULTS);
	for (const empty of [folder, ...(dirname(folder) === results ? [results] : [])]) {
		if (!existsSync(empty) || readdirSync(empty).length > 0) return;
		rmdirSync(empty);
	}
}

/** Folder of the run to go on with: `--out`, or the newest. Throws UsageError where there is none, or a process is at it. */
export function resumedRunFolder(out: string | undefined): string {
	const folder = resolve(out ?? join(RESULTS, 'latest'));
	if (!existsSync(join(folder, LOG_NAME))) {
		throw new UsageError(message('usage.no-run-to-resume', { folder }));
	}
	// `results/latest` is about to point at the run: it must not be taken for the run itself.
	const real = realpathSync(folder);
	// Told before a model is loaded.
	holdLog(join(real, LOG_NAME)).release();
	return real;
}

/** Folder of reports of a run that is there already: `--out`, or beside its log. */
export function reportFolder(out: string | undefined, log: string): string {
	const folder = resolve(out ?? dirname(log));
	requireNoOtherRun(folder, log);
	makeFolder(folder);
	return folder;
}

/** Whether what is written there stands beside this very log, or replaces it. Throws {@link UsageError} where another run is. */
export function requireNoOtherRun(folder: string, log: string): boolean {
	const there = join(folder, LOG_NAME);
	if (!existsSync(there)) return false;
	if (realpathSync(there) === realpathSync(log)) return true;
	throw new UsageError(message('usage.folder-other-run', { folder }));
}

/** Points `results/latest` of the working folder at a run, wherever the run lies. */
export function markLatest(folder: string): void {
	const results = resolve(RESULTS);
	try {
		mkdirSync(results, { recursive: true });
		const link = join(results, 'latest');
		if (existsSync(link) && !lstatSync(link).isSymbolicLink()) return;
		const next = join(results, `.latest-${process.pid}`);
		rmSync(next, { force: true });
		symlinkSync(relative(results, folder), next, process.platform === 'win32' ? 'junction' : 'dir');
		renameSync(next, link);
	} catch {
		// A convenience: file systems without links go without it.
	}
}

/** `results/<time>-<name>`, numbered where it is taken: two shards may start within a second. */
function makeOwnFolder(name: string, now: Date): string {
	const wanted = resolve(RESULTS, `${timeStamp(now)}-${slug(name)}`);
	makeFolder(dirname(wanted));
	for (let n = 1; ; n += 1) {
		const folder = n === 1 ? wanted : `${wanted}-${n}`;
		if (!existsSync(folder) && makeFolder(folder)) return folder;
	}
}

function timeStamp(now: Date): string {
	return now.toISOString().slice(0, 19).replaceAll(':', '-');
}

/**
 * Writes a report completely or not at all, so that a reader never sees half of one. `run` is the folder of the log that it
 * can be written of again. Throws {@link EnvironmentError}.
 */
export function writeReport(folder: string, name: string, content: string | Uint8Array, run?: string): void {
	const file = join(folder, name);
	try {
		writeWhole(file, [content]);
	} catch (cause) {
		const code = systemCode(cause);
		if (run === undefined) throw new EnvironmentError(message('log.report-failed', { file, code }), { cause });
		// Another folder is needed where this one cannot be written.
		const out = DENIED.has(code) ? 'DIR' : run === folder ? undefined : shellQuoted(folder);
		const said = { file, code, run: shellQuoted(run), out };
		throw new EnvironmentError(message('log.report-failed-after-run', said), { cause });
	}
}

/** A file system that is mounted for reading, and what belongs to others. */
const DENIED: ReadonlySet<string> = new Set(['EROFS', 'EACCES', 'EPERM']);
