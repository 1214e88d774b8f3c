import { counted, plural } from '../../../src/base/message.ts';
import { sentences } from '../sentences.ts';

/** Prompts that changed sides, as text. */
export interface FlippedCounts {
	readonly lost: string;
	readonly gained: string;
	readonly n: string;
}

/** Points of a suite's loss, negative for a gain. */
export interface SuiteBound {
	readonly suite: string;
	readonly points: number;
}

/** The end of a comparison: whether to ship a build. Points and figures are text, rounded against the good news. */
export const answerEn = sentences({
	answer: {
		lines: { quality: 'quality', lost: 'lost', tools: 'tools', size: 'size', speed: 'speed', answer: 'answer' },
		upgrade: {
			fields: {
				model: 'model',
				adapter: 'adapter',
				template: 'template',
				backend: 'backend',
				cache: 'cache',
				context: 'context',
				batch: 'batch',
				settings: 'settings',
			},
			nothing: 'changed    nothing',
			changed: 'changed    {field}: {from} -> {to}',
			unchanged: 'unchanged  {names}',
			unknown: 'unknown',
			promptsUnknown: 'prompts    unknown',
			prompts: 'prompts    {same} of {n} the same, byte for byte',
			answers: 'answers    {same} of {n} the same[[; the others differ from token {places} on]]',
		},
		quality: {
			counts: '{lost} {lost|prompt|prompts} lost, {gained} gained of {n}',
			shown: 'a loss above {points} {points|point|points} would have shown',
			better: 'at least {points} {points|point|points} better',
			loss: 'the loss is {low} to {high} points',
			repeats: 'each asked {epochs} times',
			clock: '{prompts} more lost to the clock',
			unscored: '{prompts} more unscored in a run',
			none: 'no prompt is scored in both',
			floor: 'a loss cannot show, because the baseline gets nothing right',
		},
		size: {
			file: (from: string, to: string) => `${from} → ${to} file`,
			memory: (from: string, to: string) => `${from} → ${to} peak memory`,
			unknown: 'not reported',
		},
		speed: {
			faster: (ratio: string) => `${ratio}× faster per turn`,
			slower: (ratio: string) => `${ratio}× slower per turn`,
			equal: 'the same time per turn',
			interval: (low: string, high: string) => `${low} to ${high}, paired`,
			either: (low: string, high: string) => `${low} to ${high} times as fast, paired: no difference shown`,
			notInterleaved: 'not interleaved, so no interval',
			unknown: 'no comparable times',
		},
		ship: 'ship {name}',
		allSame: 'all {n} {n|answer is|answers are} the same',
		dont: 'don’t ship {name}',
		backend: (name: string, asked = '') =>
			asked === '' ? `it is not known what ${name} ran on` : `it is not known that ${name} ran on the ${asked}`,
		sameBackend: 'both may have run on the same backend: their prefill speeds do not differ',
		cantTell: 'can’t tell yet: {why}',
		sameFile: 'nothing to compare: both are the same file (sha256 {sha256})',
		/** Between the clauses of a line. */
		break: '; ',
		within: (bounds: readonly SuiteBound[]) => {
			const losses = bounds
				.filter(({ points }) => points >= 0)
				.map(({ points, suite }) => `above ${counted(points, 'point')} on ${suite}`);
			const gains = bounds
				.filter(({ points }) => points < 0)
				.map(({ points, suite }) => `at least ${counted(-points, 'point')} better on ${suite}`);
			return [...(losses.length === 0 ? [] : [`no loss ${losses.join(', ')}`]), ...gains].join(', ');
		},
		worse: ({ lost, gained, n }: FlippedCounts, suite: string) => `${lost} lost, ${gained} gained of ${n} on ${suite}`,
		certain: (margin: string) => `certainly worse by more than ${margin} points`,
		measured: (margin: string) => `certainly worse; above the margin of ${margin} points as measured`,
		looksWorse: 'too few prompts to accept or reject; {points} points worse so far ({lost})',
		noDirection: 'no direction yet ({lost} lost, {gained} gained)',
		/** Prompts that would settle it, on a condition. */
		needed: (more: string, all: string, oneMore: string, oneAll: string) =>
			`${counted(more, 'more prompt')}, none of them lost, and it can ship (${all} in all), or ${oneMore} more if one is lost (${oneAll})`,
		enough: 'these {n} are enough if a loss of {points} points is acceptable: --margin {points}%',
		certainAt: (more: string, all: string) =>
			`${more} more ${plural(more, 'prompt', 'prompts')} at this rate ${plural(more, 'makes', 'make')} it certain (${all} in all)`,
		together: '{more} {more|more prompt|more prompts} in all',
		allLost: 'all {right} that the baseline gets right are lost',
		worseWithin: 'certainly worse, {points} points as measured; the margin is {margin}',
		worseAlone: 'worse taken alone (p {p}%), but not certain among {scores} scores',
		fewRight: '{suite}: the baseline gets only {right} of {n} right, too few to judge a build',
		floor: '{suite} cannot show a loss: the baseline gets nothing right (0 of {n})',
		clock: '{suite}: run the {prompts} {prompts|prompt|prompts} lost to the clock again on an idle machine',
		unfinished:
			'{suite}: {prompts} {prompts|prompt|prompts} unscored; the loss may exceed the margin if {prompts|it counts|they count} as lost',
		unmeasured: '{suite}: no prompt is scored in both',
		nothingMeasured: 'the runs share no main score of passes',
		after: 'the larger {larger} did not pass; smaller builds are judged only after it',
		corrected: 'after correction for {builds} builds without an order, the loss may exceed the margin',
		chosen: 'chosen from {builds} builds; measure it once more on other prompts',
		seeds: 'the seeds differ, so some flips come from sampling',
		/** The first line of the page. */
		title: {
			sameFile: 'Nothing to compare.',
			ship: 'Ship {name}.',
			dont: 'Don’t ship {names}.',
			cantTell: (leaning = '') => `Can’t tell yet. ${leaning}`.trim(),
			leaning: {
				'nothing-against': 'No evidence against {name}.',
				'no-direction': 'No direction yet for {name}.',
				worse: 'So far {name} looks worse.',
			},
			several: 'No build has passed yet.',
		},
		/** Sections of the page. */
		page: {
			cost: 'What {name} saves, and what it may cost',
			costLead: '{name} as a share of {baseline}. The tick is the acceptable loss.',
			whole: '{baseline} = 100%',
			shareLabel: '{name}: {share} of the baseline',
			rows: {
				right: 'Right answers',
				turn: 'Turn, geometric mean',
				file: 'File size',
				fileDetail: 'to download and keep',
				memory: 'Peak memory',
				memoryDetail: 'during the run',
			},
			change: (direction: number, prompts: string) =>
				direction === 0 ? 'as many' : `${prompts} ${direction < 0 ? 'fewer' : 'more'}`,
			changeRange: '{fewer} fewer to {more} more (90%)',
			size: (direction: number, percent: string) =>
				direction === 0 ? 'the same' : `${percent} ${direction < 0 ? 'less' : 'more'}`,
			quality: 'Quality by suite',
			qualityLead:
				'Same prompts in both. Difference in points, with its 90% interval: each end is a one-sided 95% bound.',
			worse: (name = '') => `${name} worse`,
			better: (name = '') => `${name} better`,
			same: 'same',
			qualityCaption:
				'The vertical line is the acceptable loss. A bar within the green area is good enough; a bar that crosses the line needs more prompts.',
			hatched: 'Hatched: no change of this kind can show.',
			floor: 'cannot show a loss',
			unmeasured: 'no prompt is scored in both',
			limits: {
				floor: 'nothing right in the baseline; not counted',
				ceiling: 'all right in both: shows large losses only',
			},
			differenceLabel: 'difference {range}',
			points: '{mean} points, {low} to {high}',
			counts: '{lost} lost, {gained} gained',
			margin: 'margin {points}',
			flips: (count: number) => (count === 0 ? 'No result changed' : `${counted(count, 'result')} changed sides`),
			flipsLead: 'losses first; words that differ are marked',
			expected: 'expected',
			passed: 'passed',
			failed: 'failed',
			noOutput: 'no output',
			equalTokens: '{count} {count|equal token|equal tokens}',
			generation: 'generation {index}',
			clock: '{prompts} {prompts|prompt|prompts} lost to the clock, not to quality',
			clockLead: 'In no count above.',
			deadline: 'The deadline was {limit} for a generation.',
			clockRemedy: 'Run these prompts again on an idle machine, or with a longer --deadline.',
			stopped: 'stopped',
		},
		question: 'Is {names} as good as {baseline}?',
		whichStep: 'Which of {steps} checkpoints ships instead of {baseline}?',
		accepted: (margins: readonly (readonly [suite: string, points: string])[]) =>
			`Acceptable loss: ${margins.map(([suite, points]) => `${points} points on ${suite}`).join(', ')}.`,
	},
});
