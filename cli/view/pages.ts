import { dirname, join } from 'node:path';
import { renderComparison } from '../../reports/comparison/render.ts';
import { isOwnReport, problemPage, reportPolicy, withWayBack } from '../../reports/history/served.ts';
import { fieldNames } from '../../reports/history/words.ts';
import type { Lang } from '../../reports/messages/catalogue.ts';
import { renderRun } from '../../reports/render-run.ts';
import { reportedComparison } from '../../reports/reported-run.ts';
import { GemmarkError } from '../../src/base/errors.ts';
import { packageVersion, shownPath } from '../../src/base/read-file.ts';
import type { RunIndex } from '../../src/history/run-index.ts';
import { type RunLog, requireNoLink } from '../../src/history/run-logs.ts';
import type { RunRow } from '../../src/history/run-row.ts';
import { incomparableFields } from '../../src/history/series.ts';
import { isAllowed } from '../../src/summary/compare/comparability.ts';
import { listView } from './list.ts';
import {
	type Answer,
	badParameter,
	FILTERS,
	fileAt,
	linkWith,
	problemOf,
	readReported,
	readRow,
	type View,
} from './rows.ts';
import { trendView } from './trend.ts';

const PARAMETERS: ReadonlyMap<string, readonly string[]> = new Map([
	['', [...FILTERS, 'sort', 'limit']],
	['trend', [...FILTERS, 'metric', 'series']],
	['compare', ['run', 'allow']],
]);

/** Answers for the list, a trend, two runs compared, and the reports of a run; what fails is a page too. */
export function viewPages(index: RunIndex, lang: Lang): (path: string, query: URLSearchParams) => Promise<Answer> {
	return async (path, query) => {
		const view = viewAt(path, index, lang);
		try {
			const known = PARAMETERS.get(path);
			const bad = known && badParameter(query, known);
			return bad === undefined ? await answerAt(view, path, query) : view.problem(bad, 400);
		} catch (error) {
			const message = problemOf(error);
			if (error instanceof URIError) return view.problem({ kind: 'no-page' }, 404);
			return error instanceof GemmarkError
				? view.problem({ kind: 'unreadable', id: runOf(path), message }, 400)
				: view.problem({ kind: 'failed', message }, 500);
		}
	};
}

/** What is no fault of a log or an address may be the index's: the page is tried again with one made anew. */
async function answerAt(view: View, path: string, query: URLSearchParams): Promise<Answer> {
	try {
		return await pageAt(view, path, query);
	} catch (error) {
		if (error instanceof GemmarkError || error instanceof URIError || !view.index.rebuild()) throw error;
		return await pageAt(view, path, query);
	}
}

async function pageAt(view: View, path: string, query: URLSearchParams): Promise<Answer> {
	if (path === '') return listView(view, query);
	if (path === 'trend') return trendView(view, query);
	if (path === 'compare') return comparisonView(view, query);
	return runView(view, decodeURIComponent(path));
}

/** The folder of the run whose file a path names; undefined where it names none. */
function runOf(path: string): string | undefined {
	const at = path.lastIndexOf('/');
	return at <= 0 ? undefined : decodeURIComponent(path.slice(0, at));
}

function viewAt(path: string, index: RunIndex, lang: Lang): View {
	const back = '../'.repeat(path.split('/').length - 1) || '.';
	const html = (content: string, status = 200): Answer => ({
		status,
		type: 'text/html; charset=utf-8',
		content,
		policy: "frame-ancestors 'none'",
	});
	return {
		index,
		lang,
		back,
		html,
		problem: (problem, status) =>
			html(problemPage({ lang, gemmark: packageVersion(), folder: shownPath(index.folder), problem, back }), status),
	};
}

const FILES: Readonly<Record<string, string>> = {
	'report.html': 'text/html; charset=utf-8',
	'report.csv': 'text/csv; charset=utf-8',
	'decision.md': 'text/plain; charset=utf-8',
	'summary.md': 'text/plain; charset=utf-8',
	'junit.xml': 'text/xml; charset=utf-8',
	'log.jsonl': 'text/plain; charset=utf-8',
};

/**
 * The report beside the log, or one rendered from the log if there is none, as of a run under way. A report with a foreign
 * script or link is not trusted, and is rendered from the log too.
 */
async function runView({ index, lang, back, html, problem }: View, path: string): Promise<Answer> {
	if (index.logs.length === 0) index.refresh();
	const at = path.lastIndexOf('/');
	const name = path.slice(at + 1);
	const type = Object.hasOwn(FILES, name) ? FILES[name] : undefined;
	// Only what the index knows is served: no path of a request reaches the file system.
	const log = index.logs.find(({ id }) => id === path.slice(0, Math.max(at, 0)));
	if (type === undefined || log === undefined) return problem({ kind: 'no-page' }, 404);
	requireNoLink(log);
	const written = fileAt(join(dirname(log.file), name));
	const asWritten = name !== 'report.html' || (written !== undefined && isOwnReport(String(written)));
	const content = (asWritten ? written : undefined) ?? (await rendered(log, lang))[name];
	if (content === undefined) return problem({ kind: 'no-page' }, 404);
	if (name !== 'report.html') return { type, content };
	return { ...html(withWayBack(String(content), back, lang)), policy: reportPolicy() };
}

async function rendered(log: RunLog, lang: Lang): Promise<ReturnType<typeof renderRun>> {
	return renderRun(await readReported(log), lang);
}

/** Runs compared with the last one of the address, which is the oldest of a list; where they cannot be, why. */
async function comparisonView({ index, lang, back, html, problem }: View, query: URLSearchParams): Promise<Answer> {
	index.refresh();
	const ids = [...new Set(query.getAll('run'))].filter((id) => id !== '');
	if (ids.length < 2) return problem({ kind: 'nothing-chosen', what: 'runs' }, 400);
	const rows: RunRow[] = [];
	for (const id of ids) {
		const row = await readRow(index, id);
		if (row === undefined) return problem({ kind: 'no-run', id }, 404);
		if (row.state === 'broken') return problem({ kind: 'unreadable', id, message: row.problem ?? '' }, 400);
		rows.push(row);
	}
	const [baseline, ...others] = rows.reverse() as [RunRow, ...RunRow[]];
	const differing = new Set<string>();
	for (const other of others) {
		const fields = incomparableFields(baseline, other);
		if (fields === undefined) return problem({ kind: 'no-common-suite' }, 400);
		for (const field of fields) differing.add(field);
	}
	const allow = query.getAll('allow');
	const forbidden = [...differing].filter((field) => !isAllowed(field, allow));
	if (forbidden.length > 0) {
		const anyway = linkTo(ids, [...differing]);
		return problem({ kind: 'incomparable', fields: fieldNames(forbidden, lang), anyway }, 400);
	}
	const chosen = rows.flatMap((row) => index.logs.find(({ id }) => id === row.id) ?? []);
	const runs = await Promise.all(chosen.map(readReported));
	const page = renderComparison(reportedComparison(runs, { allow }), lang);
	return html(withWayBack(page['comparison.html'] ?? '', back, lang, linkTo(ids.reverse(), allow)));
}

function linkTo(runs: readonly string[], allow: readonly string[]): string {
	const named = (name: string, values: readonly string[]): [string, string][] => values.map((value) => [name, value]);
	return linkWith('compare', new URLSearchParams([...named('run', runs), ...named('allow', allow)]));
}
