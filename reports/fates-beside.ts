import type { FateOutcome } from '../src/fates/outcome.ts';
import type { FateRow } from '../src/fates/play.ts';
import type { Log } from '../src/log/record.ts';
import type { DecisionSummary } from '../src/summary/decisions.ts';
import { summarizeRunFates } from '../src/summary/fates.ts';
import { formatCount } from './locale/format-number.ts';
import type { Lang } from './locale/locale.ts';
import { fatesLocale } from './locale/sections/fates-locale.ts';

/** Engine whose fates stand beside a verdict where they change what the user sees: the app's own runtime. */
const BESIDE = 'flutter-gemma';
/** What the user, or the app, notices of a call. */
const NOTICED: readonly FateOutcome[] = ['leaked', 'swallowed', 'error', 'changed-arguments'];

/**
 * What stands beside a decision where calls of its suite would not reach the app as they were written: title and text.
 * `named` is how the verdict's path is shown.
 */
export function fatesBeside(
	log: Log,
	{ suite, verdict }: DecisionSummary,
	lang: Lang,
	named: (path: string) => string,
): readonly [title: string, text: string] | undefined {
	const { rows, withCalls } = summarizeRunFates(log, suite.name).matrix;
	const row = rows.find(({ engine }) => engine === BESIDE);
	if (row === undefined) return undefined;
	const parts = noticed(row, lang);
	if (parts === '') return undefined;
	const path = verdict.status === 'subset' ? undefined : verdict.path;
	return fatesLocale[lang].beside({
		path: path === undefined ? undefined : named(path),
		engine: row.title,
		calls: formatCount(withCalls),
		parts,
	});
}

function noticed({ ofCalls }: FateRow, lang: Lang): string {
	const { parts } = fatesLocale[lang];
	return NOTICED.flatMap((outcome) =>
		ofCalls[outcome] > 0 ? (parts[outcome]?.(formatCount(ofCalls[outcome])) ?? []) : [],
	).join(', ');
}
