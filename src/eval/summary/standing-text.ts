import { counted } from '../../text/counted.ts';
import type { DecisionSummary } from './decision-summary.ts';
import { standingSummary } from './standing-summary.ts';
import { verdictLine } from './verdict-text.ts';

/**
 * The verdict that stands, on one line, as every surface puts it first: of a run that people labelled theirs, with what the
 * rule alone says behind it. Plain text that may quote the log.
 */
export function standingLine(summary: DecisionSummary): string {
	const { people, verdict: rule } = summary;
	if (people === undefined) return verdictLine(summary);
	const { labelled, of, verdict } = people;
	const alone = `the rule alone: ${pathText(rule)}`;
	const some = `people labelled ${labelled} of ${counted(of, 'sample')}`;
	if (standingSummary(summary) === undefined) {
		return `no path: ${some}, which with the rule on the rest come to ${pathText(verdict)}, and the rest could turn it back; ${alone}`;
	}
	const whose = labelled === of ? `as people labelled all ${of}` : `${some}, the rule judged the rest`;
	return `${verdictLine(summary, verdict)}; ${whose}; ${alone}`;
}

/** `path A, 9/15`. */
function pathText({ path, hits, n }: DecisionSummary['verdict']): string {
	return `${path === undefined ? 'no path' : `path ${path}`}, ${hits}/${n}`;
}
