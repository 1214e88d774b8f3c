import { setImmediate } from 'node:timers/promises';
import { readRun } from '../../api/read-run.ts';
import { thrownText } from '../../src/errors/thrown-text.ts';
import type { RunIndex } from '../../src/history/run-index.ts';
import type { RunLog } from '../../src/history/run-logs.ts';
import { brokenRow, runRow } from '../../src/history/run-row.ts';

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

/** A log that cannot be read is a row that says so. */
async function rowOf({ id, file }: RunLog): Promise<ReturnType<typeof runRow>> {
	try {
		return runRow(id, await readRun(file));
	} catch (error) {
		return brokenRow(id, thrownText(error));
	}
}
