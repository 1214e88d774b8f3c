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
import { folderTime } from '../text/local-time.ts';
import { withoutAddressSecrets } from '../text/secrets.ts';
import { shellQuoted } from '../text/text.ts';
import { lockLog } from './write-log.ts';

export const LOG_NAME = 'log.jsonl';

/** The log of a run folder, a log file or a link to either. Throws UsageError, which names the runs of a folder of several. */
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

/** Names of the runs in a comparison's folder. */
function runsIn(folder: string): readonly string[] {
	return readdirSync(folder)
		.filter((name) => existsSync(join(folder, name, LOG_NAME)))
		.toSorted();
}

/** Creates a folder and its parents; false if it existed. Throws {@link EnvironmentError}. */
export function makeFolder(folder: string): boolean {
	try {
		return makeFolders(folder);
	} catch (cause) {
		throw new EnvironmentError(message('log.cannot-make', { folder, code: systemCode(cause) }), { cause });
	}
}

/** One by one, because Node's `recursive` never returns if a parent exists but mkdir gives ENOENT, as in /proc. */
function makeFolders(folder: string): boolean {
	if (isFolder(folder)) return false;
	const parent = dirname(folder);
	if (parent !== folder) makeFolders(parent);
	try {
		mkdirSync(folder);
		return true;
	} catch (error) {
		// Another process may have created it.
		if (isFolder(folder)) return false;
		throw error;
	}
}

function isFolder(path: string): boolean {
	return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

const RESULTS = 'results';

/** Link to the newest run, in the working folder. */
export const LATEST: string = join(RESULTS, 'latest');

/** Folder of a new run: `--out`, or `results/<time>-<model>[-<sort>]`. Throws {@link UsageError} if it contains a run. */
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

interface RunSort {
	readonly sort?: 'tests' | 'merged';
	/** Whether an existing run could be resumed. */
	readonly resumes?: boolean;
}

/** A name as a folder name that stays in its parent. */
export function slug(name: string): string {
	return (
		basename(withoutAddressSecrets(name).replace(/(?<=(?:^hf:|:\/\/)[^?#]*)[?#].*/u, ''))
			.replace(/\.gguf$/iu, '')
			.replace(/[^\p{L}\p{N}._-]+/gu, '-')
			.replace(/^[.-]+|[.-]+$/gu, '')
			.slice(0, 60) || 'model'
	);
}

/** Folder of reports without a run, such as a comparison: `--out`, or `results/<time>-<name>`. */
export function newReportFolder(out: string | undefined, name: string, now: Date): string {
	if (out === undefined) return makeOwnFolder(name, now);
	const folder = resolve(out);
	makeFolder(folder);
	return folder;
}

/** Removes a new folder if it is empty, and then `results` if it is. */
export function dropEmptyFolder(folder: string): void {
	const results = resolve(RESULTS);
	for (const empty of [folder, ...(dirname(folder) === results ? [results] : [])]) {
		if (!existsSync(empty) || readdirSync(empty).length > 0) return;
		rmdirSync(empty);
	}
}

/** Folder of the run to resume: `--out`, or the newest. Throws UsageError without a run, or if a process is writing it. */
export function resumedRunFolder(out: string | undefined): string {
	const folder = resolve(out ?? LATEST);
	if (!existsSync(join(folder, LOG_NAME))) {
		if (existsSync(folder)) logPath(folder);
		throw new UsageError(message('usage.no-run-to-resume', { folder }));
	}
	// Not `results/latest` itself, which will be replaced by a link to the run.
	const real = realpathSync(folder);
	// Fails before a model is loaded.
	lockLog(join(real, LOG_NAME)).release();
	return real;
}

/** Folder of reports of an existing run: `--out`, or next to its log. */
export function reportFolder(out: string | undefined, log: string): string {
	const folder = resolve(out ?? dirname(log));
	requireNoOtherRun(folder, log);
	makeFolder(folder);
	return folder;
}

/** Whether the folder contains this very log. Throws {@link UsageError} if it contains another run. */
export function requireNoOtherRun(folder: string, log: string): boolean {
	const there = join(folder, LOG_NAME);
	if (!existsSync(there)) return false;
	if (realpathSync(there) === realpathSync(log)) return true;
	throw new UsageError(message('usage.folder-other-run', { folder }));
}

/** Links `results/latest` of the working folder to a run or a comparison. */
export function markLatest(folder: string): void {
	linkFolder(resolve(RESULTS), 'latest', folder);
}

/**
 * Links a comparison's folder to its runs, as `1-NAME`, so that commands on it can ask which one. Runs of a comparison keep
 * their names, so that `results/latest/1-NAME` stays the same run.
 */
export function linkRuns(folder: string, logs: readonly string[]): void {
	for (const entry of readdirSync(folder, { withFileTypes: true })) {
		if (entry.isSymbolicLink() && /^\d+-/u.test(entry.name)) rmSync(join(folder, entry.name));
	}
	for (const [index, log] of logs.entries()) {
		if (basename(log) !== LOG_NAME) continue;
		const run = realpathSync(dirname(log));
		const name = basename(dirname(log));
		const isKept = /^\d{1,3}-/u.test(name) && !existsSync(join(folder, name));
		linkFolder(realpathSync(folder), isKept ? name : `${index + 1}-${slug(run)}`, run);
	}
}

function linkFolder(parent: string, name: string, folder: string): void {
	try {
		mkdirSync(parent, { recursive: true });
		const link = join(parent, name);
		if (existsSync(link) && !lstatSync(link).isSymbolicLink()) return;
		const next = join(parent, `.${name}-${process.pid}`);
		rmSync(next, { force: true });
		symlinkSync(relative(parent, folder), next, process.platform === 'win32' ? 'junction' : 'dir');
		renameSync(next, link);
	} catch {
		// Optional: some file systems have no links.
	}
}

/** `results/<time>-<name>`, numbered if it exists: two shards may start within a second. */
function makeOwnFolder(name: string, now: Date): string {
	const wanted = resolve(RESULTS, `${folderTime(now)}-${slug(name)}`);
	makeFolder(dirname(wanted));
	for (let n = 1; ; n += 1) {
		const folder = n === 1 ? wanted : `${wanted}-${n}`;
		if (!existsSync(folder) && makeFolder(folder)) return folder;
	}
}

/** Writes a report atomically. `run` is the folder of the log to write it from again. Throws {@link EnvironmentError}. */
export function writeReport(
	folder: string,
	name: string,
	content: string | Uint8Array | Iterable<string>,
	run?: string,
): void {
	const file = join(folder, name);
	try {
		writeWhole(file, typeof content === 'string' || content instanceof Uint8Array ? [content] : content);
	} catch (cause) {
		const code = systemCode(cause);
		if (run === undefined) throw new EnvironmentError(message('log.report-failed', { file, code }), { cause });
		// If this folder cannot be written, the remedy needs another.
		const out = DENIED.has(code) ? 'DIR' : run === folder ? undefined : shellQuoted(folder);
		const said = { file, code, run: shellQuoted(run), out };
		throw new EnvironmentError(message('log.report-failed-after-run', said), { cause });
	}
}

/** Read-only file systems and missing permissions. */
const DENIED: ReadonlySet<string> = new Set(['EROFS', 'EACCES', 'EPERM']);
