import { counted, plural } from '../../../src/base/message.ts';
import { cutTurnsText } from '../../../src/summary/compare/differences.ts';
import { mcnemarIn } from '../mcnemar-locale.ts';
import type { ComparisonLocale, MainFlips } from './comparison-locale.ts';

export const comparisonEn: ComparisonLocale = {
	title: (baseline, others) => `gemmark comparison: ${baseline} and ${others} more`,
	heading: 'gemmark comparison',
	eyebrow: 'What does a smaller quantization, or another backend, cost?',
	sections: {
		overview: 'Side by side',
		scatter: 'Quality against size',
		speed: 'Time',
		flips: 'Flips',
		divergence: 'Divergence',
		identity: 'What differs',
	},
	footer: (version, { askedAgain }) =>
		`Made by gemmark ${version} from the log.jsonl of each run${askedAgain ? ', and from asking the models again for the probabilities of tokens' : ''}.`,
	baseline: 'baseline',
	noPath: 'no path',
	same: (name, baseline, samples, { others, ...outputs }) =>
		`${name} is judged as ${baseline} is: no flips in ${counted(samples, 'sample')}${outputsText(outputs)}${othersText(others)}.`,
	differs: (name, baseline, { lost, gained, samples, others }) =>
		`${name} loses ${lost} and gains ${gained} of ${counted(samples, 'sample')} against ${baseline}${othersText(others)}.`,
	smaller: (percent) => `${percent} % smaller on disk`,
	larger: (percent) => `${percent} % larger on disk`,
	miniature: (names) => [
		'The bundled miniature is among these, not Gemma.',
		`${names}: differences between its quantizations exercise the harness and say nothing about Gemma.`,
	],
	fewFlips: [
		'Few flips prove little.',
		'Fewer than six flips one way never reach significance (McNemar, two-sided). Read the transcripts, and gate on counts.',
	],
	onlyOne: (name, first, second) => [
		`${name}: not every sample is in both runs.`,
		`${first} only in the baseline, ${second} only here. Only samples of both are compared.`,
	],
	allowed: (field) => [`Compared although it differs: ${field}.`, 'It was allowed by name.'],
	overviewLead:
		'Every rate with its 95 % interval (Wilson; of repeats clustered by prompt), every time as p50 and p95 of warm measurements, every speed as p50 and p5. The first token is that which a user waits for, not one behind a tool.',
	rows: {
		verdict: 'Verdict',
		size: 'Size on disk',
		load: 'Load',
		memory: 'Peak memory',
	},
	scatterLead:
		'Each point is a run, its whisker the 95 % interval. Whiskers that overlap widely are no difference yet.',
	scatterLabel: (quality, points) => `${quality} against size on disk: ${points}`,
	sizeAxis: 'size on disk',
	speedLead:
		'Warm measurements. Only the means below are paired by prompt: a distribution is of all that its run has, which may be other samples.',
	cutTurns: cutTurnsText,
	differences: 'Means, paired by prompt',
	meanColumns: ['Suite', 'Metric', 'Baseline mean', 'Mean here'],
	differenceColumn: 'Mean difference (95 %, t)',
	prompts: 'Prompts',
	noSpread: 'the same in every pair',
	notInTurns:
		'Not measured in turns, so no interval: what else the machine did during one of the runs would look like a difference. Run the models together with --interleave.',
	flipsLead: 'Samples judged differently. Open one to read both conversations.',
	flipsOf: (name) => `${name} against the baseline`,
	noFlipsOf: (samples) =>
		samples === 0 ? 'No sample is scored in both.' : `No flips in ${counted(samples, 'sample')}.`,
	flipColumns: ['Suite', 'Score', 'Sample', 'Flip', 'Reason'],
	moreFlips: (count) => `${counted(count, 'more is', 'more are')} in flips.csv.`,
	lost: 'lost',
	gained: 'gained',
	counts: (lost, gained) => `${lost} lost, ${gained} gained`,
	pValue: (flips) => mcnemarIn(flips, 'en'),
	divergenceLead: 'Outputs on the same rendered prompts, token by token.',
	identical: (identical, compared) =>
		compared === 0
			? 'No output can be compared: the prompts differ, or one of the runs does not show what its model wrote.'
			: `${identical} of ${counted(compared, 'output')} ${plural(identical, 'is', 'are')} identical.`,
	firstToken: (p50, min) => `The others share ${counted(p50, 'token')} (median), at least ${min}, before they part.`,
	askedSuites: (suites) => `Over the answers of: ${suites}.`,
	tokens: ({ positions, share, mean, p99, top }) =>
		`At ${share} % of the baseline’s ${positions} tokens it would have said the same. KL divergence: mean ${mean}, p99 ${p99} nats${top === undefined ? '' : ` (at least: from the ${top} most probable tokens of each)`}.`,
	spanColumns: ['what was said', 'tokens', 'same top', 'KL mean', 'KL p99', 'Δp, points', 'perplexity ratio'],
	spans: {
		prose: 'prose',
		control: 'control tokens and keys',
		'tool-name': 'tool names',
		'hangul-value': 'values in Hangul',
		'ascii-value': 'values in ASCII',
		number: 'numbers',
	},
	allSpans: 'all',
	ended: 'end',
	parted: (token, first, second) => `token ${token}: ${first} / ${second}`,
	identityLead: (known) =>
		known
			? 'What these runs differ in; all else that can change an outcome is equal.'
			: 'What these runs differ in, as far as their logs tell.',
	field: 'Field',
};

/** How many outputs differ, of those that can be compared. */
function outputsText({ compared, differ, untold }: Record<'compared' | 'differ' | 'untold', number>): string {
	if (differ > 0) return `, though ${counted(differ, 'output differs', 'outputs differ')}`;
	if (untold === 0) return ', every output the same';
	return compared === 0
		? ', and no output can be compared'
		: `, every output the same of the ${compared} that can be compared`;
}

function othersText({ lost, gained }: MainFlips['others']): string {
	return lost + gained === 0 ? '' : `; of other scores ${lost} ${plural(lost, 'is', 'are')} lost and ${gained} gained`;
}
