import { type DecisionSummary, type Log, localized, samplingNote } from '../../src/index.ts';
import { deviceLines } from '../device-lines.ts';
import { progressOf } from '../locale/progress.ts';
import { markdownText } from './markdown-text.ts';

const WARNING_CHARS = 600;

/** What limits everything that a run says, a Markdown paragraph each. */
export function runReservations(log: Log, decisions: readonly DecisionSummary[]): readonly string[] {
	const outcome = log.footer?.outcome;
	const lines = (log.header.warnings ?? []).map((line) => `Warning: ${markdownText(line, WARNING_CHARS)}`);
	const greedy = decisions.length === 0 ? undefined : samplingNote(log);
	if (greedy !== undefined) lines.push(`Note: ${localized(greedy, 'en')}.`);
	lines.push(...deviceLines(log, 'en').map((line) => markdownText(line, WARNING_CHARS)));
	if (log.damaged !== undefined) {
		const { line, problem } = log.damaged;
		lines.push(`The log is damaged: its last line (${line}) was left out, ${markdownText(problem)}.`);
	}
	if (outcome === undefined) lines.push('The run was cut short: its log has no last line.');
	else if (outcome !== 'complete') lines.push(`The run ended early: ${outcome}.`);
	for (const { code, message } of log.failures) lines.push(`Failure (${markdownText(code)}): ${markdownText(message)}`);
	const { done, planned } = progressOf(log, decisions);
	if (done < planned) lines.push(`Incomplete: ${done} of ${planned} planned samples.`);
	return lines;
}
