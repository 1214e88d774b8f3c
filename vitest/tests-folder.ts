import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { EnvironmentError, LogError, UsageError } from '../src/base/errors.ts';
import { shownPath, systemCode } from '../src/base/read-file.ts';
import { dropEmptyFolder, LOG_NAME } from '../src/log/folder.ts';
import { readLogFile } from '../src/log/read-log.ts';
import { isTestsLog } from './tests-log.ts';

/** What a run of tests leaves in its folder. */
const WRITTEN: readonly string[] = [LOG_NAME, 'report.html', 'report.csv', 'decision.md', 'summary.md', 'junit.xml'];

/**
 * Takes the run of the tests before out of a folder, and those of its targets below it; what else is there stays. A fixed
 * folder is written anew each time, as the file of any reporter is, and an older run must not be read for one that wrote
 * none. Says whether there was one. Throws {@link UsageError}, before anything is removed, for a folder with a run that no
 * tests wrote.
 */
export async function clearTestsFolder(out: string): Promise<boolean> {
	const folder = resolve(out);
	if (!existsSync(folder)) return false;
	const parts = readdirSync(folder).filter((name) => /^[1-9]\d*$/u.test(name));
	const runs = [folder, ...parts.map((name) => join(folder, name))].filter((run) => existsSync(join(run, LOG_NAME)));
	for (const run of runs) await requireTests(run);
	for (const file of runs.flatMap((run) => WRITTEN.map((name) => join(run, name)))) {
		try {
			rmSync(file, { force: true });
		} catch (cause) {
			throw new EnvironmentError(`${shownPath(file)}: cannot be replaced (${systemCode(cause)})`, {
				hint: ELSEWHERE,
				cause,
			});
		}
	}
	for (const run of runs) if (run !== folder) dropEmpty(run);
	return runs.length > 0;
}

/** Takes a folder away in which nothing is left. */
export function dropEmpty(folder: string): void {
	try {
		dropEmptyFolder(resolve(folder));
	} catch {
		// One that cannot be taken away, such as a mount, stays.
	}
}

async function requireTests(run: string): Promise<void> {
	const place = shownPath(run);
	try {
		if (isTestsLog(await readLogFile(join(run, LOG_NAME)))) return;
	} catch (cause) {
		if (!(cause instanceof LogError)) throw cause;
		const hint = "Remove it, or name another folder as the reporter's out.";
		throw new UsageError(`${place}: holds a log that cannot be read, so it is not replaced: ${cause.message}`, {
			hint,
			cause,
		});
	}
	throw new UsageError(`${place}: holds a run that no tests wrote, so it is not replaced`, { hint: ELSEWHERE });
}

const ELSEWHERE = "Name another folder as the reporter's out.";
