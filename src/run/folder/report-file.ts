import { join } from 'node:path';
import { EnvironmentError } from '../../errors/gemmark-error.ts';
import { systemCode } from '../../files/read-regular.ts';
import { writeWhole } from '../../files/write-whole.ts';
import { shellQuoted } from '../../text/normalize-text.ts';

/**
 * Writes a report completely or not at all, so that a reader never sees half of one. `run` is the folder of the log that it
 * can be written of again. Throws {@link EnvironmentError}.
 */
export function writeReport(folder: string, name: string, content: string | Uint8Array, run?: string): void {
	const file = join(folder, name);
	try {
		writeWhole(file, [content]);
	} catch (cause) {
		// Where nobody may write, doing it again is no help.
		const place = DENIED.has(systemCode(cause)) ? 'DIR' : run === folder ? undefined : shellQuoted(folder);
		const elsewhere = place === undefined ? '' : ` --out ${place}`;
		throw new EnvironmentError(`${file}: cannot be written (${systemCode(cause)})`, {
			hint:
				run === undefined
					? 'Check the disk and the permissions of the folder, and do it again.'
					: `The log is safe; write the reports again with: gemmark report ${shellQuoted(run)}${elsewhere}`,
			cause,
		});
	}
}

/** A file system that is mounted for reading, and what belongs to others. */
const DENIED: ReadonlySet<string> = new Set(['EROFS', 'EACCES', 'EPERM']);
