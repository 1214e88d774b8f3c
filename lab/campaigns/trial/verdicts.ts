import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readLogFile } from '../../../src/log/read-log.ts';
import type { Log } from '../../../src/log/record.ts';
import { summarizeRun } from '../../../src/summary/summarize.ts';

/** The facts of the printed verdicts, whatever the sentences are: `= prefix complete B 3/15`. */
export function verdictsOf(log: Log): readonly string[] {
	return summarizeRun(log).decisions.map(({ suite: { name }, standing: { verdict } }) => {
		const path = 'path' in verdict ? ` ${verdict.path}` : '';
		const unscored = verdict.unscored.map(({ cause, count }) => `, ${count} ${cause}`).join('');
		return `= ${name} ${verdict.status}${path} ${verdict.hits}/${verdict.n}${unscored}`;
	});
}

/** The same of a run's folder; none where it has no log that can be read. */
export async function verdictsIn(run: string): Promise<readonly string[]> {
	const file = join(run, 'log.jsonl');
	if (!existsSync(file)) return [];
	const log = await readLogFile(file).catch(() => undefined);
	return log === undefined ? [] : verdictsOf(log);
}

/** A verdict with a path, whatever it is. */
export const ANY_PATH: RegExp = /^= \S+ (?:complete|truncated)/u;
