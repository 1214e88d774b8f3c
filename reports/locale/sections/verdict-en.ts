import { counted, plural } from '../../../src/base/message.ts';
import { UNSCORED_CAUSES, type UnscoredCause } from '../../../src/eval/score.ts';
import { remedyFor } from '../../../src/eval/summary/unscored-text.ts';
import type { NoticeLocale, VerdictLocale } from './verdict-locale.ts';

export const verdictEn: VerdictLocale = {
	sentence: ({ name, title }, hits, n) => `Path ${name}: ${title} (${hits} of ${counted(n, 'prompt')}).`,
	atLeast: ({ name, title }, bound, n) => `Path ${name}: ${title} (at least ${bound} of ${counted(n, 'prompt')}).`,
	atMost: ({ name, title }, bound, n) => `Path ${name}: ${title} (at most ${bound} of ${counted(n, 'prompt')}).`,
	undecided: (hits, judged, n) =>
		judged === 0
			? `No verdict: none of the ${counted(n, 'prompt')} could be judged.`
			: `No verdict yet: ${hits} of ${judged} judged, and the rest of the ${n} could still decide.`,
	subset: (hits, judged, n) =>
		`No verdict: this run asked only some of the ${counted(n, 'prompt')}, or of their repeats; ${judged === 0 ? 'none of them is judged yet' : `${hits} of ${judged} judged pass`}.`,
	none: 'No verdict: no suite of this run decides anything.',
	threshold: (threshold, n, path) => `${threshold} of ${n} decide path ${path}`,
	wilson: '95 % interval (Wilson)',
	clopperPearson: 'exact (Clopper-Pearson)',
	rate: 'Rate',
	probability: (share) => `P(true rate ≥ ${share})`,
	decidedEarly: (hits, misses) => `Decided at ${counted(hits, 'hit')} and ${counted(misses, 'miss', 'misses')}.`,
	barLabel: (hits, misses, n) =>
		`Of ${counted(n, 'prompt')} ${counted(hits, 'passes', 'pass')}, ${counted(misses, 'does', 'do')} not, ${counted(n - hits - misses, 'says', 'say')} nothing.`,
	cell: (position, id, outcome) => `${position}. ${id}: ${outcome}`,
	intervalLabel: (low, high, low2, high2) =>
		`95 % interval ${low} to ${high} % by Wilson, ${low2} to ${high2} % by Clopper-Pearson.`,
	epochs: (rate, epochs, interval) =>
		`Over ${counted(epochs, 'repeat')} of each prompt: ${rate} %${interval === undefined ? '' : ` (${interval})`}.`,
	turned:
		'No verdict: people’s labels turn the path, and the samples that have none, or are in dispute, could turn it back. Label the rest, or settle the disputes.',
	people: ({ labelled, disputed, of }, { path, counts }) =>
		`${
			labelled === of
				? `This is people’s verdict: they labelled all ${counted(of, 'sample')}.`
				: `People labelled ${labelled + disputed} of ${counted(of, 'sample')}${disputed === 0 ? '' : `, ${disputed} of them in dispute`}; the rule judged ${disputed === 0 ? 'the rest' : labelled + disputed === of ? 'those' : 'those and the rest'}.`
		} The rule alone: ${path === undefined ? 'no path' : `path ${path}`}, ${counts}.`,
	among: (agreed, several) =>
		`People agree with each other on ${agreed} of ${counted(several, 'text')} that several of them labelled.`,
	agreement: (agreed, both, kappa) =>
		`Rule and people agree on ${agreed} of ${counted(both, 'text')}${kappa === undefined ? '' : ` (Cohen’s kappa ${kappa})`}.`,
	silent: 'Prompts that say nothing',
	silentColumns: ['Cause', 'Prompts', 'What to do'],
	notEvaluated: 'not evaluated',
	notRepeated: 'not repeated often enough yet',
	remedies: {
		...(Object.fromEntries(UNSCORED_CAUSES.map((cause) => [cause, sentence(remedyFor(cause))])) as Record<
			UnscoredCause,
			string
		>),
		'not-evaluated': 'Continue the run with --resume; of a captured app, capture these prompts too.',
		'not-asked': 'Run all prompts: without --limit and --filter, and with all shards merged.',
	},
};

/** The same words as on the terminal, as a sentence. */
function sentence(words: string): string {
	return `${words.charAt(0).toUpperCase()}${words.slice(1).replaceAll('`', '')}.`;
}

export const noticeEn: NoticeLocale = {
	miniature: 'It exists to exercise the harness: run this on your own model.',
	truncated: [
		'Certain without the others.',
		'No prompt without a score could change the path. The rate is cut short, so no interval is given.',
	],
	cutShort: [
		'This run has not ended.',
		'It is under way, or was killed: its log has no last line. This is what it has measured.',
	],
	interrupted: [
		'This run was interrupted.',
		'It can be continued with --resume, a capture with the prompts that it lacks. What stands here was measured before.',
	],
	failed: ['This run ended with a failure.', 'What stands here was measured before it.'],
	partial: (done, planned) => [
		'Incomplete.',
		`${done} of ${counted(planned, 'planned sample')} ${plural(done, 'is', 'are')} in the log.`,
	],
	notComparable: 'Timings say nothing here.',
	skipped: (suite, arm) => `Left out: ${suite}, ${arm}.`,
	damaged: (line) => ['The log is damaged.', `Its last line (${line}) was left out:`],
	warning: 'Caveat:',
	failure: 'Failure',
	noWordLists: (language) => [
		'Filler is not recognised in this language.',
		`gemmark has no word lists for ${language}: a mere acknowledgement before a call counts as meaningful.`,
	],
};
