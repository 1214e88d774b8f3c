import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { gateOfJunit, stateOfJunit } from '../../reports/junit.ts';
import type { Lang } from '../../reports/messages/catalogue.ts';
import type { Problem } from '../../reports/messages/en/comparison.ts';
import { type ReportedRun, reportedRun } from '../../reports/reported-run.ts';
import { judgementsBeside } from '../../run/results/labels-file.ts';
import { readRun } from '../../run/results/read-run.ts';
import { GemmarkError } from '../../src/base/errors.ts';
import type { Message, Said } from '../../src/base/message.ts';
import { readRegularFile } from '../../src/base/read-file.ts';
import { thrownText, withoutFolders } from '../../src/base/thrown.ts';
import type { RunFilter } from '../../src/history/reading.ts';
import type { RunIndex } from '../../src/history/run-index.ts';
import { type RunLog, requireNoLink } from '../../src/history/run-logs.ts';
import { brokenRow, type RunRow, runRow } from '../../src/history/run-row.ts';
import { stateOf } from '../../src/summary/state/state.ts';

export const FACETS = ['app', 'model', 'engine', 'device', 'suite', 'verdict', 'gate'] as const;
export const FILTERS: readonly (keyof RunFilter)[] = [...FACETS, 'find'];
const MAX_ROWS = 1_000_000;

/** What of an address cannot be read. */
interface BadParameter {
	readonly kind: 'bad-parameter';
	readonly name: string;
	readonly value: string;
	readonly known: readonly string[];
}

/** The first parameter that a page does not have, or whose value is none; undefined where all can be read. */
export function badParameter(query: URLSearchParams, known: readonly string[]): BadParameter | undefined {
	for (const [name, value] of query) {
		if (!known.includes(name)) return { kind: 'bad-parameter', name, value, known };
		const count = Number(value);
		if (name === 'limit' && !(Number.isInteger(count) && count > 0 && count <= MAX_ROWS)) {
			return { kind: 'bad-parameter', name, value, known: [`limit=1 … ${MAX_ROWS}`] };
		}
	}
	return undefined;
}

/** An empty field of a form is no filter. */
export function filterOf(query: URLSearchParams): RunFilter {
	return Object.fromEntries(FILTERS.map((name) => [name, query.get(name) || undefined]));
}

/** What a path of the view answers. */
export interface Answer {
	/** 200 unless it says otherwise. */
	readonly status?: number;
	readonly type: string;
	readonly content: string | Uint8Array;
	/** Content security policy beside the page's own; without one nothing of it runs. */
	readonly policy?: string;
	/** Called when it was sent. */
	readonly sent?: () => void;
}

/** What a page is made with. */
export interface View {
	readonly index: RunIndex;
	readonly lang: Lang;
	/** The link from the page to the list of runs. */
	readonly back: string;
	readonly html: (content: string) => Answer;
	/** A page that says why there is no other. */
	readonly problem: (problem: Problem, status: number) => Answer;
}

/** Reads logs that the index does not know, newest first, until the time is over. Returns how many are left. */
export async function readRows(index: RunIndex, forMs: number): Promise<number> {
	const until = performance.now() + forMs;
	for (const log of index.stale) {
		if (performance.now() > until) break;
		index.put(log, await rowOf(log));
		await setImmediate();
	}
	return index.stale.length;
}

/** The row of one run as it is now, before its turn where it is not read yet; undefined where there is none. */
export async function readRow(index: RunIndex, id: string): Promise<RunRow | undefined> {
	const log = index.stale.find((stale) => stale.id === id);
	if (log !== undefined) index.put(log, await rowOf(log));
	return index.row(id);
}

/** A run of the list with its summary. Throws LogError, also where there is a link in its place. */
export async function readReported(log: RunLog): Promise<ReportedRun> {
	requireNoLink(log);
	const read = await readRun(log.file);
	return reportedRun(read, { labels: await judgementsBeside(dirname(log.file), read) });
}

/** A log that cannot be read is a row that says so. */
async function rowOf(log: RunLog): Promise<RunRow> {
	try {
		const reported = await readReported(log);
		const junit = String(fileAt(join(dirname(log.file), 'junit.xml')) ?? '');
		return runRow(log.id, reported, {
			gate: gateOfJunit(junit),
			standing: stateOfJunit(junit) ?? stateOf(reported.summary, undefined),
		});
	} catch (error) {
		return brokenRow(log.id, problemOf(error));
	}
}

/** Undefined for what is there, but is a link or cannot be read. */
export function fileAt(file: string): Buffer | undefined {
	try {
		if (lstatSync(file).isSymbolicLink()) return undefined;
		return readRegularFile(file);
	} catch {
		return undefined;
	}
}

/** What went wrong, without folders: of our own errors what they say, in no language yet. */
export function problemOf(thrown: unknown): Said {
	return thrown instanceof GemmarkError ? bare(thrown.said) : thrownText(thrown);
}

function bare({ code, params }: Message): Message {
	return { code, params: Object.fromEntries(Object.entries(params).map(([name, param]) => [name, bareParam(param)])) };
}

function bareParam(param: Message['params'][string]): Message['params'][string] {
	if (typeof param === 'string') return withoutFolders(param);
	if (typeof param !== 'object') return param;
	if (!('code' in param)) return param.map((part) => (typeof part === 'object' ? bare(part) : part));
	return bare(param);
}

/** A link to a file of a run, whose folder may be called anything: `#` and `?` of a name end no path. */
export function runLink(folder: string, file: string): string {
	return [...folder.split('/'), file].map(encodeURIComponent).join('/');
}

/** A link with what it changes of an address; undefined leaves a parameter out. */
export function linkWith(
	path: string,
	query: URLSearchParams,
	changes: Readonly<Record<string, string | undefined>> = {},
): string {
	const changed = new URLSearchParams(query);
	for (const [name, value] of Object.entries(changes)) {
		if (value === undefined) changed.delete(name);
		else changed.set(name, value);
	}
	return changed.size === 0 ? path || '.' : `${path}?${changed}`;
}
