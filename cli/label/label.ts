import { dirname, join, resolve } from 'node:path';
import { localeOf } from '../../reports/messages/catalogue.ts';
import { reportedRun } from '../../reports/reported-run.ts';
import { singleLine } from '../../reports/terminal/text.ts';
import {
	type JudgedPrefix,
	judgedPrefixes,
	LABELS_NAME,
	labelsBeside,
	labelsCsv,
	labelsFileCsv,
	placeOf,
	readLabelsFile,
	writeLabelsFile,
} from '../../run/results/labels-file.ts';
import { writtenLang } from '../../run/results/reports.ts';
import { INTERRUPTED_EXIT_CODE, UsageError } from '../../src/base/errors.ts';
import { message } from '../../src/base/message.ts';
import { shownPath } from '../../src/base/read-file.ts';
import { type Label, mergeLabels, resolveLabels } from '../../src/eval/scoring/labels.ts';
import { logPath, writeReport } from '../../src/log/folder.ts';
import { MINIATURE_NOTICE } from '../../src/model/miniature-notice.ts';
import type { ConfigRequest } from '../flags.ts';
import { announceReports, composeIfNamed, openRun } from '../open.ts';
import { catchInterrupt } from '../process.ts';
import { unwrittenReports } from '../results/conclude.ts';
import { type Asking, labelsOf, nameOf, questionsTo } from './questions.ts';
import { askInTerminal, type TerminalInput } from './terminal.ts';

interface LabelRequest extends ConfigRequest {
	/** Of an import, who judged where a row does not say. */
	readonly who?: string;
	/** Ask the rest too when the labels have settled it. */
	readonly all?: boolean;
	/** Write a CSV to be filled in elsewhere, and ask nothing. */
	readonly export?: string;
	/** Take the labels of a CSV that was filled in. */
	readonly import?: string;
	/** Ask in the browser. */
	readonly web?: boolean;
	readonly lang?: 'en' | 'ko';
}

/**
 * `gemmark label`: people judge the prefixes of a run, in the terminal or by a CSV round trip. Returns the exit code: 130
 * after Ctrl-C, which ends the questions and keeps the answers.
 */
export async function label(run: string, request: LabelRequest, input: TerminalInput = process.stdin): Promise<number> {
	if (request.who !== undefined) nameOf(request);
	const source = logPath(run);
	const folder = dirname(resolve(source));
	const config = await composeIfNamed(request.config);
	const log = await openRun(source, { config });
	const { suites, judged, left, silent, others } = await judgedPrefixes(log);
	const lang = request.lang ?? config?.lang ?? writtenLang(folder) ?? 'en';
	const { label: words, say } = localeOf(lang);
	if (suites.length === 0) {
		throw new UsageError(message('usage.label-nothing', { suites: others.length === 0 ? undefined : others }));
	}
	for (const [cause, ids] of left) process.stdout.write(`${words.missing({ cause, prompts: ids.join(', ') })}\n`);
	if (silent.length > 0) process.stdout.write(`${words.silent({ prompts: silent.join(', ') })}\n`);
	if (others.length > 0) process.stdout.write(`${words.others({ suites: others.join(', ') })}\n`);
	const file = join(folder, LABELS_NAME);
	const before = labelsBeside(folder);
	if (request.export !== undefined) {
		writeLabelsFile(request.export, exportCsv(judged, before, nameOf(request)));
		process.stdout.write(`${words.exported({ n: judged.length, file: shownPath(resolve(request.export)) })}\n`);
		return 0;
	}
	let labels = before;
	const save = (now: readonly Label[]): void => {
		labels = now;
		writeReport(folder, LABELS_NAME, labelsFileCsv(judged, labels));
	};
	let exitCode = 0;
	if (request.import === undefined) {
		const questions: Asking['questions'] = (who) =>
			questionsTo(who, { log, judged, before, all: request.all === true, words }, save);
		exitCode = await asked({ who: request.who, lang, questions }, request.web === true ? undefined : input);
	} else save(mergeLabels(before, readLabelsFile(request.import, request.who)));
	announceReports(log);
	const { stale, unjudgeable, judgements } = await resolveLabels(log, labels);
	const labelled = reportedRun(log, { labels: labels.length === 0 ? undefined : judgements });
	const { summary } = labelled;
	const unwritten = await unwrittenReports(folder, labelled, { lang: request.lang });
	if (unwritten !== undefined) throw unwritten;
	const counts = { stale: stale.length || undefined, unjudgeable: unjudgeable.length || undefined };
	process.stdout.write(`${words.written({ n: labels.length, file: shownPath(file), ...counts })}\n`);
	if (log.header.model.miniature) process.stdout.write(`${MINIATURE_NOTICE[lang]}\n`);
	for (const { people, suite, said } of summary.decisions)
		if (people !== undefined) process.stdout.write(`${singleLine(`${suite.name}: ${said.map(say).join(' ')}`)}\n`);
	return exitCode;
}

/** In the terminal, or in the browser without one. 130 after Ctrl-C, which keeps the answers. */
async function asked(asking: Asking, input: TerminalInput | undefined): Promise<number> {
	const interrupt = catchInterrupt(() => process.stdout.write('\n'));
	try {
		if (input === undefined) await (await import('./browser.ts')).askInBrowser(asking, interrupt.signal);
		else await askInTerminal(asking, input, interrupt.signal);
	} finally {
		interrupt.release();
	}
	return interrupt.signal.aborted ? INTERRUPTED_EXIT_CODE : 0;
}

function exportCsv(judged: readonly JudgedPrefix[], labels: readonly Label[], who: string): string {
	const own = labelsOf(who, labels);
	return labelsCsv(
		judged.map((item) => ({
			label: own.get(placeOf(item)) ?? {
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
