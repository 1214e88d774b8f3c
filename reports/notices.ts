import type { Said } from '../src/base/message.ts';
import { missingSamples } from '../src/eval/absent.ts';
import { mainScore } from '../src/eval/run.ts';
import type { EngineOutcome } from '../src/fates/outcome.ts';
import type { Log, LogHeader } from '../src/log/record.ts';
import { summarizeDevice } from '../src/summary/budgets.ts';
import type { DecisionSummary } from '../src/summary/decisions.ts';
import { type OwnFailure, ownFailures } from '../src/summary/failures.ts';
import { summarizeRunFates } from '../src/summary/fates.ts';
import { summarizeSuites } from '../src/summary/suites.ts';
import { samplingNote } from '../src/summary/summarize.ts';
import { textRules } from '../src/text/prefix/language.ts';
import { localized } from '../src/text/text.ts';
import { clipped } from './html/markup.ts';
import type { Locale } from './messages/catalogue.ts';
import { formatCount } from './messages/numbers.ts';

const NAME_CHARS = 80;
const LANGUAGE_CHARS = 40;

/** A reservation about a run. Plain text that may quote the log. */
interface RunNotice {
	readonly kind: 'cut' | 'failure' | 'skipped';
	readonly sign: string;
	readonly title: string;
	readonly text: string;
}

/** Every reservation about a run as a whole. */
export function runNotices(log: Log, decisions: readonly DecisionSummary[], locale: Locale): readonly RunNotice[] {
	const { notice: words, lang } = locale;
	const { header, footer, failures, damaged } = log;
	const notice = (sign: string, title: string, text = '', kind: RunNotice['kind'] = 'cut'): RunNotice => ({
		kind,
		sign,
		title,
		text,
	});
	const core = (said: Said): string => locale.say(said);
	const greedy = decisions.length === 0 ? undefined : samplingNote(log);
	const { outcome } = footer ?? {};
	const missing = missingSamples(log).length;
	const planned = log.samples.length + missing;
	const { timingsNotComparable } = header.engine;
	const language = header.app?.language;
	return [
		...(greedy === undefined ? [] : [notice('◇', words.note, `${localized(greedy, lang)}.`)]),
		...(outcome === undefined ? [notice('✂', ...words.cutShort)] : []),
		...(damaged === undefined
			? []
			: [notice('!', words.damaged(damaged.line)[0], `${words.damaged(damaged.line)[1]} ${core(damaged.problem)}.`)]),
		...(outcome === 'interrupted' ? [notice('✂', ...words.interrupted)] : []),
		...(outcome === 'failed' ? [notice('!', ...words.failed)] : []),
		...failures.map(({ kind, said, suite, sampleId, variant }) => {
			const where = [suite, sampleId, variant].filter(Boolean).join(' · ');
			return notice('!', `${words.failure} (${kind}).`, `${core(said)}${where && ` (${where})`}`, 'failure');
		}),
		...ownFailures(log).map((failure) =>
			notice('!', userCodeTitle(failure, locale), userCodeText(failure, locale), 'failure'),
		),
		...cutSamples(log, locale).map((text) => notice('✂', ...text)),
		...(missing === 0 ? [] : [notice('◌', ...words.partial(formatCount(log.samples.length), formatCount(planned)))]),
		...runWarnings(header, locale).map((text) => notice('!', words.warning, text)),
		...(timingsNotComparable === undefined ? [] : [notice('!', words.notComparable, core(timingsNotComparable))]),
		...deviceLines(log, locale).map((text) => notice('!', text)),
		...(language === undefined || knowsWords(language)
			? []
			: [notice('!', ...words.noWordLists(clipped(language, LANGUAGE_CHARS, locale.detail.long)))]),
		...header.suites.flatMap((suite) =>
			suite.skipped.map(({ variant, reason }) =>
				notice('–', words.skipped(suite.name, locale.variant(variant)), core(reason), 'skipped'),
			),
		),
	];
}

/** What was known from the start to put a run in doubt. */
export function runWarnings({ warnings = [] }: LogHeader, locale: Locale): readonly string[] {
	return warnings.map(locale.say);
}

function userCodeTitle({ what, name, suite, count, of }: OwnFailure, { notice, detail }: Locale): string {
	return notice.userCode[what](clipped(name, NAME_CHARS, detail.long), suite ?? '', count, of);
}

function userCodeText({ said, otherWays }: OwnFailure, { notice, say }: Locale): string {
	return `${say(said)}${otherWays > 0 ? `; ${notice.otherFailures(otherWays)}` : ''}`;
}

/** How many samples a limit cut off, and how many of them have no main score. */
function cutSamples(log: Log, { notice }: Locale): readonly (readonly [string, string])[] {
	const cut = log.samples.filter(
		({ transcript, scores }) =>
			transcript.generations.some(({ finish: { unified } }) => unified === 'length' || unified === 'deadline') ||
			Object.values(scores).some(({ unscored }) => unscored?.startsWith('cut-')),
	).length;
	if (cut === 0) return [];
	const unscored = summarizeSuites(log)
		.flatMap(({ suite, variants }) =>
			variants.flatMap(({ scores }) => scores.filter(({ name }) => name === mainScore(suite))),
		)
		.flatMap((main) => main.unscored)
		.reduce((sum, { reason, count }) => (reason.startsWith('cut-') ? sum + count : sum), 0);
	return [notice.cutSamples(formatCount(cut), formatCount(log.samples.length), formatCount(unscored))];
}

/** What puts the times of a run on a phone in doubt, and what it lost on the way. */
export function deviceLines(log: Log, { device: words, say }: Locale): readonly string[] {
	const device = summarizeDevice(log);
	if (device === undefined) return [];
	const { doubts, notComparable, samples, askedAgain } = device;
	const reasons = doubts.map(({ why, samples: count }) => `${say(why)} (${count})`).join(', ');
	return [
		...(notComparable === 0 ? [] : [words.doubts(notComparable, samples, reasons)]),
		...(askedAgain === 0 ? [] : [words.lost(askedAgain)]),
	];
}

/** What the user, or the app, notices of a call. */
const NOTICED: readonly EngineOutcome[] = ['leaked', 'swallowed', 'error', 'changed-arguments'];

/** Where calls of a decision's suite would not reach an app on flutter_gemma as written: title and text. */
export function engineWarning(
	log: Log,
	{ suite, verdict }: DecisionSummary,
	{ fates, detail }: Locale,
): readonly [title: string, text: string] | undefined {
	const { rows, withCalls } = summarizeRunFates(log, suite.name).matrix;
	const row = rows.find(({ engine }) => engine === 'flutter-gemma');
	const parts = NOTICED.flatMap((outcome) => {
		const count = row?.ofCalls[outcome] ?? 0;
		return count > 0 ? (fates.parts[outcome]?.(formatCount(count)) ?? []) : [];
	});
	if (row === undefined || parts.length === 0) return undefined;
	const path = verdict.status === 'subset' ? undefined : verdict.path;
	const shown = path === undefined ? undefined : clipped(path, NAME_CHARS, detail.long);
	return fates.beside(shown, row.title, formatCount(withCalls), parts.join(', '));
}

/** A log may name anything as a language. */
function knowsWords(language: string): boolean {
	try {
		return textRules(language).wordLists;
	} catch {
		return false;
	}
}
