import type { JsonObject } from '../json/json-value.ts';
import { sha256 } from '../json/sha256.ts';
import type { DialogSample } from './dialog-sample.ts';
import { jsonLines } from './json-lines.ts';
import { RefusedRow } from './refused-row.ts';

/** What becomes of a row of a benchmark: samples, or the reason why there is none. */
export type ImportedItem =
	| { readonly place: string; readonly sample: DialogSample }
	| { readonly place: string; readonly id?: string | undefined; readonly refused: string };

type ReadRow = (row: JsonObject) => Iterable<DialogSample | { readonly id: string; readonly refused: string }>;

/**
 * Reads files row by row; what `read` refuses is told with its place, and so are lines that are no JSON, ids that stand
 * twice, and all rows of an id that contradict each other: nobody knows which is right. Files are read twice.
 */
export async function* importRows(files: readonly string[], read: ReadRow): AsyncGenerator<ImportedItem, void, void> {
	const told = new Map<string, Set<string>>();
	for await (const item of itemsOf(files, read)) {
		if (!('sample' in item)) continue;
		const { id } = item.sample;
		told.set(id, (told.get(id) ?? new Set()).add(await sha256(JSON.stringify(item.sample))));
	}
	const known = new Set<string>();
	for await (const item of itemsOf(files, read)) {
		const id = 'sample' in item ? item.sample.id : undefined;
		if (id === undefined) yield item;
		else if ((told.get(id)?.size ?? 0) > 1) yield { place: item.place, id, refused: 'the id stands twice and differs' };
		else if (known.has(id)) yield { place: item.place, id, refused: 'the id was imported already' };
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
				yield { place, refused: 'the line is no JSON object' };
				continue;
			}
			try {
				for (const item of read(row)) yield 'refused' in item ? { place, ...item } : { place, sample: item };
			} catch (thrown) {
				if (!(thrown instanceof RefusedRow)) throw thrown;
				yield { place, id: typeof row.id === 'string' ? row.id : undefined, refused: thrown.message };
			}
		}
	}
}
