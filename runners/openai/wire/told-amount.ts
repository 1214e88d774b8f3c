import { type JsonValue, LARGEST_AMOUNT } from '../../../src/index.ts';

/** A count or time that a server tells; undefined for what is none, or what no log could hold. */
export function toldAmount(value: JsonValue | undefined): number | undefined {
	return typeof value === 'number' && value >= 0 && value <= LARGEST_AMOUNT ? value : undefined;
}
