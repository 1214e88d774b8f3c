import { counted, type DecisionSummary, type Lang, type Log, localized, samplingNote } from '../../src/index.ts';
import { deviceLines } from '../device-lines.ts';
import { ko } from '../locale/ko.ts';
import { progressOf } from '../locale/progress.ts';
import { markdownText } from './markdown-text.ts';

const WARNING_CHARS = 600;

/** What limits everything that a run says, a Markdown paragraph each. */
export function runReservations(log: Log, decisions: readonly DecisionSummary[], lang: Lang): readonly string[] {
	const { notice } = ko;
	const said = (english: string, korean: readonly string[]): string => (lang === 'ko' ? korean.join(' ') : english);
	const outcome = log.footer?.outcome;
	const lines = (log.header.warnings ?? []).map((line) => {
		const text = markdownText(line, WARNING_CHARS);
		return said(`Warning: ${text}`, notice.warning(text));
	});
	const greedy = decisions.length === 0 ? undefined : samplingNote(log);
	if (greedy !== undefined) lines.push(said(`Note: ${localized(greedy, 'en')}.`, [localized(greedy, 'ko')]));
	lines.push(...deviceLines(log, lang).map((line) => markdownText(line, WARNING_CHARS)));
	if (log.damaged !== undefined) {
		const { line, problem } = log.damaged;
		const text = markdownText(problem);
		lines.push(said(`The log is damaged: its last line (${line}) was left out, ${text}.`, notice.damaged(line, text)));
	}
	if (outcome === undefined)
		lines.push(said('The run has not ended: it is under way, or was killed.', notice.cutShort));
	else if (outcome !== 'complete') lines.push(said(`The run ended early: ${outcome}.`, notice[outcome]));
	for (const { code, message } of log.failures) {
		const text = `(${markdownText(code)}): ${markdownText(message)}`;
		lines.push(said(`Failure ${text}`, [`실패 ${text}`]));
	}
	const { done, planned } = progressOf(log, decisions);
	if (done < planned) {
		lines.push(
			said(`Incomplete: ${done} of ${counted(planned, 'planned sample')}.`, notice.partial(`${done}`, `${planned}`)),
		);
	}
	return lines;
}
