import { join } from 'node:path';
import { importedProject } from '../../promptfoo/import/imported-project.ts';
import { singleLine } from '../../reports/terminal/text.ts';
import { counted } from '../../src/base/message.ts';
import { shownPath } from '../../src/base/read-file.ts';
import { shellQuoted } from '../../src/text/text.ts';
import type { ImportPromptfooOptions } from './promptfoo-command.ts';
import { writeImported } from './write-imported.ts';

/** Writes what a promptfooconfig becomes, and tells what was taken and what was not. */
export function importPromptfoo(file: string, { out, javascript }: ImportPromptfooOptions): void {
	const { files, samples, refused } = importedProject(file, { javascript });
	writeImported(out, files);
	for (const line of refused) process.stderr.write(`gemmark: refused: ${singleLine(line)}\n`);
	const assertions = samples.reduce((sum, { assert }) => sum + assert.length, 0);
	const folder = shellQuoted(shownPath(out));
	const listed = refused.length > 0 ? `, listed in ${join(shownPath(out), 'refused.jsonl')}` : '';
	process.stdout.write(
		`${counted(samples.length, 'sample')} with ${counted(assertions, 'assertion')} written to ${folder}; refused: ${refused.length}${listed}\n` +
			`run them: cd ${folder} && gemmark run\n`,
	);
}
