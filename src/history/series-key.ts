import { createHash } from 'node:crypto';
import { canonicalJson } from '../json/json-value.ts';
import type { RowFields } from './run-row.ts';

/** The same for the same fields; what is not told is no field. */
export function seriesKey(fields: RowFields): string {
	const told = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
	return createHash('sha256')
		.update(canonicalJson(Object.fromEntries(told)))
		.digest('hex')
		.slice(0, 12);
}
