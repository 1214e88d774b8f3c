import type { RunFilter } from '../../src/history/run-filter.ts';

export const FACETS = ['model', 'engine', 'device', 'suite'] as const;
export const FILTERS: readonly (keyof RunFilter)[] = [...FACETS, 'find'];
const MOST_ROWS = 1_000_000;

/** What of an address cannot be read. */
export interface BadParameter {
	readonly kind: 'bad-parameter';
	readonly name: string;
	readonly value: string;
	readonly known: readonly string[];
}

/** The first parameter that a page does not have, or whose value is none; undefined where all can be read. */
export function badParameter(query: URLSearchParams, known: readonly string[]): BadParameter | undefined {
	for (const [name, value] of query) {
		if (!known.includes(name)) return { kind: 'bad-parameter', name, value, known };
		const count = Number(value);
		if (name === 'limit' && !(Number.isInteger(count) && count > 0 && count <= MOST_ROWS)) {
			return { kind: 'bad-parameter', name, value, known: [`limit=1 … ${MOST_ROWS}`] };
		}
	}
	return undefined;
}

/** An empty field of a form is no filter. */
export function filterOf(query: URLSearchParams): RunFilter {
	return Object.fromEntries(FILTERS.map((name) => [name, query.get(name) || undefined]));
}
