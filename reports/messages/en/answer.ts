import { counted, plural } from '../../../src/base/message.ts';

/** Prompts that changed sides, as text. */
export interface FlippedCounts {
	readonly lost: string;
	readonly gained: string;
	readonly n: string;
}

/** The end of a comparison: whether to ship a build. Points and figures are text, rounded against the good news. */
export const answerEn = {
	answer: {
		lines: { quality: 'quality', size: 'size', speed: 'speed', answer: 'answer' },
		quality: {
			counts: ({ lost, gained, n }: FlippedCounts) => `${counted(lost, 'prompt')} lost, ${gained} gained of ${n}`,
			shown: (points: string) => `a loss above ${counted(points, 'point')} would have shown`,
			loss: (low: string, high: string) => `the loss is ${low} to ${high} points`,
			repeats: (epochs: number) => `each asked ${epochs} times`,
			clock: (prompts: number) => `${prompts} more lost to the clock`,
			unscored: (prompts: number) => `${prompts} more unscored in a run`,
			none: 'no prompt is scored in both',
			floor: 'a loss cannot show, because the baseline gets too few prompts right',
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
		ship: (name: string) => `ship ${name}`,
		dont: (name: string) => `don’t ship ${name}`,
		cantTell: 'can’t tell yet',
		/** Of one suite that is within its margin. */
		bound: (points: string, suite: string, margin: string | undefined) =>
			`above ${points} points on ${suite}${margin === undefined ? '' : ` (margin ${margin})`}`,
		/** `margin`: the one of all suites. */
		within: (bounds: readonly string[], margin: string | undefined) =>
			`no loss ${bounds.join(', ')}${margin === undefined ? '' : ` (margin ${margin})`}`,
		worse: ({ lost, gained, n }: FlippedCounts, suite: string) => `${lost} lost, ${gained} gained of ${n} on ${suite}`,
		certain: (margin: string) => `certainly above the margin of ${margin} points`,
		measured: (margin: string) => `certainly worse, but above the margin of ${margin} points only as measured`,
		nothingAgainst: (name: string) => `no evidence against ${name}`,
		looksWorse: ({ lost, gained, n }: FlippedCounts) => `so far it looks worse: ${lost} lost, ${gained} gained of ${n}`,
		/** Prompts that would settle it, on a condition. */
		needed: (suite: string, more: string, all: string, oneMore: string, oneAll: string) =>
			`${suite}: ${more} more ${plural(more, 'prompt')} if none is lost (${all} in all), ${oneMore} more if one is (${oneAll})`,
		tooSmall: (suite: string, prompts: string, margin: string, least: string) =>
			`${suite}: ${counted(prompts, 'prompt')} cannot show ${margin} points; ${least} is the smallest margin`,
		floor: (suite: string, right: string, n: string) =>
			`${suite} cannot show a loss: the baseline gets ${right} of ${n} right`,
		ceiling: (suite: string) => `${suite}: all right in both, so it shows large losses only`,
		clock: (suite: string, prompts: number) =>
			`${suite}: run the ${counted(prompts, 'prompt')} lost to the clock again on an idle machine`,
		unfinished: (suite: string, prompts: number) =>
			`${suite}: ${counted(prompts, 'prompt')} unscored; the loss may exceed the margin if ${plural(prompts, 'it counts', 'they count')} as lost`,
		unmeasured: (suite: string) => `${suite}: no prompt is scored in both`,
		nothingMeasured: 'the runs share no main score of passes',
		after: (larger: string) => `the larger ${larger} did not pass; smaller builds are judged only after it`,
		corrected: (builds: number) =>
			`after correction for ${builds} builds without an order, the loss may exceed the margin`,
		chosen: (builds: number) => `chosen from ${builds} builds; measure it once more on other prompts`,
		miniature: 'about the bundled miniature, not about Gemma',
		seeds: 'the seeds differ, so some flips come from sampling',
		/** The first line of the page. */
		title: {
			ship: (name: string) => `Ship ${name}.`,
			dont: (names: string) => `Don’t ship ${names}.`,
			cantTell: (leaning = '') => `Can’t tell yet. ${leaning}`.trim(),
			nothingAgainst: (name: string) => `No evidence against ${name}.`,
			looksWorse: (name: string) => `So far ${name} looks worse.`,
			several: 'No build has passed yet.',
		},
		/** Sections of the page. */
		page: {
			cost: (name: string) => `What ${name} saves, and what it may cost`,
			costLead: (name: string, baseline: string) =>
				`${name} as a share of ${baseline}. The tick is the acceptable loss.`,
			whole: (baseline: string) => `${baseline} = 100%`,
			shareLabel: (name: string, share: string) => `${name}: ${share} of the baseline`,
			rows: {
				right: 'Right answers',
				turn: 'Turn',
				file: 'File size',
				fileDetail: 'to download and keep',
				memory: 'Peak memory',
				memoryDetail: 'during the run',
			},
			change: (direction: number, prompts: string) =>
				direction === 0 ? 'as many' : `${prompts} ${direction < 0 ? 'fewer' : 'more'}`,
			changeRange: (fewer: string, more: string) => `${fewer} fewer to ${more} more (90%)`,
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
				floor: () => 'too few right to show a loss; not counted',
				'too-small': (margin: string, least: string) =>
					`too few prompts for ${margin} points (smallest margin ${least}): does not block shipping`,
				ceiling: () => 'all right in both: shows large losses only',
			},
			differenceLabel: (range: string) => `difference ${range}`,
			points: (mean: string, low: string, high: string) => `${mean} points, ${low} to ${high}`,
			counts: ({ lost, gained }: FlippedCounts) => `${lost} lost, ${gained} gained`,
			margin: (points: string) => `margin ${points}`,
			flips: (count: number) => (count === 0 ? 'No result changed' : `${counted(count, 'result')} changed sides`),
			flipsLead: 'losses first; words that differ are marked',
			expected: 'expected',
			passed: 'passed',
			failed: 'failed',
			noOutput: 'no output',
			equalTokens: (count: number) => counted(count, 'equal token'),
			generation: (index: number) => `generation ${index}`,
			clock: (prompts: number) => `${counted(prompts, 'prompt')} lost to the clock, not to quality`,
			clockLead: 'In no count above.',
			deadline: (limit: string) => `The deadline was ${limit} for a generation.`,
			clockRemedy: 'Run these prompts again on an idle machine, or with a longer --deadline.',
			stopped: 'stopped',
		},
		question: (names: string, baseline: string) => `Is ${names} as good as ${baseline}?`,
		accepted: (margins: readonly (readonly [suite: string, points: string])[]) =>
			`Acceptable loss: ${margins.map(([suite, points]) => `${points} points on ${suite}`).join(', ')}.`,
	},
};
