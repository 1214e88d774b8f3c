import { counted, type Said } from '../../../src/base/message.ts';
import type { PeoplesRow, RunRow } from '../../../src/history/run-row.ts';
import type { OutputSpan } from '../../../src/summary/compare/divergence.ts';
import type { Unrecorded } from '../../../src/summary/compare/identity.ts';
import type { Unpaired } from '../../../src/summary/flips.ts';
import { sentences } from '../sentences.ts';
import type { Notice } from './report.ts';

/** Divergence over the baseline's tokens, its numbers as text. `top` is absent where the whole vocabulary was reported. */
export interface DivergenceFigures {
	readonly positions: string;
	readonly share: string;
	readonly mean: string;
	readonly p99: string;
	readonly top?: string;
}

/** What a page of the view cannot show. */
export type Problem =
	| { readonly kind: 'no-page' | 'no-series' | 'no-common-suite' }
	| { readonly kind: 'no-run'; readonly id: string }
	| { readonly kind: 'no-metric'; readonly name: string }
	| { readonly kind: 'bad-parameter'; readonly name: string; readonly value: string; readonly known: readonly string[] }
	/** `anyway`: the link that compares them despite the difference. */
	| { readonly kind: 'incomparable'; readonly fields: string; readonly anyway: string }
	| { readonly kind: 'nothing-chosen'; readonly what: 'metric' | 'runs' }
	/** `id`: of the run, if known. */
	| { readonly kind: 'unreadable'; readonly id?: string; readonly message: Said }
	| { readonly kind: 'failed'; readonly message: Said };

/** Pages of several runs: the comparison, the list of runs, one metric over time; a page that cannot be shown. */
export const comparisonEn = sentences({
	comparison: {
		seriesHead: ['step', 'right', 'against the baseline', 'against the best', 'tools'] as readonly string[],
		seriesLead: 'Prompts right by step, with 95% CI; dashed: the baseline.',
		seriesBest: 'best',
		seriesAlike: 'no difference shown',
		seriesOpen: 'can’t tell yet: {n} unscored',
		seriesOut: 'out: {lost} lost, {gained} gained',
		tools: {
			forgotten: 'has forgotten {tool}: {has} of {of}, was {had}[[ at {since}]]',
			fell: '{tool} fell: {has} of {of}, was {had}[[ at {since}]]',
			changed: '{tool} {had} of {of} → {has}',
		},
		series: (best: number | undefined, alike: readonly number[], forgetful: readonly string[]) =>
			[
				best === undefined ? 'Series: every step has forgotten a tool' : `Series: step ${best}`,
				...(alike.length === 0
					? []
					: [
							`${alike.join(', ').replace(/, (?=\d+$)/u, ' and ')} ${alike.length === 1 ? 'shows' : 'show'} no difference from it`,
						]),
				...forgetful,
			].join('; '),
		seriesConfirm: 'This step was chosen on these prompts. Confirm it on rows that took no part in the choice:',
		title: (baseline: string, others: number) => `gemmark comparison: ${baseline} and ${others} more`,
		heading: 'gemmark comparison',
		sections: {
			answer: 'Answer',
			series: 'Checkpoints',
			cost: 'Savings',
			quality: 'Quality',
			flips: 'Flips',
			clock: 'Clock',
			figures: 'All figures',
			speed: 'Time',
			divergence: 'Divergence',
			identity: 'Differences of the runs',
		},
		footer: (version: string, { askedAgain }: { readonly askedAgain: boolean }) =>
			`Made by gemmark ${version} from the log.jsonl of each run${askedAgain ? '; token probabilities from running the models again' : ''}.`,
		baseline: 'baseline',
		noPath: 'no path',
		miniature: (names: string): Notice => [
			'The bundled miniature is included.',
			`${names}: these differences say nothing about Gemma.`,
		],
		onlyOne: (name: string, first: number, second: number): Notice => [
			`${name}: not every sample is in both runs.`,
			`${first} only in the baseline, ${second} only here. Only shared samples are compared.`,
		],
		allowed: (field: string): Notice => [`Differs in ${field}.`, 'The difference was explicitly allowed.'],
		overviewLead:
			'Rates have a 95% CI (Wilson; repeats clustered by prompt), warm times p50 and p95, speeds p50 and p5.',
		rows: { verdict: 'Verdict', size: 'Size on disk', load: 'Load', memory: 'Peak memory' },
		speedLead: 'Warm measurements. Means are paired by prompt; distributions cover all samples of a run.',
		cutTurns:
			'{count} {count|turn was|turns were} cut off in at least one run; times they did not reach are excluded from every run.',
		differences: 'Means, paired by prompt',
		meanColumns: ['Suite', 'Metric', 'Baseline mean', 'Mean here'],
		differenceColumn: 'Mean difference (95% CI, t)',
		prompts: 'Prompts',
		noSpread: 'the same for every prompt',
		notInTurns:
			'Not interleaved, so no interval: other load on the machine during one run would look like a difference. Run the models together with --interleave.',
		flipsOf: '{name} vs baseline',
		noFlipsOf: (samples: number) =>
			samples === 0 ? 'No sample is scored in both.' : `No flips in ${counted(samples, 'sample')}.`,
		flipColumns: ['Prompt', 'Flip', 'What each build wrote', 'Scores'],
		moreFlips: '{count} {count|more is|more are} in flips.csv.',
		/** Of a result: better or worse than in the baseline, or as there. */
		sides: { lost: 'lost', gained: 'gained', failed: 'failed in both', passed: 'passed in both' },
		changed: 'changed',
		counts: '{lost} lost, {gained} gained',
		divergenceLead: 'Outputs for the same prompts, token by token.',
		identical: (identical: number, compared: number) =>
			compared === 0
				? 'No outputs are comparable: the prompts differ, or a run has no raw output.'
				: `${identical} of ${counted(compared, 'output')} are identical.`,
		firstToken: 'The others first differ after token {p50} (median; minimum {min}).',
		askedSuites: 'Suites: {suites}.',
		tokens:
			'Same top token at {share} of the baseline’s {positions} tokens. KL divergence: mean {mean}, p99 {p99} nats[[ (lower bound from the top {top} tokens)]].',
		spanColumns: ['part of the output', 'tokens', 'same top', 'KL mean', 'KL p99', 'Δp, points', 'perplexity ratio'],
		spans: {
			prose: 'prose',
			control: 'control tokens and keys',
			'tool-name': 'tool names',
			'hangul-value': 'values in Hangul',
			'ascii-value': 'values in ASCII',
			number: 'numbers',
		} as Readonly<Record<OutputSpan, string>>,
		allSpans: 'all',
		ended: 'end',
		parted: 'token {token}: {first} / {second}',
		/** `known`: the logs have all that could change an outcome. */
		identityLead: (known: boolean): string =>
			known
				? 'How these runs differ; everything else that can change an outcome is equal.'
				: 'How these runs differ, as far as their logs show.',
		field: 'Field',
		/** Empty where all samples are scored in both. */
		unpaired: ({ unpaired, inNeither, inOneOnly }: Unpaired) =>
			[
				...(unpaired > inNeither ? [`${unpaired - inNeither} scored in one run only`] : []),
				...(inNeither > 0 ? [`${inNeither} unscored in both runs`] : []),
				...(inOneOnly > 0 ? [`${inOneOnly} applicable in one run only`] : []),
			].join(', '),
		/** After a path that the other prompts cannot change. */
		certain: 'unscored prompts cannot change it',
		bound: { atLeast: 'at least {hits}', atMost: 'at most {hits}' },
		repeat: 'repeat {epoch}',
		numbers: 'Numbers, paired by prompt',
		numberColumns: ['Suite', 'Score', 'Baseline mean', 'Mean difference (95% CI, t)', 'Prompts'],
		/** Some of a run's samples; `chosen`: such as `limit 3`. */
		partOf: (suite: string, there: number, whole: number, chosen: string) =>
			`${suite} ${there} of ${whole}${chosen && ` (${chosen})`}`,
		part: (name: string, parts: string): Notice => [`${name} has only some samples.`, `It has ${parts}.`],
		/** What a log does not have of how its samples were run. */
		unrecorded: {
			app: 'app and its version',
			prompt: 'system prompt and tools',
			settings: 'sampling, token limit and prefix policy',
		} as Readonly<Record<Unrecorded, string>>,
		unknown: (name: string, what: string): Notice => [
			`Unknown for ${name}: ${what}.`,
			'They may differ and change results.',
		],
		noField: 'No known difference.',
		nothing: (name: string): Notice => [`${name} shares no sample with the baseline.`, 'Nothing was compared.'],
		/** Suites that only the baseline or only the other run has. */
		onlySuites: (name: string, first: string, second: string): Notice => [
			`${name}: not every suite is in both runs.`,
			`${first && `Only in the baseline: ${first}. `}${second && `Only here: ${second}. `}Only shared suites are compared.`,
		],
	},
	history: {
		title: 'Runs',
		lead: (shown: string, runs: string) => `${shown === runs ? '' : `${shown} of `}${counted(runs, 'run')}.`,
		/** Runs that have no row yet. */
		reading: '{left} {left|run is|runs are} still being read and not in filters and trends yet.',
		none: 'No runs yet. Start one with: gemmark run',
		columns: {
			started: 'Started',
			run: 'Run',
			model: 'Model',
			engine: 'Engine, device',
			standing: 'State',
			verdict: 'Verdict',
			turn: 'Median turn',
			took: 'Took',
			gate: 'Gate',
		},
		states: {
			complete: 'complete',
			interrupted: 'interrupted',
			failed: 'failed',
			underWay: 'running',
			open: 'ended without a last line; continue with --resume',
			unread: 'not read yet',
			broken: 'unreadable',
		} as Readonly<Record<RunRow['state'] | 'underWay', string>>,
		/** Of a log without a last line that no longer grows. */
		stopped: 'stopped',
		progress: (done: string, planned: string) => `${done} of ${counted(planned, 'sample')}`,
		noPath: 'no path yet',
		subset: 'no verdict: only some prompts',
		part: 'n {n}, only some samples',
		hits: '{hits} of {n}, threshold {threshold}',
		unscored: '{count} unscored',
		people: ({ labelled, disputed, of, rule }: PeoplesRow, rulePath: string) =>
			`people labelled ${labelled + disputed} of ${of}${disputed === 0 ? '' : `, ${disputed} of them in dispute`}; by the rule alone: ${rulePath}, ${rule.hits}`,
		noMatch: 'No run matches.',
		find: 'Run, model, engine, device, commit',
		findButton: 'Filter',
		facets: {
			app: 'App',
			model: 'Model',
			engine: 'Engine',
			device: 'Device',
			suite: 'Suite',
			verdict: 'Verdict',
			gate: 'Gate',
		},
		pick: (run: string) => `Compare ${run}`,
		compare: 'Compare',
		reverse: 'Swap baseline',
		miniature: 'miniature, not Gemma',
		trends: 'Over time',
		back: 'All runs',
		more: '{count} {count|more run|more runs}',
		footer: (version: string) => `Every figure here comes from the log.jsonl of its run. gemmark ${version}`,
	},
	trend: {
		alarm: 'lower than before in the last 3 runs: {now} against {before} (p {p})',
		lead: (shown: string, runs: string) =>
			`${shown === runs ? counted(shown, 'run') : `The newest ${shown} of ${counted(runs, 'run')}`}: oldest on the left of the chart, newest on top of the table.`,
		several:
			'Lines join comparable runs: the same app, model, corpus, prompts and settings, as far as their logs show.',
		timesToo: 'Times must also be of the same machine.',
		hollow:
			'Hollow marks ({count}) are runs with only some samples, or with unscored or excluded samples that could change the value; no line joins them.',
		/** Runs whose logs do not have all that could set them apart. */
		unrecorded:
			'App, system prompt, tools or settings are not fully known for {count} of these runs (captures, an app’s loop); they may differ within a line.',
		excluded: '{count} excluded',
		runs: '{count} {count|run|runs}',
		others: '{series} {series|more series is|more series are} not drawn:',
		moreSeries: 'and {count} more; filter the list of runs first.',
		allSeries: 'all series',
		columns: ['Run', 'Value', '95% CI', 'Commits since the previous run'] as readonly [string, string, string, string],
		part: 'only some samples',
		median: 'median',
		noInterval: '–',
		sameCommit: 'the same commit',
		/** Fields by which series differ; others are shown by their name. */
		fields: {
			app: 'app',
			'app.system': 'system prompt of the app',
			'app.tools': 'tools of the app',
			'app.answers': 'answers of the tools',
			'app.state': 'initial state of the app',
			'app.language': 'language of the app',
			threshold: 'threshold of the decision',
			score: 'score of the decision',
			model: 'model',
			clock: 'clock',
			device: 'device',
		} as Readonly<Record<string, string>>,
		suiteVersion: 'suite version',
		corpus: 'corpus',
		unversioned: 'unversioned',
		prompt: 'prompt',
		template: 'chat template',
	},
	problem: {
		back: 'To all runs',
		anyway: 'Compare anyway',
		/** Problem and remedy; a message of the problem follows. */
		say: (problem: Problem): Notice => {
			switch (problem.kind) {
				case 'no-page':
					return ['Page not found', 'Open a run from the list.'];
				case 'no-run':
					return [`Run ${problem.id} not found`, 'It may have been moved or deleted. Choose another from the list.'];
				case 'no-metric':
					return [`No run here has ${problem.name}`, 'Choose a score or a time below the list of runs.'];
				case 'no-series':
					return ['Series not found', 'Its runs may have been deleted. Choose another below the chart.'];
				case 'nothing-chosen':
					return problem.what === 'metric'
						? ['The address has no metric', 'Choose a score or a time below the list of runs.']
						: ['The address does not name two runs', 'Tick two or more runs in the list, then Compare.'];
				case 'bad-parameter':
					return [`Invalid address: ${problem.name}=${problem.value}`, `Allowed: ${problem.known.join(', ')}.`];
				case 'no-common-suite':
					return ['These runs cannot be compared', 'They have no suite in common. Choose runs of the same suites.'];
				case 'incomparable':
					return ['These runs are not comparable', `They differ in: ${problem.fields}. Choose runs that share it.`];
				case 'unreadable':
					return [`Run${problem.id === undefined ? '' : ` ${problem.id}`} is unreadable`, ''];
				case 'failed':
					return ['This page could not be made', ''];
			}
		},
	},
});
