import type { Sample } from '../../src/eval/sample.ts';

/** Where samples were read from; nothing of those that stand in code. */
export type SamplePlaces = WeakMap<Sample, SamplePlace>;

export interface SamplePlace {
	/** `file:line` */
	readonly place: string;
	/** Of a CSV, whose cells are text. */
	readonly isTable: boolean;
}
