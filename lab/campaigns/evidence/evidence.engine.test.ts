import { describe, expect, it } from 'vitest';
import { EVIDENCE_ROWS } from './evidence-rows.ts';
import { showRow } from './shown-row.ts';

describe('without evidence there is no verdict:', () => {
	const own = EVIDENCE_ROWS.filter(({ tested }) => tested === undefined);

	it.each(own.map((row) => [row.seen, row] as const))('%s', async (_, row) => {
		const { now, missing } = await showRow(row);
		expect(missing, now.join('\n')).toEqual([]);
	});
});
