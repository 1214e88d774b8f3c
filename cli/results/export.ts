import { dirname, resolve } from 'node:path';
import { loggedApp } from '../../run/compose/compose-app.ts';
import { toolsOf } from '../../run/lint.ts';
import { UsageError } from '../../src/base/errors.ts';
import { counted, message } from '../../src/base/message.ts';
import { shownPath } from '../../src/base/read-file.ts';
import { writeWhole } from '../../src/base/write-file.ts';
import { partFields, partsOfBoth } from '../../src/eval/app.ts';
import { declarationOf } from '../../src/lint/subject.ts';
import { logPath, makeFolder } from '../../src/log/folder.ts';
import { askedDifferences } from '../../src/log/same-run.ts';
import { callsScore } from '../../src/summary/calls.ts';
import { type LeftOut, type TrainingFormat, type TrainingRows, trainingRows } from '../../src/training/rows.ts';
import { composeNamed, openRun } from '../open.ts';

interface ExportRequest {
	readonly format: TrainingFormat;
	readonly all: boolean;
	readonly out: string;
	readonly config?: string;
}

const REASONS: Readonly<Record<LeftOut, string>> = {
	'any-value': 'any value is right',
	'no-reply': 'no reply',
	'test-row': 'the same as a test row',
	'other-prompt': 'another prompt than the run sent',
};

/** `gemmark export training`: the rows of dev that a run got wrong, for a tuning. Writes all of them or no file. */
export async function exportTraining(run: string, { format, all, out, config }: ExportRequest): Promise<void> {
	const log = await openRun(logPath(run), { anew: true });
	const names = log.header.suites.filter((suite) => callsScore(suite) !== undefined).map(({ name }) => name);
	if (names.length === 0) throw new UsageError(message('export.no-calls', { run }));
	const { app, suites } = await composeNamed(names, config);
	// Tools that are only named are in a file of the suite.
	const split = suites.filter(
		({ corpus, samples }) =>
			corpus.split !== undefined &&
			!samples.some(
				(row) => 'tools' in row && (row.tools as readonly unknown[]).some((tool) => typeof tool === 'string'),
			),
	);
	const [suite] = split;
	if (suite === undefined) throw new UsageError(message('export.no-split', { suite: names[0] ?? '' }));
	const { content } = loggedApp(app, log.header.engine);
	const [was, is] = [log.header.app?.content, content].map((one, _, both) => partFields(one, partsOfBoth(...both)));
	const changed = [
		...(is ?? []).flatMap(([field, hash]) =>
			was?.some(([name, old]) => name === field && old === hash) ? [] : [field],
		),
		...split.flatMap((one) => {
			const logged = log.header.suites.find(({ name }) => name === one.name);
			if (logged === undefined) return [];
			const fields = askedDifferences(logged, one).map(({ field }) => `${one.name}: ${field}`);
			const other = logged.corpus.split?.sha256;
			return other === one.corpus.split?.sha256 ? fields : [...fields, `corpus.${one.name}.split`];
		}),
	];
	if (changed.length > 0) throw new UsageError(message('export.changed', { fields: changed }));
	const tools = toolsOf(app).map(declarationOf);
	const exported: TrainingRows[] = [];
	for (const one of split) exported.push(await trainingRows(log, one, { format, all, system: app.system, tools }));
	const rows = exported.flatMap((one) => one.rows);
	const asked = exported.reduce((sum, one) => sum + one.asked, 0);
	const left = Object.entries(REASONS).flatMap(([reason, words]) => {
		const n = exported.reduce((sum, { leftOut }) => sum + (leftOut.get(reason as LeftOut) ?? 0), 0);
		return n === 0 ? [] : [`${n} ${words}`];
	});
	const why = `${asked} ${all ? 'asked for' : 'missed'}${left.length === 0 ? '' : `; left out: ${left.join(', ')}`}`;
	if (rows.length === 0) {
		process.stdout.write(`no row of dev to write (${why})\n`);
		return;
	}
	makeFolder(dirname(resolve(out)));
	writeWhole(
		out,
		rows.map((row) => `${JSON.stringify(row)}\n`),
		{ links: 'follow' },
	);
	const hashes = split.map(({ corpus }) => `${corpus.split?.sha256.slice(0, 6)}…`).join(', ');
	process.stdout.write(
		`${counted(rows.length, 'row')} of dev to ${shownPath(out)} (${why}). Split ${hashes}: no test row.\n`,
	);
	if (format === 'trl') {
		process.stdout.write(
			"load it as text, line by line, as Google's notebook does: load_dataset('json') gives each call the arguments of all others as null\n",
		);
	}
}
