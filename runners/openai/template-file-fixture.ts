import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file with a chat template, to be removed afterwards. */
export function writeTemplateFile(
	source: string,
	name: string = 'template.jinja',
): { readonly path: string; remove(): void } {
	const folder = mkdtempSync(join(tmpdir(), 'gemmark-template-'));
	const path = join(folder, name);
	writeFileSync(path, source);
	return { path, remove: () => rmSync(folder, { recursive: true }) };
}
