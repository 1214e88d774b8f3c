import { dirname, join, resolve } from 'node:path';
import { exportedEval } from '../../promptfoo/export/exported-eval.ts';
import { EnvironmentError } from '../../src/base/errors.ts';
import { shownPath, systemCode } from '../../src/base/read-file.ts';
import { writeWhole } from '../../src/base/write-file.ts';
import { logPath, makeFolder } from '../../src/log/folder.ts';
import { judgementsBeside } from '../../src/run/results/labels-file.ts';
import { shellQuoted } from '../../src/text/text.ts';
import { composeIfNamed } from '../compose.ts';
import type { ConfigRequest } from '../gate/gate-options.ts';
import { openRun } from '../report/open-run.ts';

export interface ExportRequest extends ConfigRequest {
	readonly out?: string | undefined;
}

/** Writes a run as promptfoo's result JSON, and says how to look at it. Throws what reading and writing do. */
export async function exportPromptfoo(run: string, { out, config }: ExportRequest): Promise<void> {
	const log = logPath(run);
	const file = resolve(out ?? join(dirname(log), 'promptfoo.json'));
	const held = await openRun(log, { config: await composeIfNamed(config) });
	const content = `${JSON.stringify(exportedEval(held, await judgementsBeside(dirname(log), held)))}\n`;
	makeFolder(dirname(file));
	write(file, content, out === undefined ? 'replace' : 'follow');
	process.stdout.write(
		`written to ${shownPath(file)}; look at it: npx promptfoo import ${shellQuoted(shownPath(file))} && npx promptfoo view\n`,
	);
}

function write(file: string, content: string, links: 'replace' | 'follow'): void {
	try {
		writeWhole(file, [content], { links });
	} catch (cause) {
		throw new EnvironmentError(`${file}: cannot be written (${systemCode(cause)})`, {
			hint: 'Name another file with --out.',
			cause,
		});
	}
}
