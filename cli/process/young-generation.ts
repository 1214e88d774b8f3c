import { setFlagsFromString } from 'node:v8';

/**
 * Does work of which little stays alive, however long it takes, in the young generation as large as it is now. V8 would
 * double it whenever as much has survived as it holds, up to 100 MiB, so that a run of 10,000 samples seems to grow though
 * what is alive does not. Where it is as small as it gets, 2 MiB, this process takes 5 % more processor time, of which the
 * engine's has none.
 */
export async function inYoungGeneration<T>(work: () => Promise<T>): Promise<T> {
	setFlagsFromString('--semi-space-growth-factor=1');
	try {
		return await work();
	} finally {
		// V8's own: reports hold a whole log, and are faster with more.
		setFlagsFromString('--semi-space-growth-factor=2');
	}
}
