import type { Message } from '../src/base/message.ts';
import type { EngineOutcome } from '../src/fates/outcome.ts';
import type { DecisionSummary } from '../src/summary/decisions/decisions.ts';
import type { RunNotice } from '../src/summary/notices.ts';
import type { RunSummary } from '../src/summary/summarize.ts';
import { clipped } from './html/markup.ts';
import type { Locale } from './messages/catalogue.ts';
import { formatCount } from './messages/numbers.ts';

const NAME_CHARS = 80;

/** A notice of the summary in words. Plain text that may quote the log. */
export function noticeText({ kind, said }: RunNotice, locale: Locale): readonly [title: string, text: string] {
	const { notice: words, say } = locale;
	if (kind === 'note') return [words.note, `${say(said)}.`];
	if (kind === 'warning' || typeof said === 'string') return [words.warning, say(said)];
	const shown = { ...said, params: inWords(said.params, locale) };
	return [say(shown), locale.remedyOf(shown) ?? ''];
}

/** Variants by their names, and what older sentences of the core say. */
function inWords(params: Message['params'], { say, variant }: Locale): Message['params'] {
	const words: Readonly<Record<string, (text: string) => string>> = {
		variant,
		said: say,
		reason: say,
		why: say,
		problem: say,
	};
	return Object.fromEntries(
		Object.entries(params).map(([name, value]) => [
			name,
			typeof value === 'string' && Object.hasOwn(words, name) ? words[name]?.(value) : value,
		]),
	);
}

/** What the user, or the app, notices of a call. */
const NOTICED: readonly EngineOutcome[] = ['leaked', 'swallowed', 'error', 'changed-arguments'];

/** Where calls of a decision's suite would not reach an app on flutter_gemma as written: title and text. */
export function engineWarning(
	{ fates: played }: RunSummary,
	{ suite, standing: { verdict } }: DecisionSummary,
	{ fates, detail }: Locale,
): readonly [title: string, text: string] | undefined {
	const { rows = [], withCalls = 0 } = played.suites[suite.name] ?? {};
	const row = rows.find(({ engine }) => engine === 'flutter-gemma');
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
