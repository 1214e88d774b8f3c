import type { Lang, Problem } from '../../reports/render-run.ts';
import type { RunFilter } from '../../src/history/reading.ts';
import type { RunIndex } from '../../src/history/run-index.ts';

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

/** What a path of the view answers. */
export interface Answer {
	/** 200 unless it says otherwise. */
	readonly status?: number | undefined;
	readonly type: string;
	readonly content: string | Uint8Array;
	/** Content security policy beside the page's own; without one nothing of it runs. */
	readonly policy?: string | undefined;
}

/** What a page is made with. */
export interface View {
	readonly index: RunIndex;
	readonly lang: Lang;
	/** The link from the page to the list of runs. */
	readonly back: string;
	readonly html: (content: string) => Answer;
	/** A page that says why there is no other. */
	readonly problem: (problem: Problem, status: number) => Answer;
}
