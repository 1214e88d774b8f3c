import type { EmbeddedIndex, IndexRow } from '../embedded-page.ts';

/** What is looked for; it stands in the address, so that it can be sent. */
export interface Query {
	readonly text: string;
	readonly suite: string;
	readonly outcome: string;
	readonly reason: string;
	readonly fate: string;
	readonly order: string;
}

export const NO_QUERY: Query = { text: '', suite: '', outcome: 'failed', reason: '', fate: '', order: 'failures' };

export type Choice = Exclude<keyof Query, 'text'>;
export const CHOICES: readonly Choice[] = ['suite', 'outcome', 'reason', 'fate', 'order'];

/** `#samples?text=...`, without what is usual. */
export function hashOf(query: Query): string {
	const told = (['text', ...CHOICES] as const).filter((name) => query[name] !== NO_QUERY[name]);
	return `#samples${told.length === 0 ? '' : `?${new URLSearchParams(told.map((name) => [name, query[name]]))}`}`;
}

export function queryOf(hash: string): Query {
	const told = new URLSearchParams(hash.split('?')[1] ?? '');
	return { ...NO_QUERY, ...Object.fromEntries([...told].filter(([name]) => Object.hasOwn(NO_QUERY, name))) };
}

/** Places of the samples that fit, in the order that is asked for. */
export function found({ suites, reasons, fates, prompts, rows }: EmbeddedIndex, query: Query): readonly number[] {
	const text = folded(query.text.trim());
	const [suite, reason, fate] = [suites.indexOf(query.suite), reasons.indexOf(query.reason), fates.indexOf(query.fate)];
	const fits = (row: IndexRow): boolean => {
		if (query.suite !== '' && row[0] !== suite) return false;
		if (query.reason !== '' && row[5] !== reason) return false;
		if (query.fate !== '' && !row.includes(fate, FATES)) return false;
		if (!OUTCOMES[query.outcome]?.includes(row[4]) && query.outcome !== 'all') return false;
		if (text === '') return true;
		return [...(prompts[row[2]] ?? []), reasons[row[5]] ?? ''].some((part) => folded(part).includes(text));
	};
	const places = rows.flatMap((row, place) => (fits(row) ? [place] : []));
	const key = ORDERS[query.order];
	// Sorting is stable: what is alike stays in the order in which it was asked.
	return key === undefined ? places : places.sort((one, other) => key(rows[one]) - key(rows[other]));
}

/** Case and Unicode form make no other word. */
function folded(text: string): string {
	return text.normalize('NFC').toLocaleLowerCase();
}

/** Where a row's fates begin. */
const FATES = 7;

const OUTCOMES: Readonly<Record<string, readonly number[]>> = {
	failed: [0, 1],
	missed: [0],
	unscored: [1],
	passed: [2],
};

const ORDERS: Readonly<Record<string, (row: IndexRow | undefined) => number>> = {
	failures: (row) => row?.[4] ?? 0,
	slow: (row) => -(row?.[6] ?? 0),
	fast: (row) => row?.[6] ?? 0,
};

/** Id of a sample's row, and what links to it name: suite and sample, arm and epoch where they are not the first. */
export function sampleName({ suites, arms, prompts }: EmbeddedIndex, [suite, arm, prompt, epoch]: IndexRow): string {
	const parts = [
		suites[suite],
		prompts[prompt]?.[0],
		arm > 0 || epoch > 0 ? arms[arm] : '',
		epoch > 0 ? epoch + 1 : '',
	];
	return `sample-${parts
		.filter((part) => part !== '')
		.map((part) => encodeURIComponent(String(part)))
		.join('_')}`;
}
