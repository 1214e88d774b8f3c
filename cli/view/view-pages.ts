import { type Lang, problemPage } from '../../reports/render-run.ts';
import { GemmarkError } from '../../src/base/errors.ts';
import { packageVersion, shownPath } from '../../src/base/read-file.ts';
import type { RunIndex } from '../../src/history/run-index.ts';
import { listView } from './list-view.ts';
import { problemText } from './problem-text.ts';
import { type Answer, badParameter, FILTERS, type View } from './query.ts';
import { comparisonView, runView } from './run-view.ts';
import { trendView } from './trend-view.ts';

const PARAMETERS: ReadonlyMap<string, readonly string[]> = new Map([
	['', [...FILTERS, 'base', 'limit']],
	['trend', [...FILTERS, 'metric', 'series']],
	['compare', ['a', 'b', 'allow']],
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
			const message = problemText(error);
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
