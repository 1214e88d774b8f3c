import {
	existsSync,
	lstatSync,
	mkdirSync,
	readlinkSync,
	renameSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { EnvironmentError, UsageError } from '../errors/gemmark-error.ts';

const RESULTS = 'results';
export const LOG_NAME = 'log.jsonl';

/** Folder of a new run: `--out`, or `results/<time>-<name>`. It must not hold a run already. */
export function newRunFolder(out: string | undefined, name: string, now: Date): string {
	const folder = resolve(out ?? uniqueFolder(join(RESULTS, `${timeStamp(now)}-${slug(name)}`)));
	if (existsSync(join(folder, LOG_NAME))) {
		throw new UsageError(`${folder}: already holds a run`, { hint: 'Go on with --resume, or choose another --out.' });
	}
	makeFolder(folder);
	return folder;
}

/** A name as a folder may carry it: nothing of it leaves its parent. */
export function slug(name: string): string {
	return (
		basename(name)
			.replace(/\.gguf$/iu, '')
			.replace(/[^\p{L}\p{N}._-]+/gu, '-')
			.replace(/^[.-]+|[.-]+$/gu, '')
			.slice(0, 60) || 'model'
	);
}

/** Folder of reports that stand by themselves, such as a comparison: `--out`, or `results/<time>-<name>`. */
export function newReportFolder(out: string | undefined, name: string, now: Date): string {
	const folder = resolve(out ?? uniqueFolder(join(RESULTS, `${timeStamp(now)}-${slug(name)}`)));
	makeFolder(folder);
	return folder;
}

/** Folder of the run to go on with: `--out`, or the newest. */
export function resumedRunFolder(out: string | undefined): string {
	const folder = resolve(out ?? join(RESULTS, 'latest'));
	if (!existsSync(join(folder, LOG_NAME))) {
		throw new UsageError(`${folder}: no run to resume here`, { hint: 'Name its folder with --out.' });
	}
	return folder;
}

/** Points `results/latest` at a run, when the run lies in `results/` or there is one beside it. */
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

/** Writes a report completely or not at all, so that a reader never sees half of one. */
export function writeReport(folder: string, name: string, content: string | Uint8Array): void {
	const file = join(folder, name);
	const next = join(folder, `.${name}-${process.pid}`);
	try {
		writeFileSync(next, content);
		renameSync(next, file);
	} catch (cause) {
		rmSync(next, { force: true });
		throw new EnvironmentError(`${file}: cannot be written (${(cause as NodeJS.ErrnoException).code ?? 'unknown'})`, {
			hint: `The log is safe; write the reports again with: gemmark report ${folder}`,
			cause,
		});
	}
}

/** Run folder as a person would name it from here. */
export function displayPath(path: string): string {
	const near = relative(process.cwd(), path);
	return near.startsWith('..') || near === '' ? path : near;
}

/** The log behind a run folder, a log file or a link to either. */
export function logPath(run: string): string {
	const path = resolve(run);
	if (!existsSync(path)) {
		throw new UsageError(`${run}: no such run`, { hint: 'Name a run folder, or its log.jsonl.' });
	}
	return lstatSync(followed(path)).isDirectory() ? join(path, LOG_NAME) : path;
}

function followed(path: string): string {
	return lstatSync(path).isSymbolicLink() ? resolve(dirname(path), readlinkSync(path)) : path;
}

function makeFolder(folder: string): void {
	try {
		mkdirSync(folder, { recursive: true });
	} catch (cause) {
		throw new EnvironmentError(`${folder}: cannot be made (${(cause as NodeJS.ErrnoException).code ?? 'unknown'})`, {
			hint: 'Choose another folder with --out.',
			cause,
		});
	}
}

function timeStamp(now: Date): string {
	return now.toISOString().slice(0, 19).replaceAll(':', '-');
}

function uniqueFolder(folder: string): string {
	let candidate = folder;
	for (let n = 2; existsSync(candidate); n += 1) candidate = `${folder}-${n}`;
	return candidate;
}
