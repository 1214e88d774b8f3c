import type { LineOf } from '../field-path.ts';

/** A row of a corpus as it was written, not yet checked. */
export interface WrittenRow {
	readonly content: unknown;
	/** Of a field of the row; of the row itself for no path. */
	readonly lineOf: LineOf;
}
