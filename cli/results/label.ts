import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { singleLine } from '../../reports/terminal/text.ts';
import { UsageError } from '../../src/base/errors.ts';
import { counted, message } from '../../src/base/message.ts';
import { shownPath } from '../../src/base/read-file.ts';
import { type Label, mergeLabels, resolveLabels } from '../../src/eval/scoring/labels.ts';
import { logPath, writeReport } from '../../src/log/folder.ts';
import {
	type JudgedPrefix,
	judgedPrefixes,
	LABELS_NAME,
	labelsBeside,
	labelsCsv,
	labelsFileCsv,
	readLabelsFile,
	writeLabelsFile,
} from '../../src/run/results/labels-file.ts';
import { summarizeRun } from '../../src/summary/summarize.ts';
import type { ConfigRequest } from '../flags.ts';
import { announceReports, composeIfNamed, openRun } from '../open.ts';
import { drawingOn } from '../terminal.ts';
import { miniatureLines, peoplesLines, unwrittenReports } from './conclude.ts';

interface LabelRequest extends ConfigRequest {
	/** Of an import, who judged where a row does not say. */
	readonly who?: string;
	/** Write a CSV to be filled in elsewhere, and ask nothing. */
	readonly export?: string;
	/** Take the labels of a CSV that was filled in. */
	readonly import?: string;
	readonly lang?: 'en' | 'ko' | undefined;
}

/** `gemmark label`: people judge the prefixes of a run, in the terminal or by a CSV round trip. */
export async function label(run: string, request: LabelRequest): Promise<void> {
	const source = logPath(run);
	const folder = dirname(resolve(source));
	const log = await openRun(source, { config: await composeIfNamed(request.config) });
	const { suites, judged, left, others } = await judgedPrefixes(log);
	if (suites.length === 0) {
		throw new UsageError(message('usage.label-nothing', { suites: others.length === 0 ? undefined : others }));
	}
	for (const [cause, ids] of left) {
		process.stdout.write(`not asked, because the answer is missing (${cause}): ${ids.join(', ')}\n`);
	}
	if (others.length > 0) {
		process.stdout.write(`not asked, because another score decides: ${others.join(', ')}\n`);
	}
	const file = join(folder, LABELS_NAME);
	const before = labelsBeside(folder);
	if (request.export !== undefined) {
		writeLabelsFile(request.export, exportCsv(judged, before, nameOf(request)));
		process.stdout.write(
			`${counted(judged.length, 'prefix', 'prefixes')} written to ${shownPath(resolve(request.export))}: fill in label (Y or N)\n`,
		);
		return;
	}
	const labels =
		request.import === undefined
			? await askInTerminal(judged, before, nameOf(request), (now) =>
					writeReport(folder, LABELS_NAME, labelsFileCsv(judged, now)),
				)
			: mergeLabels(before, readLabelsFile(request.import, request.who));
	writeReport(folder, LABELS_NAME, labelsFileCsv(judged, labels));
	announceReports(log);
	const { stale, unjudgeable, judgements } = await resolveLabels(log, labels);
	const summary = summarizeRun(log, { labels: judgements });
	const unwritten = await unwrittenReports({ folder, log, summary }, { lang: request.lang });
	if (unwritten !== undefined) throw unwritten;
	const elsewhere = stale.length === 0 ? '' : `, ${stale.length} of them of no text that is asked about here`;
	const unused = `${elsewhere}${unjudgeable.length === 0 ? '' : `, ${unjudgeable.length} of answers that cannot be judged`}`;
	process.stdout.write(`${counted(labels.length, 'label')} in ${shownPath(file)}${unused}; reports written again\n`);
	for (const line of [...miniatureLines(log), ...peoplesLines(summary)]) process.stdout.write(`${line}\n`);
}

/** Labels need a name. */
function nameOf({ who }: LabelRequest): string {
	if (who !== undefined) return who;
	throw new UsageError(message('usage.label-without-name'));
}

async function askInTerminal(
	judged: readonly JudgedPrefix[],
	before: readonly Label[],
	who: string,
	save: (labels: readonly Label[]) => void,
): Promise<readonly Label[]> {
	if (!process.stdin.isTTY) {
		throw new UsageError(message('usage.label-without-terminal'));
	}
	const terminal = createInterface({ input: process.stdin, output: drawingOn(process.stdout) });
	let labels = before;
	try {
		for (const [index, item] of judged.entries()) {
			if (
				labels.some(
					(known) => known.who === who && known.promptId === item.promptId && known.sampleHash === item.sampleHash,
				)
			)
				continue;
			process.stdout.write(`\n${index + 1}/${judged.length}  ${singleLine(item.input)}\n`);
			process.stdout.write(
				`  said before the call: ${singleLine(item.prefix) || '(nothing)'}${item.called ? '' : '  (no call)'}\n`,
			);
			const answer = (await terminal.question('  worth keeping? y, n, s to skip, q to stop: ')).trim().toLowerCase();
			if (answer === 'q') break;
			if (answer !== 'y' && answer !== 'n') {
				if (answer !== 's') process.stdout.write('  neither y nor n: skipped\n');
				continue;
			}
			labels = mergeLabels(labels, [
				{ promptId: item.promptId, sampleHash: item.sampleHash, meaningful: answer === 'y', who },
			]);
			save(labels);
		}
	} finally {
		terminal.close();
	}
	return labels;
}

function exportCsv(judged: readonly JudgedPrefix[], labels: readonly Label[], who: string): string {
	return labelsCsv(
		judged.map((item) => ({
			label: labels.find(
				(known) => known.who === who && known.sampleHash === item.sampleHash && known.promptId === item.promptId,
			) ?? {
				prompt_id: item.promptId,
				sample_hash: item.sampleHash,
				label: '' as const,
				who,
				note: '',
			},
			input: item.input,
			prefix: item.prefix,
		})),
	);
}
