import {
	type DecisionSummary,
	type FateOutcome,
	type FateRow,
	type Log,
	summarizeRunFates,
} from '../../../src/index.ts';
import { formatCount } from '../../locale/format-number.ts';
import type { Locale } from '../../locale/locale.ts';
import { fatesLocale } from '../../locale/sections/fates-locale.ts';
import type { Markup } from '../markup.ts';
import { notice } from '../notice.ts';
import { clipped } from '../samples/said.ts';

/** Engine whose fates stand beside a verdict where they change what the user sees: the app's own runtime. */
const BESIDE = 'flutter-gemma';
/** What the user, or the app, notices of a call. */
const NOTICED: readonly FateOutcome[] = ['leaked', 'swallowed', 'error', 'changed-arguments'];
const NAME_CHARS = 40;

/** One line beside a decision, where calls of its suite would not reach the app as they were written. */
export function fatesNotice(log: Log, { suite, verdict }: DecisionSummary, locale: Locale): Markup | undefined {
	const { rows, withCalls } = summarizeRunFates(log, suite.name).matrix;
	const row = rows.find(({ engine }) => engine === BESIDE);
	if (row === undefined) return undefined;
	const parts = noticed(row, locale);
	if (parts === '') return undefined;
	const path = verdict.status === 'subset' ? undefined : verdict.path;
	const words = fatesLocale[locale.lang].beside({
		path: path === undefined ? undefined : clipped(path, NAME_CHARS, locale.detail.long),
		engine: row.title,
		calls: formatCount(withCalls),
		parts,
	});
	return notice('cut', '⇄', words);
}

function noticed({ ofCalls }: FateRow, { lang }: Locale): string {
	const { parts } = fatesLocale[lang];
	return NOTICED.flatMap((outcome) =>
		ofCalls[outcome] > 0 ? (parts[outcome]?.(formatCount(ofCalls[outcome])) ?? []) : [],
	).join(', ');
}
