import { dirname, join } from 'node:path';
import { readRun } from '../../api/read-run.ts';
import {
	type Choice,
	type Lang,
	listPage,
	renderComparison,
	renderRun,
	TREND_POINTS,
	trendPage,
} from '../../reports/index.ts';
import { UsageError } from '../../src/errors/gemmark-error.ts';
import { readRegularFile } from '../../src/files/read-regular.ts';
import type { RunFilter, RunIndex } from '../../src/history/run-index.ts';
import { peekNames } from '../../src/history/run-logs.ts';
import type { RunRow } from '../../src/history/run-row.ts';
import { packageVersion } from '../../src/package/package-root.ts';
import { displayPath } from '../../src/run/run-folder.ts';
import { commitsBetween } from './commits-between.ts';
import { readRows } from './read-rows.ts';
import type { Answer } from './view-server.ts';

const PAGE_ROWS = 100;
/** A first look at many runs shows the newest at once and reads the others meanwhile. */
const READ_MS = 200;
const REFRESH_SECONDS = 5;
const FACETS = ['model', 'engine', 'device', 'suite'] as const;
const HTML = 'text/html; charset=utf-8';

const FILES: Readonly<Record<string, string>> = {
	'report.html': HTML,
	'report.csv': 'text/csv; charset=utf-8',
	'decision.md': 'text/plain; charset=utf-8',
	'summary.md': 'text/plain; charset=utf-8',
	'junit.xml': 'text/xml; charset=utf-8',
	'log.jsonl': 'text/plain; charset=utf-8',
};

/** Answers for the list, a trend, two runs compared, and the reports of a run. */
export function viewPages(index: RunIndex, lang: Lang): (path: string, query: URLSearchParams) => Promise<Answer> {
	return async (path, query) => {
		if (path === '') return { type: HTML, content: await listed(index, lang, query) };
		if (path === 'trend') return { type: HTML, content: trend(index, lang, query) };
		if (path === 'compare') return { type: HTML, content: await compared(index, lang, query) };
		return await fileOf(index, lang, path);
	};
}

async function listed(index: RunIndex, lang: Lang, query: URLSearchParams): Promise<string> {
	index.refresh();
	const unread = await readRows(index, READ_MS);
	const filter = filterOf(query);
	const limit = Number(query.get('limit') ?? PAGE_ROWS) || PAGE_ROWS;
	const filtered = Object.values(filter).some((value) => value !== undefined);
	const known = index.rows(filter, limit);
	const rows = (filtered ? known : withUnread(index, known)).slice(0, limit);
	const all = filtered ? index.count(filter) : index.logs.length;
	const base = index.row(query.get('base') ?? '');
	const link = (changes: Readonly<Record<string, string | undefined>>): string => linkWith('', query, changes);
	const open = rows.some(({ state, done, planned }) => state === 'open' && done < planned);
	return listPage({
		lang,
		gemmark: packageVersion(),
		folder: displayPath(index.folder),
		rows,
		runs: index.logs.length,
		unread,
		reportOf: ({ id, state }) => (state === 'broken' ? undefined : `${encodeURI(id)}/report.html`),
		compareOf: ({ id, state }) => {
			if (state === 'broken' || id === base?.id) return undefined;
			return base === undefined
				? link({ base: id })
				: linkWith('compare', new URLSearchParams(), { a: base.id, b: id });
		},
		base: base && { row: base, cancel: link({ base: undefined }) },
		facets: facets(index, filter, link),
		trends: trends(known, query),
		more: all > rows.length ? { count: all - rows.length, href: link({ limit: String(limit * 10) }) } : undefined,
		refreshSeconds: open || unread > 0 ? REFRESH_SECONDS : undefined,
	});
}

/** Runs that are not read yet, by what their headers tell, among those that are. */
function withUnread(index: RunIndex, known: readonly RunRow[]): readonly RunRow[] {
	const peeked = index.stale.slice(0, PAGE_ROWS).flatMap((log): readonly RunRow[] => {
		const names = peekNames(log);
		return names === undefined ? [] : [{ ...names, state: 'open', done: 0, decisions: [], metrics: [] }];
	});
	return [...peeked, ...known].sort((one, other) => ((one.startedAt ?? '') < (other.startedAt ?? '') ? 1 : -1));
}

function filterOf(query: URLSearchParams): RunFilter {
	return Object.fromEntries(FACETS.map((facet) => [facet, query.get(facet) ?? undefined]));
}

/** Of each facet with more than one value, the links to them, the most frequent first. */
function facets(
	index: RunIndex,
	filter: RunFilter,
	link: (changes: Readonly<Record<string, string | undefined>>) => string,
): readonly { readonly facet: (typeof FACETS)[number]; readonly choices: readonly Choice[] }[] {
	return FACETS.flatMap((facet) => {
		const values = index.values(facet);
		if (values.length < 2 && filter[facet] === undefined) return [];
		const choices = values.slice(0, MOST_CHOICES).map(({ value, count }): Choice => {
			const chosen = filter[facet] === value;
			return { name: `${value} (${count})`, href: link({ [facet]: chosen ? undefined : value }), chosen };
		});
		return [{ facet, choices }];
	});
}

const MOST_CHOICES = 12;

/** The main scores of the newest runs. */
function trends(rows: readonly RunRow[], query: URLSearchParams): readonly Choice[] {
	const names = new Set(
		rows.slice(0, PAGE_ROWS).flatMap(({ metrics }) => metrics.filter(({ main }) => main).map(({ name }) => name)),
	);
	const latencies = rows[0]?.metrics.filter(({ name }) => name.endsWith('.endToEndMs')).map(({ name }) => name) ?? [];
	return [...names, ...latencies].slice(0, MOST_CHOICES).map((metric) => ({
		name: metric,
		href: linkWith('trend', query, { metric, limit: undefined, base: undefined }),
		chosen: false,
	}));
}

function trend(index: RunIndex, lang: Lang, query: URLSearchParams): string {
	const metric = query.get('metric') ?? '';
	const points = index.trend(metric, filterOf(query));
	const commits = commitsBetween(points.slice(-TREND_POINTS).map(({ row }) => row.commit));
	const first = Math.max(0, points.length - TREND_POINTS);
	return trendPage({
		lang,
		gemmark: packageVersion(),
		folder: displayPath(index.folder),
		metric,
		points,
		back: linkWith('.', query, { metric: undefined }),
		reportOf: ({ row }) => `${encodeURI(row.id)}/report.html`,
		commitsOf: (at) => commits[at - first] ?? [],
	});
}

async function compared(index: RunIndex, lang: Lang, query: URLSearchParams): Promise<string> {
	const logs = await Promise.all(
		['a', 'b'].map((name) => {
			const log = index.logs.find(({ id }) => id === query.get(name));
			if (log === undefined) throw new UsageError(`there is no run ${query.get(name)} here`);
			return readRun(log.file);
		}),
	);
	return renderComparison(logs, { lang, allow: query.getAll('allow') })['comparison.html'] ?? '';
}

/** A report as it stands beside the log, or made of the log where it does not: of a run under way, say. */
async function fileOf(index: RunIndex, lang: Lang, path: string): Promise<Answer> {
	const at = path.lastIndexOf('/');
	const name = path.slice(at + 1);
	const type = Object.hasOwn(FILES, name) ? FILES[name] : undefined;
	// Only what the index knows is served: no path of a request reaches the file system.
	const log = index.logs.find(({ id }) => id === path.slice(0, Math.max(at, 0)));
	if (type === undefined || log === undefined) return undefined;
	try {
		return { type, content: readRegularFile(join(dirname(log.file), name)) };
	} catch {
		const content = renderRun(await readRun(log.file), { lang })[name];
		return content === undefined ? undefined : { type, content };
	}
}

function linkWith(path: string, query: URLSearchParams, changes: Readonly<Record<string, string | undefined>>): string {
	const changed = new URLSearchParams(query);
	for (const [name, value] of Object.entries(changes)) {
		if (value === undefined) changed.delete(name);
		else changed.set(name, value);
	}
	return changed.size === 0 ? path || '.' : `${path}?${changed}`;
}
