import type { Log, PrefixSummary, Verdict } from '../../src/index.ts';
import { formatProbability, formatShare } from '../locale/format-number.ts';
import { progressOf } from '../locale/progress.ts';
import { markdownText } from './markdown-text.ts';

/** `path A: 7/15 ...`, with its interval where there is one. */
export function verdictLine(verdict: Verdict): string {
	const { hits, n } = verdict;
	switch (verdict.status) {
		case 'complete': {
			const { path, wilson, clopperPearson, probabilityAtLeastThird, greyZone } = verdict;
			return `path ${path}: ${hits}/${n} meaningful prefixes (${formatShare(hits / n)} %; 95 % Wilson ${formatShare(wilson.low)}–${formatShare(wilson.high)} %, Clopper-Pearson ${formatShare(clopperPearson.low)}–${formatShare(clopperPearson.high)} %; P(true rate ≥ 1/3) ${formatProbability(probabilityAtLeastThird)}${greyZone ? ', grey zone' : ''})`;
		}
		case 'truncated':
			return `path ${verdict.path}: ${hits}/${n} meaningful prefixes when the run stopped early, with ${verdict.misses} misses (truncated, so no interval)`;
		case 'undecided':
			return `no verdict yet: ${hits} hits and ${verdict.misses} misses of ${n} prompts`;
	}
}

/** What limits the verdict, a Markdown paragraph each. */
export function reservations(log: Log, prefix: PrefixSummary | undefined): readonly string[] {
	const { done, planned } = progressOf(log, prefix);
	const outcome = log.footer?.outcome;
	const lines: string[] = [];
	if (prefix?.verdict.status === 'complete' && prefix.verdict.greyZone) {
		lines.push('Grey zone: another run of the same size could well decide otherwise.');
	}
	if (outcome === undefined) lines.push('The run was cut short: its log has no last line.');
	else if (outcome !== 'complete') lines.push(`The run ended early: ${outcome}.`);
	for (const failure of log.failures)
		lines.push(`Failure (${markdownText(failure.code)}): ${markdownText(failure.message)}`);
	if (done < planned) lines.push(`Incomplete: ${done} of ${planned} planned samples.`);
	return lines;
}
