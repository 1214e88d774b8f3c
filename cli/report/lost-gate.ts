import { join } from 'node:path';
import { readRegularFile } from '../../src/base/read-file.ts';

/**
 * Whether the reports that stand in a folder have what a gate came to, which reports that are written over them have not
 * unless the run is held against it again.
 */
export function hasGate(folder: string): boolean {
	try {
		return readRegularFile(join(folder, 'junit.xml')).includes('<testsuite name="gate" ');
	} catch {
		return false;
	}
}

/** Tells on stderr that reports that had it no longer have what a gate came to. */
export function tellLostGate(): void {
	process.stderr.write(`gemmark: ${LOST}\n`);
}

const LOST =
	'summary.md and junit.xml no longer have what the gate came to: hold the run against it again with gemmark gate RUN --gate FILE';
