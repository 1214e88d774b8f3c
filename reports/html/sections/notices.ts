import { mainScore } from '../../../src/eval/run.ts';
import type { Log } from '../../../src/log/record.ts';
import { MINIATURE_NOTICE } from '../../../src/model/miniature-notice.ts';
import type { DecisionSummary } from '../../../src/summary/decisions.ts';
import { type OwnFailure, ownFailures } from '../../../src/summary/failures.ts';
import { summarizeSuites } from '../../../src/summary/suites.ts';
import { samplingNote } from '../../../src/summary/summarize.ts';
import { textRules } from '../../../src/text/prefix/language.ts';
import { localized } from '../../../src/text/text.ts';
import { deviceLines } from '../../device-lines.ts';
import { formatCount } from '../../locale/format-number.ts';
import type { Locale } from '../../locale/locale.ts';
import { progressOf } from '../../locale/progress.ts';
import { ownFailureLocale } from '../../locale/sections/own-failure-locale.ts';
import { tilesLocale } from '../../locale/sections/tiles-locale.ts';
import { runWarnings } from '../../run-warnings.ts';
import { clipped, coreSaid, html, type Markup, partsSaid } from '../markup.ts';
import { notice } from '../page.ts';

const LANGUAGE_CHARS = 40;
const NAME_CHARS = 80;
const WARNING_CHARS = 600;
const FAILURE_CHARS = 2000;

/** Every reservation about a run as a whole, said where the verdict is said. */
export function runNotices(
	log: Log,
	decisions: readonly DecisionSummary[],
	locale: Locale,
): readonly (Markup | undefined | false)[] {
	const { notice: words } = locale;
	const { header, footer, failures } = log;
	const { done, planned } = progressOf(log, decisions);
	const outcome = footer?.outcome;
	const greedy = samplingNote(log);
	const language = header.app?.language;
	return [
		greedy !== undefined && decisions.length > 0 && notice('cut', '◇', [localized(greedy, locale.lang), '']),
		outcome === undefined && notice('cut', '✂', words.cutShort),
		log.damaged !== undefined && damageNotice(log.damaged, locale),
		outcome === 'interrupted' && notice('cut', '✂', words.interrupted),
		outcome === 'failed' && notice('cut', '!', words.failed),
		...failures.map((failure) => failureNotice(failure, locale)),
		...ownFailures(log).map((failure) => ownFailureNotice(failure, locale)),
		cutSamples(log, locale),
		done < planned && notice('cut', '◌', words.partial(formatCount(done), formatCount(planned))),
		...runWarnings(header, locale.lang).map((line) =>
			notice('cut', '!', [words.warning, partsSaid(line, WARNING_CHARS, locale)]),
		),
		header.engine.timingsNotComparable !== undefined &&
			notice('cut', '!', [words.notComparable, coreSaid(header.engine.timingsNotComparable, WARNING_CHARS, locale)]),
		...deviceLines(log, locale.lang).map((line) => notice('cut', '!', [line, ''])),
		language !== undefined &&
			!knowsWords(language) &&
			notice('cut', '!', words.noWordLists(clipped(language, LANGUAGE_CHARS, locale.detail.long))),
		...header.suites.flatMap((suite) =>
			suite.skipped.map(({ arm, reason }) =>
				notice('skipped', '–', [words.skipped(suite.name, locale.arm(arm)), coreSaid(reason, WARNING_CHARS, locale)]),
			),
		),
	];
}

/** That this is no verdict about Gemma. */
export function miniatureNotice({ header }: Log, { lang, notice: words }: Locale): Markup | undefined {
	if (!header.model.miniature) return undefined;
	return notice('miniature', '▪', [MINIATURE_NOTICE[lang], words.miniature]);
}

function damageNotice({ line, problem }: NonNullable<Log['damaged']>, locale: Locale): Markup {
	const [title, text] = locale.notice.damaged(line);
	return notice('cut', '!', [title, html`${text} ${coreSaid(problem, WARNING_CHARS, locale)}.`]);
}

function failureNotice({ kind, said, suite, sampleId, arm }: Log['failures'][number], locale: Locale): Markup {
	return html`<div class="notice failure"><span class="sign" aria-hidden="true">!</span><p><b>${locale.notice.failure} (${kind}).</b> ${coreSaid(said, FAILURE_CHARS, locale)}${
		sampleId !== undefined && html` <span class="muted">${[suite, sampleId, arm].filter(Boolean).join(' · ')}</span>`
	}</p></div>`;
}

/** Code of the app that failed, and not the model. */
function ownFailureNotice(failure: OwnFailure, locale: Locale): Markup {
	const { title, otherWays } = ownFailureLocale[locale.lang];
	const name = clipped(failure.name, NAME_CHARS, locale.detail.long);
	return notice('failure', '!', [
		title({ ...failure, name }),
		html`${coreSaid(failure.said, WARNING_CHARS, locale)}${failure.otherWays > 0 && `; ${otherWays(failure.otherWays)}`}`,
	]);
}

/** How many samples were cut, where a limit and not the model ended some. */
function cutSamples(log: Log, { lang }: Locale): Markup | undefined {
	const counts = summarizeSuites(log).flatMap(({ suite, arms }) =>
		arms.flatMap(({ scores }) => scores.find(({ name }) => name === mainScore(suite))?.unscored ?? []),
	);
	const unscored = counts.reduce((sum, { reason, count }) => (reason.startsWith('cut-') ? sum + count : sum), 0);
	const cut = log.samples.filter(isCut).length;
	const words = tilesLocale[lang].cutSamples(formatCount(cut), formatCount(log.samples.length), formatCount(unscored));
	return cut === 0 ? undefined : notice('cut', '✂', words);
}

/** Also one whose score was settled before, such as by its first call. */
function isCut({ transcript, scores }: Log['samples'][number]): boolean {
	const ends = transcript.generations.map(({ finish }) => finish.unified);
	return (
		ends.some((end) => end === 'length' || end === 'deadline') ||
		Object.values(scores).some(({ unscored }) => unscored?.startsWith('cut-'))
	);
}

/** A log may name as a language what is none. */
function knowsWords(language: string): boolean {
	try {
		return textRules(language).wordLists;
	} catch {
		return false;
	}
}
