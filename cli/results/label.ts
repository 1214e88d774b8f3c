import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { type Locale, localeOf } from '../../reports/messages/catalogue.ts';
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
import type { Run } from '../../run/results/read-run.ts';
import { writtenLang } from '../../run/results/reports.ts';
import { INTERRUPTED_EXIT_CODE, UsageError } from '../../src/base/errors.ts';
import { counted, message } from '../../src/base/message.ts';
import { shownPath } from '../../src/base/read-file.ts';
import { type Label, labelledDecision, MAX_WHO, mergeLabels, resolveLabels } from '../../src/eval/scoring/labels.ts';
import { logPath, writeReport } from '../../src/log/folder.ts';
import { type DecisionSummary, summarizeDecisions } from '../../src/summary/decisions/decisions.ts';
import { textsToLabel } from '../../src/summary/decisions/judged-prompts.ts';
import { summarizeRun } from '../../src/summary/summarize.ts';
import type { ConfigRequest } from '../flags.ts';
import { announceReports, composeIfNamed, openRun } from '../open.ts';
import { catchInterrupt } from '../process.ts';
import { drawingOn } from '../terminal.ts';
import { miniatureLines, peoplesLines, unwrittenReports } from './conclude.ts';

interface LabelRequest extends ConfigRequest {
	/** Of an import, who judged where a row does not say. */
	readonly who?: string;
	/** Ask the rest too when the labels have settled it. */
	readonly all?: boolean;
	/** Write a CSV to be filled in elsewhere, and ask nothing. */
	readonly export?: string;
	/** Take the labels of a CSV that was filled in. */
	readonly import?: string;
	readonly lang?: 'en' | 'ko';
}

/**
 * `gemmark label`: people judge the prefixes of a run, in the terminal or by a CSV round trip. Returns the exit code: 130
 * after Ctrl-C, which ends the questions and keeps the answers.
 */
export async function label(run: string, request: LabelRequest, input: TerminalInput = process.stdin): Promise<number> {
	const { who = '' } = request;
	if (who.length > MAX_WHO) throw new UsageError(message('usage.label-name-long', { limit: MAX_WHO }));
	const source = logPath(run);
	const folder = dirname(resolve(source));
	const config = await composeIfNamed(request.config);
	const log = await openRun(source, { config });
	const { suites, judged, left, silent, others } = await judgedPrefixes(log);
	const { label: words } = localeOf(request.lang ?? config?.lang ?? writtenLang(folder) ?? 'en');
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
		process.stdout.write(
			`${counted(judged.length, 'prefix', 'prefixes')} written to ${shownPath(resolve(request.export))}. Fill in the column label: Y or N\n`,
		);
		return 0;
	}
	const { labels, exitCode } =
		request.import === undefined
			? await askInTerminal({ log, judged, before, who: request.who, all: request.all === true, words }, input, (now) =>
					writeReport(folder, LABELS_NAME, labelsFileCsv(judged, now)),
				)
			: { labels: mergeLabels(before, readLabelsFile(request.import, request.who)), exitCode: 0 };
	writeReport(folder, LABELS_NAME, labelsFileCsv(judged, labels));
	announceReports(log);
	const { stale, unjudgeable, judgements } = await resolveLabels(log, labels);
	const summary = summarizeRun(log, { labels: judgements });
	const unwritten = await unwrittenReports({ folder, log, summary }, { lang: request.lang });
	if (unwritten !== undefined) throw unwritten;
	const elsewhere = stale.length === 0 ? '' : `, ${stale.length} of them for texts that this run does not have`;
	const unused = `${elsewhere}${unjudgeable.length === 0 ? '' : `, ${unjudgeable.length} for answers that cannot be judged`}`;
	process.stdout.write(`${counted(labels.length, 'label')} in ${shownPath(file)}${unused}; reports updated\n`);
	for (const line of [...miniatureLines(log), ...peoplesLines(summary)]) process.stdout.write(`${line}\n`);
	return exitCode;
}

type TerminalInput = NodeJS.ReadableStream & { readonly isTTY?: boolean };

/** Labels need a name. */
function nameOf({ who }: LabelRequest): string {
	if (who !== undefined) return who;
	throw new UsageError(message('usage.label-without-name'));
}

interface Asked {
	readonly log: Run['log'];
	readonly judged: readonly JudgedPrefix[];
	readonly before: readonly Label[];
	/** Asked for where it is absent. */
	readonly who: string | undefined;
	/** Asks on when the labels have settled it. */
	readonly all: boolean;
	readonly words: Locale['label'];
}

/** Asks the most telling text first, says after each answer how it stands, and stops when it is settled. */
async function askInTerminal(
	asked: Asked,
	input: TerminalInput,
	save: (labels: readonly Label[]) => void,
): Promise<{ readonly labels: readonly Label[]; readonly exitCode: number }> {
	if (input.isTTY !== true) {
		throw new UsageError(message('usage.label-without-terminal'));
	}
	const { words } = asked;
	const terminal = createInterface({ input, output: drawingOn(process.stdout) });
	const interrupt = catchInterrupt(() => process.stdout.write('\n'));
	const closed = new AbortController();
	const ended = AbortSignal.any([interrupt.signal, closed.signal]);
	// In a terminal Ctrl-C is a key, and Ctrl-D closes.
	terminal.on('SIGINT', () => process.emit('SIGINT'));
	terminal.on('close', () => closed.abort());
	let labels = asked.before;
	const skipped = new Set<string>();
	try {
		const who = asked.who ?? (await terminal.question(`${words.name}: `, { signal: ended })).trim();
		if (who === '' || who.length > MAX_WHO) nameOf({});
		for (;;) {
			const decisions = await decisionsBy(asked.log, labels);
			if (labels !== asked.before) for (const line of standLines(decisions, words)) process.stdout.write(`  ${line}\n`);
			const open = openTexts({ ...asked, who }, labels, decisions).filter(({ text }) => !skipped.has(text));
			const [item] = open;
			if (item === undefined) break;
			process.stdout.write(`\n${words.left(open.length)}  ${singleLine(item.input)}\n`);
			process.stdout.write(`  ${words.said}: ${singleLine(item.prefix)}\n`);
			const answer = (await terminal.question(`  ${words.question}: `, { signal: ended })).trim().toLowerCase();
			if (QUIT.has(answer)) break;
			const meaningful = YES.has(answer) ? true : NO.has(answer) ? false : undefined;
			if (meaningful === undefined) {
				if (!SKIP.has(answer)) process.stdout.write(`  ${words.neither}\n`);
				skipped.add(item.text);
				continue;
			}
			labels = mergeLabels(labels, [{ promptId: item.promptId, sampleHash: item.sampleHash, meaningful, who }]);
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

// The same keys on a Korean keyboard, and O and X of a Korean form.
const YES: ReadonlySet<string> = new Set(['y', 'ㅛ', 'o', 'ㅐ']);
const NO: ReadonlySet<string> = new Set(['n', 'ㅜ', 'x', 'ㅌ']);
const SKIP: ReadonlySet<string> = new Set(['s', 'ㄴ']);
const QUIT: ReadonlySet<string> = new Set(['q', 'ㅂ']);

async function decisionsBy(log: Run['log'], labels: readonly Label[]): Promise<readonly DecisionSummary[]> {
	const { judgements } = await resolveLabels(log, labels);
	return summarizeDecisions(log, judgements).filter(({ suite }) => labelledDecision(suite) !== undefined);
}

/** How each decision stands with the labels so far. */
function standLines(decisions: readonly DecisionSummary[], words: Locale['label']): readonly string[] {
	return decisions.flatMap(({ suite, standing: { figure, verdict } }) => {
		if (figure === undefined) return [];
		const share = Math.floor(100 * figure.these.low);
		const isSettled = textsToLabel(verdict, figure) === undefined;
		const line = words.stands(share, verdict.threshold, verdict.n, isSettled);
		return [decisions.length > 1 ? `${suite.name}: ${line}` : line];
	});
}

/**
 * Texts that this person has not judged, the most telling first: of the kind that the plan names, of the phrase before most
 * calls, and of it the text before most; then filler, then announcements, then echoes. Of a settled decision, and of a phrase
 * that has its label, none, unless all are asked.
 */
function openTexts(
	{ judged, who, all }: Asked & { readonly who: string },
	labels: readonly Label[],
	decisions: readonly DecisionSummary[],
): readonly JudgedPrefix[] {
	const own = labelsOf(who, labels);
	const done = new Set(judged.filter((item) => own.has(placeOf(item))).map(({ suite, text }) => `${suite} ${text}`));
	return decisions.flatMap(({ suite, ruled, standing: { figure, verdict, phrases } }) => {
		const next = textsToLabel(verdict, figure);
		if (figure !== undefined && next === undefined && !all) return [];
		const families = new Map(ruled.map(({ id, family }) => [id, family]));
		const sizes = Map.groupBy(ruled, ({ family }) => family);
		const family = ({ promptId }: JudgedPrefix): number => families.get(promptId) ?? -1;
		const phrase = (item: JudgedPrefix): number => sizes.get(family(item))?.length ?? 0;
		const texts = Map.groupBy(
			judged.filter(
				(item) =>
					item.suite === suite.name && !done.has(`${suite.name} ${item.text}`) && (all || !phrases.has(family(item))),
			),
			({ text }) => text,
		);
		const isNext = ({ score }: JudgedPrefix): boolean => (score?.value === true) === (next !== 'unflagged');
		const rank = ({ score }: JudgedPrefix): number => ORDER.indexOf(score?.reason ?? '') + 1 || ORDER.length + 1;
		return Array.from(texts.values(), (same) => ({ item: same[0], prompts: same.length }))
			.flatMap(({ item, prompts }) => (item === undefined ? [] : [{ item, prompts }]))
			.sort(
				(one, other) =>
					Number(isNext(other.item)) - Number(isNext(one.item)) ||
					phrase(other.item) - phrase(one.item) ||
					(phrase(one.item) > 1 ? family(one.item) - family(other.item) : 0) ||
					other.prompts - one.prompts ||
					rank(one.item) - rank(other.item),
			)
			.map(({ item }) => item);
	});
}

const ORDER = ['filler', 'bare-announcement', 'echo'];

/** A person's labels, by the place of their text. */
function labelsOf(who: string, labels: readonly Label[]): ReadonlyMap<string, Label> {
	return new Map(labels.filter((label) => label.who === who).map((label) => [placeOf(label), label]));
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
