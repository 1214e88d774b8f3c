import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { ConfigError, EnvironmentError } from '../../src/base/errors.ts';
import { message } from '../../src/base/message.ts';
import { readTextFile, systemCode } from '../../src/base/read-file.ts';
import { writeWhole } from '../../src/base/write-file.ts';
import { readCsvRecords } from '../../src/corpus/csv-records.ts';
import type { EvaluatedRun } from '../../src/eval/header.ts';
import { scoreNamed } from '../../src/eval/sample.ts';
import type { Score, UnscoredCause } from '../../src/eval/score.ts';
import {
	judgedText,
	type Label,
	labelHash,
	labelledDecision,
	labelToRow,
	type PeoplesJudgement,
	readLabels,
	resolveLabels,
	unjudgeable,
} from '../../src/eval/scoring/labels.ts';
import { readTurn } from '../../src/eval/turn.ts';
import type { Log } from '../../src/log/record.ts';
import { summarizeDecisions } from '../../src/summary/decisions/decisions.ts';
import { spreadsheetText, textOfCell } from '../../src/text/text.ts';

/** Labels beside a log: what people say of its prefixes. */
export const LABELS_NAME = 'labels.csv';

/** Labels that stand beside a log; no file is no labels. Throws {@link ConfigError} naming file and row. */
export function labelsBeside(folder: string): readonly Label[] {
	const path = join(folder, LABELS_NAME);
	return existsSync(path) ? readLabelsFile(path) : [];
}

/**
 * Reads a labels file, as spreadsheets save it. `who` judged where a row does not say. Throws {@link ConfigError} naming file
 * and row, or the columns that it has not.
 */
export function readLabelsFile(path: string, who?: string): readonly Label[] {
	const [header, ...records] = readCsvRecords(readTextFile(path, MAX_LABELS_BYTES).text, path);
	const columns = header?.cells ?? [];
	const twice = columns.find((name, at) => name !== '' && columns.indexOf(name) < at);
	if (twice !== undefined) throw new ConfigError(message('corpus.labels-column-twice', { path, column: twice }));
	const missing = COLUMNS.filter((name) => !columns.includes(name));
	if (missing.length > 0)
		throw new ConfigError(message('corpus.labels-columns', { path, columns: missing, known: COLUMNS }));
	const rows = records.map(({ cells, line }) => {
		if (cells.length !== columns.length) {
			const [place, width] = [`${path}:${line}`, columns.length];
			throw new ConfigError(message('corpus.csv-cells', { place, cells: cells.length, width }));
		}
		const row = Object.fromEntries(columns.map((name, at) => [name, textOfCell(cells[at] ?? '')]));
		return row.who === '' && who !== undefined ? { ...row, who } : row;
	});
	const labels = readLabels(rows, path);
	requireOneWord(labels, path);
	return labels;
}

/** More than thousands of people would fill in. */
const MAX_LABELS_BYTES = 64_000_000;

/** Throws {@link ConfigError} for two different judgements of one person; of several files the later one counts. */
export function requireOneWord(labels: readonly Label[], path: string): void {
	const judged = new Map<string, boolean>();
	for (const { promptId, sampleHash, who, meaningful } of labels) {
		const key = JSON.stringify([promptId, sampleHash, who]);
		if ((judged.get(key) ?? meaningful) !== meaningful) {
			const said = { path, who, prompt: promptId, hash: sampleHash };
			throw new ConfigError(message('corpus.labels-contradict', said));
		}
		judged.set(key, meaningful);
	}
}

const COLUMNS = ['prompt_id', 'sample_hash', 'label', 'who'] as const;

/** Writes a CSV where a person wants it. Throws {@link EnvironmentError}. */
export function writeLabelsFile(path: string, csv: string): void {
	try {
		writeWhole(path, [csv], { links: 'follow' });
	} catch (cause) {
		throw new EnvironmentError(message('file.unwritable', { path, code: systemCode(cause) }), { cause });
	}
}

/** Labels as a CSV that spreadsheets open with Hangul intact; the columns after the label are only for reading. */
export function labelsCsv(
	labels: readonly { readonly label: Label | UnlabelledRow; readonly input: string; readonly prefix: string }[],
): string {
	const rows = labels.map(({ label, input, prefix }) => {
		const row = { ...('meaningful' in label ? labelToRow(label) : label), input, prefix };
		return Object.fromEntries(Object.entries(row).map(([name, text]) => [name, spreadsheetText(text ?? '')]));
	});
	return stringify(rows, {
		header: true,
		bom: true,
		columns: ['prompt_id', 'sample_hash', 'label', 'who', 'note', 'input', 'prefix'],
	});
}

/** The labels of a run as the file beside its log has them. */
export function labelsFileCsv(judged: readonly JudgedPrefix[], labels: readonly Label[]): string {
	const known = new Map(judged.map((item) => [placeOf(item), item]));
	return labelsCsv(
		labels.map((label) => {
			const item = known.get(placeOf(label));
			return { label, input: item?.input ?? '', prefix: item?.prefix ?? '' };
		}),
	);
}

/** What a label is of: a prompt, and the text before its call. */
export function placeOf({ promptId, sampleHash }: Pick<Label, 'promptId' | 'sampleHash'>): string {
	return `${promptId} ${sampleHash}`;
}

/** A row that waits for somebody's judgement. */
interface UnlabelledRow {
	readonly prompt_id: string;
	readonly sample_hash: string;
	readonly label: '';
	readonly who: string;
	readonly note: string;
}

/** What people are asked of: each text once of the suites that decide on it. */
export async function judgedPrefixes(log: EvaluatedRun): Promise<JudgedPrefixes> {
	const all = summarizeDecisions(log);
	const decisions = all.filter(({ suite }) => labelledDecision(suite) !== undefined);
	const others = all.flatMap(({ suite }) => (labelledDecision(suite) === undefined ? [suite.name] : []));
	const judged = new Map<string, JudgedPrefix>();
	const left = new Map<UnscoredCause, Set<string>>();
	const silent = new Set<string>();
	const asked = decisions.flatMap(({ samples, suite, decision }) =>
		samples.flatMap((place) => log.samples[place] ?? []).map((result) => ({ result, suite: suite.name, decision })),
	);
	for (const { result, suite, decision } of asked) {
		const cause = unjudgeable(result, decision.score);
		if (cause !== undefined) {
			left.set(cause, (left.get(cause) ?? new Set()).add(result.sampleId));
			continue;
		}
		const text = judgedText(result, decision.score);
		if (text === undefined) {
			silent.add(result.sampleId);
			continue;
		}
		const sampleHash = await labelHash(result);
		const place = { promptId: result.sampleId, sampleHash };
		judged.set(placeOf(place), {
			...place,
			input: typeof result.sample.input === 'string' ? result.sample.input : '',
			prefix: readTurn(result.transcript.generations).prefix.trim(),
			suite,
			text,
			score: scoreNamed(result, decision.score),
		});
	}
	return {
		suites: decisions.map(({ suite }) => suite.name),
		judged: [...judged.values()],
		left: new Map(Array.from(left, ([cause, ids]) => [cause, [...ids]])),
		silent: [...silent],
		others,
	};
}

/** A text that people are asked of. */
export interface JudgedPrefix {
	readonly promptId: string;
	readonly sampleHash: string;
	readonly input: string;
	readonly prefix: string;
	readonly suite: string;
	/** Prompts with the same one share their labels. */
	readonly text: string;
	/** By the rule. */
	readonly score: Score | undefined;
}

interface JudgedPrefixes {
	/** That decide on what people are asked. */
	readonly suites: readonly string[];
	readonly judged: readonly JudgedPrefix[];
	/** Prompts with answers that nobody can judge, by why. */
	readonly left: ReadonlyMap<UnscoredCause, readonly string[]>;
	/** Prompts without a call, or without a text before it: nothing to judge. */
	readonly silent: readonly string[];
	/** Suites that decide on a score of their own: its verdict stands. */
	readonly others: readonly string[];
}

/** What people say of a run's samples, by sample key, in the labels beside its log; undefined where there are none. */
export async function judgementsBeside(
	folder: string,
	log: Log,
): Promise<ReadonlyMap<string, PeoplesJudgement> | undefined> {
	const labels = labelsBeside(folder);
	return labels.length === 0 ? undefined : (await resolveLabels(log, labels)).judgements;
}
