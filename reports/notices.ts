import type { EngineOutcome, EngineReader } from '../src/fates/outcome.ts';
import type { DecisionSummary } from '../src/summary/decisions/decisions.ts';
import type { RunNotice } from '../src/summary/notices.ts';
import type { RunSummary } from '../src/summary/summarize.ts';
import { clipped } from './html/markup.ts';
import type { Locale } from './messages/catalogue.ts';
import { formatCount } from './messages/numbers.ts';

const NAME_CHARS = 80;

/** Plain text that may quote the log. */
export function noticeText({ kind, said }: RunNotice, locale: Locale): readonly [title: string, text: string] {
	const { notice: words, say } = locale;
	if (kind === 'note') return [words.note, `${say(said)}.`];
	if (kind === 'warning' || typeof said === 'string') return [words.warning, say(said)];
	const { variant } = said.params;
	const shown =
		typeof variant === 'string' ? { ...said, params: { ...said.params, variant: locale.variant(variant) } } : said;
	return [say(shown), locale.remedyOf(shown) ?? ''];
}

/** Outcomes that the user or the app notices. */
const NOTICED: readonly EngineOutcome[] = ['leaked', 'swallowed', 'error', 'changed-arguments'];

/** Whether an app or a target names an engine: `flutter_gemma 0.11.2` and `flutter_edge_ai` name `flutter-gemma`. */
export function isNamed(
	{ engine, title }: Pick<EngineReader, 'engine' | 'title'>,
	names: readonly (string | undefined)[],
): boolean {
	const slugged = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/gu, '-');
	return names.some((name = '') => [engine, slugged(title)].some((known) => slugged(name).startsWith(known)));
}

/** Warns that calls of a decision's suite would not reach the app as written, by the rules of the engine that it names. */
export function engineWarning(
	{ fates: played, run }: RunSummary,
	{ suite, standing: { verdict } }: DecisionSummary,
	{ fates, detail }: Locale,
): readonly [title: string, text: string] | undefined {
	const { rows = [], withCalls = 0 } = played.suites[suite.name] ?? {};
	const row = rows.find((one) => isNamed(one, [run.app?.engine, run.target]));
	const parts = NOTICED.flatMap((outcome) => {
		const count = row?.ofCalls[outcome] ?? 0;
		const shown = formatCount(count);
		const does = fates.parts[outcome]?.(shown);
		return count > 0 && does !== undefined ? [[shown, does] as const] : [];
	});
	if (row === undefined || parts.length === 0) return undefined;
	const path = verdict.status === 'subset' ? undefined : verdict.path;
	const shown = path === undefined ? undefined : clipped(path, NAME_CHARS, detail.long);
	return fates.beside(shown, row.title, formatCount(withCalls), parts);
}
