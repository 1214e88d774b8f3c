import { statSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { listPage } from '../../reports/render-run.ts';
import { UsageError } from '../../src/base/errors.ts';
import { packageVersion, shownPath } from '../../src/base/read-file.ts';
import { RunIndex } from '../../src/history/run-index.ts';
import { newReportFolder, writeReport } from '../../src/log/folder.ts';
import { underWayIn } from '../view/list-view.ts';
import { readRows } from '../view/read-rows.ts';
import { runLink } from '../view/run-link.ts';
import { tellTakenIndex } from '../view/view.ts';

/** `gemmark report --index`: the list of all runs of a folder as one page, whose links lead to the reports beside it. */
export async function reportIndex(
	results: string,
	options: { readonly out?: string; readonly lang?: 'en' | 'ko' | undefined },
): Promise<0> {
	const folder = resolve(results);
	if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
		throw new UsageError(`${results}: no such folder`, { hint: 'Name the folder that runs are written to.' });
	}
	const out = options.out === undefined ? folder : newReportFolder(options.out, 'index', new Date());
	const index = new RunIndex(folder);
	tellTakenIndex(index);
	try {
		index.refresh();
		while ((await readRows(index, 1000)) > 0);
		const content = listPage({
			lang: options.lang ?? 'en',
			gemmark: packageVersion(),
			folder: shownPath(folder),
			rows: index.rows(),
			runs: index.logs.length,
			unread: 0,
			reportOf: ({ id, state }) =>
				state === 'broken'
					? undefined
					: runLink(relative(out, resolve(folder, id)).replaceAll(sep, '/'), 'report.html'),
			underWay: underWayIn(index),
		});
		writeReport(out, 'index.html', content);
	} finally {
		index.close();
	}
	process.stdout.write(`index of ${shownPath(folder)} written to ${shownPath(resolve(out, 'index.html'))}\n`);
	return 0;
}
