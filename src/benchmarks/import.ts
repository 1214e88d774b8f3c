import { createReadStream, createWriteStream, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import { ConfigError, EnvironmentError, GemmarkError, UsageError } from '../base/errors.ts';
import { isJsonObject, type JsonObject, sha256 } from '../base/json.ts';
import { english, message } from '../base/message.ts';
import { isThere } from '../base/write-file.ts';
import { type DialogSample, RefusedRow } from './dialog-sample.ts';

export interface ImportReport {
	readonly imported: number;
	/** By category. */
	readonly categories: ReadonlyMap<string, number>;
	/** By reason, with the first place. */
	readonly refused: ReadonlyMap<string, { readonly count: number; readonly first: string }>;
}

interface BenchmarkFiles {
	/** New, or empty. */
	readonly folder: string;
	readonly config: string;
	readonly system: string;
}

/**
 * Writes the samples to `corpus.jsonl`, refused rows to `refused.jsonl`, and a config and system prompt for `gemmark run`.
 * Throws {@link UsageError} for a folder that is not empty, {@link ConfigError} if nothing could be imported,
 * {@link EnvironmentError} if it cannot be written.
 */
export async function importBenchmark(
	items: AsyncIterable<ImportedItem>,
	{ folder, config, system }: BenchmarkFiles,
): Promise<ImportReport> {
	const isNew = !isThere(folder);
	if (!isNew) requireEmpty(folder);
	try {
		mkdirSync(folder, { recursive: true });
		const report = await writeCorpus(items, folder);
		writeFileSync(join(folder, 'system.md'), `${system.trim()}\n`);
		writeFileSync(join(folder, 'gemmark.config.yaml'), config);
		return report;
	} catch (cause) {
		// No partial import remains.
		for (const name of isNew ? [''] : readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
		const { code } = cause as NodeJS.ErrnoException;
		if (code === undefined || cause instanceof GemmarkError) throw cause;
		throw new EnvironmentError(message('log.cannot-write', { path: folder, code }), { cause });
	}
}

function requireEmpty(folder: string): void {
	if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true && readdirSync(folder).length === 0) return;
	throw new UsageError(message('usage.import-folder-exists', { folder }));
}

async function writeCorpus(items: AsyncIterable<ImportedItem>, folder: string): Promise<ImportReport> {
	const categories = new Map<string, number>();
	const refused = new Map<string, { count: number; readonly first: string }>();
	const corpus = new LineFile(join(folder, 'corpus.jsonl'));
	let refusals: LineFile | undefined;
	for await (const item of items) {
		if ('sample' in item) {
			await corpus.write(item.sample);
			const { category = item.sample.turn } = item.sample;
			categories.set(category, (categories.get(category) ?? 0) + 1);
		} else {
			refusals ??= new LineFile(join(folder, 'refused.jsonl'));
			await refusals.write(item);
			const known = refused.get(item.refused) ?? { count: 0, first: item.place };
			refused.set(item.refused, known);
			known.count += 1;
		}
	}
	await Promise.all([corpus.end(), refusals?.end()]);
	const imported = [...categories.values()].reduce((sum, count) => sum + count, 0);
	if (imported > 0) return { imported, categories, refused };
	const [reason, seen] = [...refused][0] ?? [english(message('row.empty'))];
	throw new ConfigError(message('config.import-nothing', { place: seen?.first, reason }));
}

/** JSON lines, written no faster than the disk takes them. */
class LineFile {
	readonly #stream: ReturnType<typeof createWriteStream>;
	readonly #done: Promise<void>;

	constructor(path: string) {
		this.#stream = createWriteStream(path);
		this.#done = finished(this.#stream);
		// `end` and `write` report it.
		this.#done.catch(() => undefined);
	}

	async write(value: object): Promise<void> {
		if (this.#stream.write(`${JSON.stringify(value)}\n`)) return;
		await Promise.race([new Promise<void>((resolve) => this.#stream.once('drain', () => resolve())), this.#done]);
	}

	end(): Promise<void> {
		this.#stream.end();
		return this.#done;
	}
}

/** A sample of a benchmark's row, or the reason why it is refused. */
export type ImportedItem =
	| { readonly place: string; readonly sample: DialogSample }
	| { readonly place: string; readonly id?: string; readonly refused: string };

type ReadRow = (
	row: JsonObject,
	place: string,
) => Iterable<DialogSample | { readonly id: string; readonly refused: string }>;

/**
 * Reads files row by row, twice. Refused, with their places, are rows that `read` refuses, lines that are not JSON, repeated
 * ids, and all rows of an id that contradict each other.
 */
export async function* importRows(files: readonly string[], read: ReadRow): AsyncGenerator<ImportedItem, void, void> {
	const hashes = new Map<string, Set<string>>();
	for await (const item of itemsOf(files, read)) {
		if (!('sample' in item)) continue;
		const { id } = item.sample;
		hashes.set(id, (hashes.get(id) ?? new Set()).add(await sha256(JSON.stringify(item.sample))));
	}
	const known = new Set<string>();
	for await (const item of itemsOf(files, read)) {
		const id = 'sample' in item ? item.sample.id : undefined;
		if (id === undefined) yield item;
		else if ((hashes.get(id)?.size ?? 0) > 1)
			yield { place: item.place, id, refused: english(message('row.id-differs')) };
		else if (known.has(id)) yield { place: item.place, id, refused: english(message('row.id-twice')) };
		else {
			known.add(id);
			yield item;
		}
	}
}

async function* itemsOf(files: readonly string[], read: ReadRow): AsyncGenerator<ImportedItem, void, void> {
	for (const file of files) {
		for await (const { place, row } of jsonLines(file)) {
			if (row === undefined) {
				yield { place, refused: english(message('row.not-json')) };
				continue;
			}
			try {
				for (const item of read(row, place)) yield 'refused' in item ? { place, ...item } : { place, sample: item };
			} catch (thrown) {
				if (!(thrown instanceof RefusedRow)) throw thrown;
				yield { place, id: typeof row.id === 'string' ? row.id : undefined, refused: thrown.message };
			}
		}
	}
}

interface JsonLine {
	/** `file:line` */
	readonly place: string;
	/** Absent if the line is not a JSON object. */
	readonly row?: JsonObject;
}

/** Streams the lines of a file, without empty ones: it may be larger than the memory. Throws {@link ConfigError}. */
export async function* jsonLines(file: string): AsyncGenerator<JsonLine, void, void> {
	const input = createReadStream(file, 'utf8');
	try {
		let number = 0;
		for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
			number += 1;
			const text = line.replace(/^\uFEFF/u, '').normalize('NFC');
			if (text.trim() !== '') yield { place: `${file}:${number}`, row: objectOf(text) };
		}
	} catch (cause) {
		const { code } = cause as NodeJS.ErrnoException;
		if (code === undefined) throw cause;
		const problem = code === 'ENOENT' ? message('file.missing') : message('file.denied', { code });
		throw new ConfigError(message('config.import-unreadable', { file, problem }), { cause });
	} finally {
		input.destroy();
	}
}

function objectOf(text: string): JsonObject | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return isJsonObject(value) ? value : undefined;
	} catch {
		return undefined;
	}
}
