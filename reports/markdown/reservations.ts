import {
	counted,
	type DecisionSummary,
	type Lang,
	type Log,
	localized,
	ownFailures,
	samplingNote,
} from '../../src/index.ts';
import { deviceLines } from '../device-lines.ts';
import { coreText } from '../locale/core/core-text.ts';
import { ko } from '../locale/ko.ts';
import { localeOf } from '../locale/locale.ts';
import { progressOf } from '../locale/progress.ts';
import { ownFailureLocale } from '../locale/sections/own-failure-locale.ts';
import { runWarnings } from '../run-warnings.ts';
import { markdownText } from './markdown-text.ts';

const WARNING_CHARS = 600;

/** What limits everything that a run says, a Markdown paragraph each. */
export function runReservations(log: Log, decisions: readonly DecisionSummary[], lang: Lang): readonly string[] {
	const { notice } = ko;
	const said = (english: string, korean: readonly string[]): string => (lang === 'ko' ? korean.join(' ') : english);
	const outcome = log.footer?.outcome;
	const lines = runWarnings(log.header, lang).map((parts) => {
		const text = markdownText(parts.map((part) => part.text).join(''), WARNING_CHARS);
		return said(`Warning: ${text}`, [notice.warning, text]);
	});
	const greedy = decisions.length === 0 ? undefined : samplingNote(log);
	if (greedy !== undefined) lines.push(said(`Note: ${localized(greedy, 'en')}.`, [localized(greedy, 'ko')]));
	const { timingsNotComparable } = log.header.engine;
	if (timingsNotComparable !== undefined) {
		const why = coreText(timingsNotComparable, lang);
		lines.push(markdownText(`${localeOf(lang).notice.notComparable} ${why}`, WARNING_CHARS));
	}
	lines.push(...deviceLines(log, lang).map((line) => markdownText(line, WARNING_CHARS)));
	if (log.damaged !== undefined) {
		const { line, problem } = log.damaged;
		const text = markdownText(coreText(problem, lang));
		const korean = [...notice.damaged(line), `${text}.`];
		lines.push(said(`The log is damaged: its last line (${line}) was left out, ${text}.`, korean));
	}
	if (outcome === undefined)
		lines.push(said('The run has not ended: it is under way, or was killed.', notice.cutShort));
	else if (outcome !== 'complete') lines.push(said(`The run ended early: ${outcome}.`, notice[outcome]));
	for (const { code, message } of log.failures) {
		const text = `(${markdownText(code)}): ${markdownText(coreText(message, lang))}`;
		lines.push(`${localeOf(lang).notice.failure} ${text}`);
	}
	const own = ownFailureLocale[lang];
	for (const failure of ownFailures(log)) {
		const more = failure.otherWays === 0 ? '' : `; ${own.otherWays(failure.otherWays)}`;
		const text = `${own.title(failure)} ${coreText(failure.said, lang)}${more}`;
		lines.push(markdownText(text, WARNING_CHARS));
	}
	const { done, planned } = progressOf(log, decisions);
	if (done < planned) {
		lines.push(
			said(`Incomplete: ${done} of ${counted(planned, 'planned sample')}.`, notice.partial(`${done}`, `${planned}`)),
		);
	}
	return lines;
}
