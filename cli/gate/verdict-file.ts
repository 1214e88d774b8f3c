import { dirname, resolve } from 'node:path';
import { EnvironmentError, UsageError } from '../../src/base/errors.ts';
import { systemCode } from '../../src/base/read-file.ts';
import { writeRemedy, writeWhole } from '../../src/base/write-file.ts';
import { makeFolder } from '../../src/log/folder.ts';

/** Throws {@link UsageError} where `file`, which is to take a verdict, is one of those that the verdict is made of. */
export function requireVerdictPlace(file: string, sources: readonly (string | undefined)[]): void {
	if (!sources.some((source) => source !== undefined && resolve(source) === resolve(file))) return;
	throw new UsageError(`--out ${file}: is read for the verdict, and would be overwritten by it`, {
		hint: 'Name another file.',
	});
}

/** Writes what a gate came to where the user named it. Throws {@link EnvironmentError}. */
export function writeVerdict(file: string, lines: readonly string[]): void {
	makeFolder(dirname(resolve(file)));
	try {
		writeWhole(file, [`${lines.join('\n')}\n`], { links: 'follow' });
	} catch (cause) {
		const remedy = writeRemedy(cause);
		throw new EnvironmentError(`${file}: cannot be written (${systemCode(cause)})`, {
			hint: remedy === undefined ? 'Name another file with --out.' : `${remedy}, or name another file with --out.`,
			cause,
		});
	}
}
