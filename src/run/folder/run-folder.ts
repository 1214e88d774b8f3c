import {
	existsSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	realpathSync,
	renameSync,
	rmdirSync,
	rmSync,
	symlinkSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { UsageError } from '../../errors/gemmark-error.ts';
import { holdLog } from '../../log/held-log.ts';
import { withoutAddressSecrets } from '../../text/secret/secret.ts';
import { LOG_NAME } from './log-path.ts';
import { makeFolder } from './make-folder.ts';

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
		throw new UsageError(`${folder}: already holds a run`, {
			hint: resumes ? 'Choose another folder, or resume that run.' : 'Choose another folder.',
		});
	}
	makeFolder(folder);
	return folder;
}

/** What is to be in a new folder. */
export interface RunSort {
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
		throw new UsageError(`${folder}: no run to resume here`, { hint: 'Name the folder of a run as out.' });
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
	throw new UsageError(`${folder}: holds another run`, {
		hint: 'Choose another folder with --out: that run would be overwritten, or have the reports of this one.',
	});
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
