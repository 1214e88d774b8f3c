import { spawnSync } from 'node:child_process';
import { TREND_POINTS, TREND_SERIES, trendPage } from '../../reports/history/trend-page.ts';
import { packageVersion, shownPath } from '../../src/base/read-file.ts';
import { type Answer, FILTERS, filterOf, linkWith, readRows, runLink, type View } from './rows.ts';

const BOUNDS = { points: TREND_POINTS, series: TREND_SERIES, others: 12 };
const READ_MS = 200;

/** One metric over time. */
export async function trendView({ index, lang, html, problem }: View, query: URLSearchParams): Promise<Answer> {
	const metric = query.get('metric') ?? '';
	if (metric === '') return problem({ kind: 'nothing-chosen', what: 'metric' }, 400);
	const series = query.get('series') || undefined;
	const filter = filterOf(query);
	index.refresh();
	const unread = await readRows(index, READ_MS);
	const trend = index.trend(metric, filter, BOUNDS, series);
	if (trend === undefined) {
		const there = series !== undefined && index.trend(metric, filter, BOUNDS) !== undefined;
		return problem(there ? { kind: 'no-series' } : { kind: 'no-metric', name: metric }, 404);
	}
	const filters = FILTERS.flatMap((name) => filter[name] ?? []);
	return html(
		trendPage({
			lang,
			gemmark: packageVersion(),
			details: [shownPath(index.folder), ...filters].join(' · '),
			metric,
			trend,
			unread,
			back: linkWith('.', query, { metric: undefined, series: undefined }),
			reportOf: ({ row }) => runLink(row.id, 'report.html'),
			seriesHref: (key) => linkWith('trend', query, { series: key }),
			chosen: series !== undefined,
			commits: commitsBetween(trend.points.map(({ row, series }) => ({ id: row.id, series, commit: row.commit }))),
		}),
	);
}

/** Commits that a run of them shows. */
const MAX_COMMITS = 5;
/** Pairs that git is asked about: it is a process each. */
const MAX_PAIRS = 40;
const HASH = /^[0-9a-f]{7,64}$/u;

/** A run of a series, with its commit where it has one. */
interface CommittedRun {
	readonly id: string;
	readonly series: string;
	readonly commit: string | undefined;
}

/**
 * Commit subjects between each run and the one before it in its series, by run id; runs are oldest first. The hash alone for
 * commits that this repository does not have; `=` where there are none. Only the newest pairs are looked up.
 */
function commitsBetween(runs: readonly CommittedRun[]): ReadonlyMap<string, readonly string[]> {
	const last = new Map<string, string>();
	const pairs = runs.flatMap(({ id, series, commit }) => {
		const before = last.get(series);
		if (commit === undefined) return [];
		last.set(series, commit);
		return [{ id, commit, before }];
	});
	const known = new Map<string, readonly string[]>();
	return new Map(
		pairs.reverse().map(({ id, commit, before }) => {
			const alone = [commit.slice(0, 9)];
			if (before === undefined) return [id, alone];
			if (before === commit) return [id, ['=']];
			const pair = `${before} ${commit}`;
			const subjects = known.get(pair) ?? (known.size < MAX_PAIRS ? (subjectsOf(before, commit) ?? alone) : undefined);
			if (subjects !== undefined) known.set(pair, subjects);
			return [id, subjects ?? alone];
		}),
	);
}

function subjectsOf(before: string, commit: string): readonly string[] | undefined {
	if (!HASH.test(before) || !HASH.test(commit)) return undefined;
	const args = ['log', '--format=%h %s', `--max-count=${MAX_COMMITS + 1}`, `${before}..${commit}`, '--'];
	const { status, stdout } = spawnSync('git', args, { encoding: 'utf8', timeout: 2000, maxBuffer: 1 << 20 });
	const lines = status === 0 ? stdout.split('\n').filter((line) => line !== '') : [];
	if (lines.length === 0) return undefined;
	return lines.length > MAX_COMMITS ? [...lines.slice(0, MAX_COMMITS), '…'] : lines;
}
