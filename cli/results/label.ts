import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { singleLine } from '../../reports/terminal/text.ts';
import { INTERRUPTED_EXIT_CODE, UsageError } from '../../src/base/errors.ts';
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
import { catchInterrupt } from '../process.ts';
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

/**
 * `gemmark label`: people judge the prefixes of a run, in the terminal or by a CSV round trip. Returns the exit code: 130
 * after Ctrl-C, which ends the questions and keeps the answers.
 */
export async function label(run: string, request: LabelRequest, input: TerminalInput = process.stdin): Promise<number> {
	const source = logPath(run);
	const folder = dirname(resolve(source));
	const log = await openRun(source, { config: await composeIfNamed(request.config) });
	const { suites, judged, left, blank, others } = await judgedPrefixes(log);
	if (suites.length === 0) {
		throw new UsageError(message('usage.label-nothing', { suites: others.length === 0 ? undefined : others }));
	}
	for (const [cause, ids] of left) {
		process.stdout.write(`not asked, because the answer is missing (${cause}): ${ids.join(', ')}\n`);
	}
	if (blank.length > 0) {
		process.stdout.write(`not asked, because no text precedes the call: ${blank.join(', ')}\n`);
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
		return 0;
	}
	const { labels, exitCode } =
		request.import === undefined
			? await askInTerminal(judged, before, nameOf(request), input, (now) =>
					writeReport(folder, LABELS_NAME, labelsFileCsv(judged, now)),
				)
			: { labels: mergeLabels(before, readLabelsFile(request.import, request.who)), exitCode: 0 };
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
	return exitCode;
}

type TerminalInput = NodeJS.ReadableStream & { readonly isTTY?: boolean };

/** Labels need a name. */
function nameOf({ who }: LabelRequest): string {
	if (who !== undefined) return who;
	throw new UsageError(message('usage.label-without-name'));
}

async function askInTerminal(
	judged: readonly JudgedPrefix[],
	before: readonly Label[],
	who: string,
	input: TerminalInput,
	save: (labels: readonly Label[]) => void,
): Promise<{ readonly labels: readonly Label[]; readonly exitCode: number }> {
	if (input.isTTY !== true) {
		throw new UsageError(message('usage.label-without-terminal'));
	}
	const terminal = createInterface({ input, output: drawingOn(process.stdout) });
	const interrupt = catchInterrupt(() => process.stdout.write('\n'));
	const closed = new AbortController();
	const ended = AbortSignal.any([interrupt.signal, closed.signal]);
	// In a terminal Ctrl-C is a key, and Ctrl-D closes.
	terminal.on('SIGINT', () => process.emit('SIGINT'));
	terminal.on('close', () => closed.abort());
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
			const question = '  worth keeping? y, n, s to skip, q to stop: ';
			const answer = (await terminal.question(question, { signal: ended })).trim().toLowerCase();
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
	} catch (error) {
		if (!ended.aborted) throw error;
	} finally {
		terminal.close();
		interrupt.release();
	}
	return { labels, exitCode: interrupt.signal.aborted ? INTERRUPTED_EXIT_CODE : 0 };
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
