import { isJsonObject, type JsonValue } from '../base/json.ts';
import { ANYTHING } from '../eval/match/values.ts';
import type { ExpectingSample } from '../eval/scoring/calls.ts';
import { sameKeys, sameText, type TextDifference, textDifferences } from '../text/same-text.ts';
import { compactText, normalizeText } from '../text/text.ts';
import type { TrainingRow } from './read.ts';
import type { Half } from './split.ts';

/** A row of a corpus that training rows are compared with. */
export type CorpusRow = Pick<ExpectingSample, 'id' | 'input'> & {
	readonly expected?: ExpectingSample['expected'];
	readonly split?: Half;
};

/** What a test row and a training row have in common, from the worst on. */
export const OVERLAPS = ['train-exact', 'train-same', 'train-template', 'train-near'] as const;

export interface Overlap {
	readonly code: (typeof OVERLAPS)[number];
	readonly sample: string;
	/** `file:line` */
	readonly at: string;
	readonly differs?: readonly TextDifference[];
	/** Of the test row's parts, those in the training row. */
	readonly share?: number;
	/** Of the training row. */
	readonly input: string;
}

interface Overlaps {
	readonly rows: { readonly training: number; readonly test: number; readonly dev: number; readonly unread?: number };
	readonly overlaps: readonly Overlap[];
	/** By argument, as `set_alarm(time)`: distinct texts that test rows expect, and those that training rows have too. */
	readonly values: Readonly<Record<string, { readonly known: number; readonly of: number }>>;
	/** Rows of dev that are in the file. */
	readonly inTraining: readonly string[];
	/** Places of rows that are none of these. */
	readonly clean: readonly string[];
}

interface Indexed {
	readonly row: CorpusRow;
	readonly exact: string;
	readonly compact: string;
	readonly template: string;
	readonly grams: ReadonlySet<string>;
}

/** Compares training rows with a corpus. The index is of the corpus, so that memory does not grow with the training file. */
export async function findOverlaps(
	corpus: readonly CorpusRow[],
	training: AsyncIterable<TrainingRow | undefined>,
	hasChoices: (tool: string, argument: string) => boolean,
): Promise<Overlaps> {
	const isTest = ({ split }: CorpusRow): boolean => split !== 'dev';
	const indexed = corpus.map(indexOf);
	const index = new Map<string, Indexed[]>();
	const put = (key: string, one: Indexed): void => void index.set(key, [...(index.get(key) ?? []), one]);
	for (const one of indexed) {
		for (const key of new Set([one.compact, ...sameKeys(one.row.input)])) put(`same ${key}`, one);
		put(`template ${one.template}`, one);
		if (isTest(one.row)) for (const gram of one.grams) put(`gram ${gram}`, one);
	}
	const [overlaps, clean, dev]: [Overlap[], string[], Set<string>] = [[], [], new Set()];
	const wanted = textsOf(corpus.filter(isTest).flatMap(({ expected = [] }) => expected));
	const known = new Map<string, Set<string>>();
	let [count, unread] = [0, 0];
	for await (const row of training) {
		if (row === undefined) {
			unread += 1;
			continue;
		}
		count += 1;
		for (const [field, texts] of textsOf(row.calls)) {
			const shared = [...texts].filter((text) => wanted.get(field)?.has(text));
			if (shared.length > 0) known.set(field, new Set([...(known.get(field) ?? []), ...shared]));
		}
		let isClean = true;
		for (const [one, found] of overlapsOf(row, index)) {
			isClean = false;
			if (isTest(one.row)) overlaps.push({ ...found, sample: one.row.id, at: row.place, input: row.input });
			else if (found.code === 'train-exact' || found.code === 'train-same') dev.add(one.row.id);
		}
		if (isClean) clean.push(row.place);
	}
	const test = corpus.filter(isTest).length;
	const place = ({ code, at }: Overlap): readonly [string, number] => [code, Number(at.slice(at.lastIndexOf(':') + 1))];
	return {
		rows: { training: count, test, dev: corpus.length - test, ...(unread > 0 && { unread }) },
		overlaps: overlaps.toSorted((one, other) => {
			const [[code, line], [otherCode, otherLine]] = [place(one), place(other)];
			return code === otherCode ? line - otherLine : code < otherCode ? -1 : 1;
		}),
		values: Object.fromEntries(
			Array.from(wanted)
				.filter(([field]) => !hasChoices(...fieldOf(field)))
				.map(([field, texts]) => [field, { known: known.get(field)?.size ?? 0, of: texts.size }]),
		),
		inTraining: [...dev],
		clean,
	};
}

function indexOf(row: CorpusRow): Indexed {
	const compact = compactText(row.input);
	const calls = row.expected ?? [];
	return {
		row,
		exact: normalizeText(row.input),
		compact,
		template: templateOf(row.input, calls),
		grams: gramsOf(compact),
	};
}

/** The first that holds, for each row of the corpus. */
function overlapsOf(
	{ input, calls }: TrainingRow,
	index: ReadonlyMap<string, readonly Indexed[]>,
): ReadonlyMap<Indexed, Pick<Overlap, 'code' | 'differs' | 'share'>> {
	const found = new Map<Indexed, Pick<Overlap, 'code' | 'differs' | 'share'>>();
	const at = (key: string): readonly Indexed[] => (index.get(key) ?? []).filter((one) => !found.has(one));
	const [exact, compact] = [normalizeText(input), compactText(input)];
	for (const key of new Set([compact, ...sameKeys(input)])) {
		for (const one of at(`same ${key}`)) {
			if (one.exact === exact) found.set(one, { code: 'train-exact' });
			else if (one.compact === compact || sameText(one.row.input, input))
				found.set(one, { code: 'train-same', differs: textDifferences(one.row.input, input) });
		}
	}
	for (const one of at(`template ${templateOf(input, calls)}`)) found.set(one, { code: 'train-template' });
	const hits = new Map<Indexed, number>();
	const letters = [...compact];
	for (const gram of new Set([...windows(letters, LATIN), ...windows(letters, HANGUL)]))
		for (const one of at(`gram ${gram}`)) hits.set(one, (hits.get(one) ?? 0) + 1);
	for (const [one, n] of hits) {
		const share = n / one.grams.size;
		if (share >= NEAR) found.set(one, { code: 'train-near', share: Math.round(share * 100) / 100 });
	}
	return found;
}

const NEAR = 0.8;
const [LATIN, HANGUL] = [5, 3];
const LEAST_CHARS = 10;

/** None of a short text. */
function gramsOf(compact: string): ReadonlySet<string> {
	const letters = [...compact];
	return new Set(
		letters.length < LEAST_CHARS ? [] : windows(letters, /\p{Script=Hangul}/u.test(compact) ? HANGUL : LATIN),
	);
}

function windows(letters: readonly string[], size: number): readonly string[] {
	return letters.slice(size - 1).map((_, at) => letters.slice(at, at + size).join(''));
}

/** A letter, so that it counts as part of the sentence; no text has it. */
const SIGN = 'ꙮ';

/** The sentence with one sign for each text of its own arguments, and for digits. */
function templateOf(input: string, calls: TrainingRow['calls']): string {
	const texts = calls.flatMap(({ arguments: given }) => stringsIn(given)).filter((text) => compactText(text) !== '');
	const sentence = texts
		.toSorted((one, other) => other.length - one.length)
		.reduce((text, value) => text.replaceAll(value.normalize('NFC'), SIGN), input.normalize('NFC'));
	return compactText(sentence.replaceAll(/\p{Nd}+/gu, SIGN));
}

function stringsIn(value: JsonValue): readonly string[] {
	if (typeof value === 'string') return value === ANYTHING ? [] : [value];
	return isJsonObject(value) || Array.isArray(value) ? Object.values(value).flatMap(stringsIn) : [];
}

/** By argument, as `set_alarm(time)`. */
function textsOf(calls: TrainingRow['calls']): ReadonlyMap<string, ReadonlySet<string>> {
	const texts = new Map<string, Set<string>>();
	for (const { tool, arguments: given } of calls) {
		for (const [name, value] of Object.entries(given)) {
			if (typeof value !== 'string' || value === ANYTHING) continue;
			const field = `${tool}(${name})`;
			texts.set(field, (texts.get(field) ?? new Set()).add(normalizeText(value)));
		}
	}
	return texts;
}

function fieldOf(field: string): [tool: string, argument: string] {
	const at = field.indexOf('(');
	return [field.slice(0, at), field.slice(at + 1, -1)];
}
