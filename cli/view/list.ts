import { listPage, type TrendLink } from '../../reports/history/list-page.ts';
import { metricWords } from '../../reports/history/words.ts';
import { packageVersion, shownPath } from '../../src/base/read-file.ts';
import { NEWEST_FIRST, type RunOrder } from '../../src/history/reading.ts';
import type { RunIndex } from '../../src/history/run-index.ts';
import { isBeingWritten, peekNames } from '../../src/history/run-logs.ts';
import { type RunRow, unreadRow } from '../../src/history/run-row.ts';
import { type Answer, FACETS, filterOf, linkWith, readRows, runLink, type View } from './rows.ts';

const PAGE_ROWS = 100;
/** A first look at many runs shows the newest at once and reads the others meanwhile. */
const READ_MS = 200;
const MAX_CHOICES = 12;
const MAX_OF_SUITE = 48;

/** The list of runs, and what the address chooses of them. */
export async function listView({ index, lang, html }: View, query: URLSearchParams): Promise<Answer> {
	index.refresh();
	const unread = await readRows(index, READ_MS);
	const filter = filterOf(query);
	const limit = Number(query.get('limit') ?? PAGE_ROWS);
	const filtered = Object.values(filter).some((value) => value !== undefined);
	const order = orderOf(query);
	const known = index.rows(filter, limit, order);
	const isPlain = !filtered && order.by === NEWEST_FIRST.by && order.descending;
	const rows = (isPlain ? withUnread(index, known) : known).slice(0, limit);
	const all = filtered ? index.count(filter) : index.logs.length;
	const link = (changes: Readonly<Record<string, string | undefined>>): string => linkWith('', query, changes);
	return html(
		listPage({
			lang,
			gemmark: packageVersion(),
			folder: shownPath(index.folder),
			rows,
			runs: index.logs.length,
			unread,
			reportOf: ({ id, state }) => (state === 'broken' ? undefined : runLink(id, 'report.html')),
			underWay: underWayIn(index),
			served: {
				facets: FACETS.map((name) => ({ name, values: index.values(name), chosen: filter[name] })).filter(
					({ values, chosen }) => values.length > 1 || chosen !== undefined,
				),
				trends: trends(known, query, lang),
				find: filter.find ?? '',
				order,
				orderHref: (by) => link({ sort: (order.by === by ? !order.descending : !TEXTS.has(by)) ? `-${by}` : by }),
				more: all > rows.length ? { count: all - rows.length, href: link({ limit: String(limit * 10) }) } : undefined,
				all: '.',
			},
		}),
	);
}

/** Whether a run without an end is going on: its log still grows. */
export function underWayIn(index: RunIndex): (row: RunRow) => boolean {
	const now = Date.now();
	const grown = new Map(index.logs.map(({ id, mtimeMs }) => [id, mtimeMs]));
	return ({ id, state, deadlineMs }) => state === 'open' && isBeingWritten(grown.get(id) ?? 0, now, deadlineMs);
}

/** Runs that are not read yet, by what their headers tell, among those that are. */
function withUnread(index: RunIndex, known: readonly RunRow[]): readonly RunRow[] {
	const stale = index.stale.slice(0, PAGE_ROWS);
	const ids = new Set(stale.map(({ id }) => id));
	const peeked = stale.flatMap((log): readonly RunRow[] => {
		const names = peekNames(log);
		return names === undefined ? [] : [unreadRow(names)];
	});
	const read = known.filter(({ id }) => !ids.has(id));
	return [...peeked, ...read].sort((one, other) => ((one.startedAt ?? '') < (other.startedAt ?? '') ? 1 : -1));
}

/** Columns that begin with A. */
const TEXTS: ReadonlySet<string> = new Set(['run', 'model', 'engine']);

/** `-took`: the longest first. */
function orderOf(query: URLSearchParams): RunOrder {
	const sort = query.get('sort') || `-${NEWEST_FIRST.by}`;
	return { by: sort.replace(/^-/u, ''), descending: sort.startsWith('-') };
}

/** Of the newest runs the main scores and how long their turns took; of a suite that is chosen, or the only one, every score and time. */
function trends(rows: readonly RunRow[], query: URLSearchParams, lang: View['lang']): readonly TrendLink[] {
	const chosen = query.get('suite') || undefined;
	const newest = rows
		.slice(0, PAGE_ROWS)
		.flatMap(({ metrics }) => metrics)
		.filter(({ suite }) => chosen === undefined || suite === chosen);
	const whole = new Set(newest.map(({ suite }) => suite)).size === 1;
	const shown = [
		...newest.filter(({ main }) => main),
		...newest.filter(({ measure, clock }) => clock !== undefined && measure === 'endToEndMs'),
		...(whole
			? newest.toSorted((one, other) => Number(one.clock !== undefined) - Number(other.clock !== undefined))
			: []),
	];
	const byName = new Map(shown.map((metric) => [metric.name, metric]));
	return [...byName.values()].slice(0, whole ? MAX_OF_SUITE : MAX_CHOICES).map((metric) => ({
		name: metricWords(metric, lang),
		code: metric.name,
		href: linkWith('trend', query, { metric: metric.name, limit: undefined, sort: undefined }),
	}));
}
