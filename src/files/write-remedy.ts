import { systemCode } from './read-regular.ts';

/** What to do about a file that cannot be written, as the beginning of a sentence; absent where the system's word tells nothing. */
export function writeRemedy(error: unknown): string | undefined {
	return REMEDIES.get(systemCode(error));
}

const REMEDIES: ReadonlyMap<string, string> = new Map([
	['ENOSPC', 'Free some disk space'],
	['EDQUOT', 'Free some of your disk quota'],
	['EROFS', 'Mount its disk for writing'],
	['EACCES', 'Give yourself the right to write there'],
	['EPERM', 'Give yourself the right to write there'],
	['EIO', 'See whether its disk fails'],
	['EFBIG', 'Allow files of that size, or use another file system'],
]);
