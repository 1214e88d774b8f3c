import { dirname, join } from 'node:path';
import { readRegularFile } from '../../src/base/read-file.ts';
import { logPath } from '../../src/log/folder.ts';
import type { Lang } from '../../src/text/text.ts';

/** Language of the report that stands in a folder. */
export function writtenLang(folder: string): Lang | undefined {
	try {
		const head = readRegularFile(join(folder, 'report.html')).toString('latin1', 0, HEAD_BYTES);
		return LANGS.find((lang) => head.includes(`<html lang="${lang}">`));
	} catch {
		return undefined;
	}
}

/** That of the first of these runs, each a folder or its log, which has a report: what is made of them speaks it too. */
export function langOfRuns(runs: readonly string[]): Lang | undefined {
	return runs.map((run) => writtenLang(dirname(logPath(run)))).find((lang) => lang !== undefined);
}

const HEAD_BYTES = 200;
export const LANGS: readonly Lang[] = ['en', 'ko'];
