import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { displayPath, logPath } from './run-folder.ts';
import { writeRunReports } from './write-reports.ts';

/** Writes the reports of a logged run, beside its log or into another folder. */
export async function report(
	run: string,
	options: { readonly out?: string; readonly lang: 'en' | 'ko' },
): Promise<void> {
	const log = logPath(run);
	const folder = resolve(options.out ?? dirname(log));
	mkdirSync(folder, { recursive: true });
	await writeRunReports(log, folder, options.lang);
	process.stdout.write(`reports written to ${displayPath(folder)}\n`);
}
