import { dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { RunIndex } from '../../src/history/run-index.ts';
import { type RunLog, requireNoLink } from '../../src/history/run-logs.ts';
import { brokenRow, type RunRow, runRow } from '../../src/history/run-row.ts';
import type { Log } from '../../src/log/record.ts';
import { judgementsBeside } from '../../src/run/results/labels-file.ts';
import { readRun } from '../../src/run/results/read-run.ts';
import { problemText } from './problem-text.ts';

/** Reads logs that the index does not know, newest first, until the time is over. Returns how many are left. */
export async function readRows(index: RunIndex, forMs: number): Promise<number> {
	const until = performance.now() + forMs;
	for (const log of index.stale) {
		if (performance.now() > until) break;
		index.put(log, await rowOf(log));
		await setImmediate();
	}
	return index.stale.length;
}

/** The row of one run as it is now, before its turn where it is not read yet; undefined where there is none. */
export async function readRow(index: RunIndex, id: string): Promise<RunRow | undefined> {
	const log = index.stale.find((stale) => stale.id === id);
	if (log !== undefined) index.put(log, await rowOf(log));
	return index.row(id);
}

/** A run of the list, and what people say of it by sample key, where they labelled any. Throws LogError, also where there is a link in its place. */
export async function readJudged(log: RunLog): Promise<JudgedRun> {
	requireNoLink(log);
	const read = await readRun(log.file);
	return { read, judgements: log.labels === undefined ? undefined : await judgementsBeside(dirname(log.file), read) };
}

interface JudgedRun {
	readonly read: Log;
	readonly judgements: Awaited<ReturnType<typeof judgementsBeside>>;
}

/** A log that cannot be read is a row that says so. */
async function rowOf(log: RunLog): Promise<RunRow> {
	try {
		const { read, judgements } = await readJudged(log);
		return runRow(log.id, read, judgements);
	} catch (error) {
		return brokenRow(log.id, problemText(error));
	}
}
