import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file that begins as a `.litertlm` does, and holds nothing. */
export function litertFile(): { readonly path: string; readonly remove: () => void } {
	const folder = mkdtempSync(join(tmpdir(), 'gemmark-litert-'));
	const path = join(folder, 'double.litertlm');
	writeFileSync(path, `LITERTLM${'\0'.repeat(1024)}`);
	return { path, remove: () => rmSync(folder, { recursive: true }) };
}
