import { statSync } from 'node:fs';
import type { ReadListener } from '../../src/log/read-log.ts';
import type { Log } from '../../src/log/record.ts';
import { createProgress, NO_PROGRESS, type ProgressStream } from '../terminal/progress.ts';

interface Telling {
	readonly quiet?: boolean | undefined;
	readonly stream?: ProgressStream | undefined;
}

/** Reads a log with `read`; of a long one, stderr tells how far that is. */
export async function readTold(
	path: string,
	read: (path: string, onRead?: ReadListener) => Promise<Log>,
	{ quiet = false, stream = process.stderr }: Telling = {},
): Promise<Log> {
	const { size = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {};
	if (size < LONG_LOG_BYTES) return read(path);
	const progress = quiet ? NO_PROGRESS : createProgress(stream, 'reading');
	const megabytes = (bytes: number): number => Math.round(bytes / 1e6);
	try {
		return await read(path, (bytes) => progress.update(megabytes(bytes), megabytes(size), 'MB'));
	} finally {
		progress.finish();
	}
}

/** Tells on stderr that the reports of a long run are about to be rendered: that is one step, of seconds. */
export function tellReports(
	{ samples }: Pick<Log, 'samples'>,
	{ quiet = false, stream = process.stderr }: Telling = {},
): void {
	if (!quiet && samples.length >= LONG_RUN) stream.write(`writing reports of ${samples.length} samples\n`);
}

/** Bytes that are read before anybody wonders, and samples that are rendered in a second: both are about 10,000 samples. */
export const LONG_LOG_BYTES = 50e6;
export const LONG_RUN = 10_000;
