import { CAPTURE_ROWS } from './capture-rows.ts';
import { COMPARISON_ROWS } from './comparison-rows.ts';
import { CUT_ROWS } from './cut-rows.ts';
import type { EvidenceRow } from './evidence-row.ts';
import { GATE_ROWS } from './gate-rows.ts';
import { MODEL_ROWS } from './model-rows.ts';
import { PART_ROWS } from './part-rows.ts';
import { TEXT_ROWS } from './text-rows.ts';

/** Everything that once gave a certain answer without evidence. */
export const EVIDENCE_ROWS: readonly EvidenceRow[] = [
	...CUT_ROWS,
	...PART_ROWS,
	...MODEL_ROWS,
	...GATE_ROWS,
	...COMPARISON_ROWS,
	...CAPTURE_ROWS,
	...TEXT_ROWS,
];
