import { TREND_POINTS, TREND_SERIES, trendPage } from '../../reports/render-run.ts';
import { packageVersion, shownPath } from '../../src/base/read-file.ts';
import { commitsBetween } from './commits-between.ts';
import { type Answer, FILTERS, filterOf, type View } from './query.ts';
import { readRows } from './read-rows.ts';
import { linkWith, runLink } from './run-link.ts';

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
