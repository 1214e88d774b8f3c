import { counted } from '../../../base/message.ts';
import { type DecisionSummary, type PeoplesVerdict, standingSummary } from '../../../summary/decisions.ts';
import { hitsText, verdictLine } from './verdict-text.ts';

/**
 * The verdict that stands, on one line, as every surface puts it first: of a run that people labelled theirs, with what the
 * rule alone says behind it. Plain text that may quote the log.
 */
export function standingLine(summary: DecisionSummary): string {
	const { people, verdict: rule } = summary;
	if (people === undefined) return verdictLine(summary);
	const { labelled, of, verdict } = people;
	const some = labelledText(people);
	const alone = `the rule alone: ${pathText(rule)}`;
	if (standingSummary(summary).turned) {
		return `no path: ${some}, which with the rule on the rest come to ${pathText(verdict)}, and the rest could turn it back; ${alone}`;
	}
	const whose = labelled === of ? `as people labelled all ${of}` : `${some}, the rule judged ${ruledText(people)}`;
	return `${verdictLine(summary, verdict)}; ${whose}; ${alone}`;
}

/** `people labelled 15 of 15 samples, 4 of them in dispute`. */
export function labelledText({ labelled, disputed, of }: PeoplesVerdict): string {
	const split = disputed === 0 ? '' : `, ${disputed} of them in dispute`;
	return `people labelled ${labelled + disputed} of ${counted(of, 'sample')}${split}`;
}

/** What people's word does not settle. */
function ruledText({ labelled, disputed, of }: PeoplesVerdict): string {
	if (disputed === 0) return 'the rest';
	return labelled + disputed === of ? 'those' : 'those and the rest';
}

/** `path A, 9/15`. */
function pathText(verdict: DecisionSummary['verdict']): string {
	const { path, status, hits, misses, n } = verdict;
	const asked = status === 'subset' ? hits + misses : n;
	return `${path === undefined ? 'no path' : `path ${path}`}, ${hitsText(verdict)}/${asked}`;
}
