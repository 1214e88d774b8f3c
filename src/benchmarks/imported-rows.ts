import type { JsonObject } from '../json/json-value.ts';
import type { DialogSample } from './dialog-sample.ts';
import { jsonLines } from './json-lines.ts';
import { RefusedRow } from './refused-row.ts';

/** What becomes of a row of a benchmark: samples, or the reason why there is none. */
export type ImportedItem =
	| { readonly place: string; readonly sample: DialogSample }
	| { readonly place: string; readonly id?: string | undefined; readonly refused: string };

/** Reads files row by row; what `read` refuses is told with its place, and so are lines that are no JSON and ids that stand twice. */
export async function* importRows(
	files: readonly string[],
	read: (row: JsonObject) => Iterable<DialogSample | { readonly id: string; readonly refused: string }>,
): AsyncGenerator<ImportedItem, void, void> {
	const known = new Set<string>();
	for (const file of files) {
		for await (const { place, row } of jsonLines(file)) {
			if (row === undefined) {
				yield { place, refused: 'the line is no JSON object' };
				continue;
			}
			try {
				for (const item of read(row)) {
					if ('refused' in item) yield { place, ...item };
					else if (known.has(item.id)) yield { place, id: item.id, refused: 'the id was imported already' };
					else {
						known.add(item.id);
						yield { place, sample: item };
					}
				}
			} catch (thrown) {
				if (!(thrown instanceof RefusedRow)) throw thrown;
				yield { place, id: typeof row.id === 'string' ? row.id : undefined, refused: thrown.message };
			}
		}
	}
}
