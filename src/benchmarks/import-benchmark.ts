import { createWriteStream, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { ConfigError, EnvironmentError, GemmarkError, UsageError } from '../errors/gemmark-error.ts';
import type { ImportedItem } from './imported-rows.ts';

/** What an import came to. */
export interface ImportReport {
	readonly imported: number;
	/** By category. */
	readonly categories: ReadonlyMap<string, number>;
	/** By reason, with the first place. */
	readonly refused: ReadonlyMap<string, { readonly count: number; readonly first: string }>;
}

export interface BenchmarkFiles {
	/** New, or empty. */
	readonly folder: string;
	readonly config: string;
	readonly system: string;
}

/**
 * Writes the samples as they come to `corpus.jsonl`, what is refused to `refused.jsonl`, and a config and system prompt with
 * which `gemmark run` asks them. Throws {@link UsageError} for a folder that holds something, {@link ConfigError} where
 * nothing could be imported, {@link EnvironmentError} where it cannot be written.
 */
export async function importBenchmark(
	items: AsyncIterable<ImportedItem>,
	{ folder, config, system }: BenchmarkFiles,
): Promise<ImportReport> {
	const isNew = !existsSync(folder);
	if (!isNew) requireEmpty(folder);
	try {
		mkdirSync(folder, { recursive: true });
		const report = await writeCorpus(items, folder);
		writeFileSync(join(folder, 'system.md'), `${system.trim()}\n`);
		writeFileSync(join(folder, 'gemmark.config.yaml'), config);
		return report;
	} catch (cause) {
		// Half an import is none.
		for (const name of isNew ? [''] : readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
		const { code } = cause as NodeJS.ErrnoException;
		if (code === undefined || cause instanceof GemmarkError) throw cause;
		throw new EnvironmentError(`${folder}: cannot be written (${code})`, { hint: 'Check its permissions.', cause });
	}
}

function requireEmpty(folder: string): void {
	if (statSync(folder).isDirectory() && readdirSync(folder).length === 0) return;
	throw new UsageError(`${folder}: is there already, so nothing was imported`, {
		hint: 'Name a new folder: --out FOLDER.',
	});
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
	const [reason, told] = [...refused][0] ?? ['the files are empty'];
	throw new ConfigError(`nothing could be imported: ${told === undefined ? '' : `${told.first}: `}${reason}`, {
		hint: 'docs/benchmarks.md tells which files are taken.',
	});
}

/** JSON lines, written no faster than the disk takes them. */
class LineFile {
	readonly #stream: ReturnType<typeof createWriteStream>;
	readonly #done: Promise<void>;

	constructor(path: string) {
		this.#stream = createWriteStream(path);
		this.#done = finished(this.#stream);
		// Told where it is waited for.
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
