import { counted } from '../../../src/base/message.ts';
import { readVariant } from '../../../src/eval/settings.ts';
import { unbroken } from '../numbers.ts';

export type Notice = readonly [title: string, text: string];

/** The page of one run. Numbers come formatted. */
export const reportEn = {
	title: (model: string) => `gemmark report: ${model}`,
	skip: 'Skip to the content',
	/** Names the list of sections to screen readers. */
	contents: 'Sections of the report',
	sections: {
		verdict: 'Verdict',
		frames: 'Habit frames',
		tools: 'Tool calls',
		prompt: 'Prompt and template',
		time: 'Time and memory',
		identity: 'Identity of the run',
	},
	verdict: {
		threshold: (threshold: number, n: number, path: string) => `path ${path} needs ${threshold} of ${n}`,
		wilson: '95% CI (Wilson)',
		clopperPearson: '95% CI (Clopper-Pearson)',
		rate: 'Pass rate',
		probability: (share: string) => `P(true rate ≥ ${share})`,
		decidedEarly: (hits: number, misses: number) =>
			`Decided at ${counted(hits, 'hit')} and ${counted(misses, 'miss', 'misses')}.`,
		cell: (position: number, id: string, outcome: string) => `${position}. ${id}: ${outcome}`,
		epochs: (rate: string, epochs: number, interval?: string) =>
			`Over ${counted(epochs, 'repeat')} of each prompt: ${rate}${interval === undefined ? '' : ` (${interval})`}.`,
		among: (agreed: number, several: number) =>
			`People agree with each other on ${agreed} of ${counted(several, 'text')} with several labels.`,
		agreement: (agreed: number, both: number, kappa?: string) =>
			`Rule and people agree on ${agreed} of ${counted(both, 'text')}${kappa === undefined ? '' : ` (Cohen’s kappa ${kappa})`}.`,
		silent: 'Unscored prompts',
		silentColumns: ['Cause', 'Prompts', 'What to do'],
		notEvaluated: 'not evaluated',
		notRepeated: 'too few repeats yet',
	},
	notice: {
		miniature: 'It exercises the harness: run gemmark on your own model.',
		truncated: [
			'Unscored prompts cannot change the path.',
			'The rate covers only the scored prompts, so no interval is given.',
		] as Notice,
		warning: 'Warning:',
		note: 'Note:',
	},
	scores: {
		passed: 'passed',
		missed: 'not passed',
		outcomes: 'Outcomes',
		outcomesLabel: (score: string, parts: string) => `${score}: ${parts}`,
		groups: 'By group',
		groupColumns: ['Group', 'Value'],
		byFacet: (facet: string) => `By ${facet}`,
		firstBelowHalf: (value: string) => `${value} is the first value whose rate is below half with 95% confidence.`,
		reliability: 'Reliability over epochs',
		samples: 'Samples',
		mean: 'mean',
		budget: 'budget',
		lower: '(lower is better)',
		clustered: (prompts: number) => `clustered by ${counted(prompts, 'prompt')}`,
	},
	prefix: {
		title: (n: number) => counted(n, 'prompt'),
		lead: 'Text shown to the user before the call. Open a row for the whole conversation.',
		columns: ['Prompt', 'Text before the call', 'First call', 'Time'] as readonly [string, string, string, string],
		counts: 'counts',
		noCall: 'no call',
		right: 'right call',
		wrongTool: 'wrong tool',
		wrongArguments: 'wrong arguments',
		toFirstToken: 'TTFT',
		toCall: 'call',
		epochsOf: (meaningful: number, epochs: number) => `${meaningful} of ${epochs}`,
		epoch: (number: number) => `epoch ${number}`,
		/** `meaningful` is absent where people are split. */
		label: (meaningful: boolean | undefined, who: string) =>
			`${who}: ${meaningful === undefined ? 'in dispute' : meaningful ? 'meaningful' : 'not meaningful'}`,
	},
	frames: {
		lead: 'L2 (conditional) or L3 (identity) habit frames, requested by function call. An input is clean if one of its candidates has no warning.',
		shown: (shown: number, n: number, gap: { readonly count: number; readonly reasons: string } | undefined) =>
			`shown by the app (valid) ${shown} of ${n}${gap === undefined ? '' : `, ${gap.count} only with a warning: ${gap.reasons}`}`,
		valid: 'clean',
		outcomesLabel: (variant: string, parts: string) => `Outcomes, ${variant}: ${parts}`,
		inputs: 'Inputs',
		columns: ['Input', 'Outcome'] as readonly [string, string],
		build: 'build',
		break: 'break',
		anchor: (hint: string) => `anchor: ${hint}`,
		candidates: (accepted: number, returned: number) => `${accepted} of ${returned} accepted`,
		noCandidates: 'no candidates',
		empty: 'no candidate',
		status: { accepted: 'ok', warned: 'warning', rejected: 'rejected', surplus: 'beyond three' },
		/** What a candidate should have been, by the code of its objection. */
		wanted: {
			'wrong-level': 'expected L2 (when, then what) or L3 (who one is)',
			'hard-avoid': 'expected what to do, not what to avoid',
			placeholder: 'expected words in place of the placeholder',
			'not-korean': 'expected Korean',
			length: 'expected 1 to 120 characters',
			degenerate: 'expected a sentence',
			'no-condition': 'L2 should say when',
			'no-identity': 'L3 should say who one is',
		} as Readonly<Record<string, string>>,
		rejections: 'Rejected candidates',
		levels: 'Levels accepted',
		acceptedShare: 'Candidates accepted',
		late: (count: number, n: number, limit: string | undefined, median: string) =>
			`${count} of ${n} suggestions exceeded the app's time limit${limit === undefined ? '' : ` (${limit})`} · median time ${median}`,
		transcript: 'Conversation',
	},
	tools: {
		lead: 'The right tool with the right arguments, and no call where none is needed.',
		figures: { relevant: 'Call needed', irrelevant: 'No call needed' },
		expected: 'expected',
		called: 'called',
		noCallExpected: 'no call expected',
		noCall: 'no call',
		format: 'Format adherence',
		formatLead: 'How cleanly calls are written: parsed as written, parsed after repairs, or malformed.',
		formatColumns: ['Suite', 'Strict', 'Repaired', 'Malformed'],
	},
	failure: {
		columns: ['argument', 'expected', 'got', 'why it fails'] as readonly [string, string, string, string],
		called: (tool: string) => `${tool}, argument by argument`,
		otherTool: (expected: string, called: string) => `expected ${expected}, called ${called}`,
		notCalled: (tool: string) => `${tool} was expected and not called`,
		notExpected: (tool: string) => `${tool} was called and not expected`,
		or: 'or',
		anything: 'anything',
		nothing: 'nothing',
		steps: (total: string, n: number) => `${total} with ${counted(n, 'generation')}`,
		calls: (tool: string) => `calls ${tool}`,
		answers: 'answers',
		reads: (tokens: string | undefined, time: string) =>
			`reads the prompt${tokens === undefined ? '' : ` of ${tokens} tokens`} in ${time},`,
		writes: (does: string, tokens: string | undefined, time: string) =>
			`${does}${tokens === undefined ? '' : `, ${tokens} tokens`} in ${time}`,
		elsewhere: (time: string) => `Tools and app: ${time}`,
	},
	time: {
		lead: 'Each dot or bar is one measurement. Cold is the first generation after loading the model; later ones are warm.',
		load: 'Load',
		peakMemory: 'Peak memory of the engine',
		failed: 'Failed turns (not in timings)',
		onDisk: 'Weights on disk',
		hostMemory: 'Memory of the machine',
		tokens: ['Prompt tokens evaluated', 'Prompt tokens from the cache', 'Output tokens'] as readonly [
			string,
			string,
			string,
		],
		unknown: 'unknown',
		beyond: (count: number, end: string, most: string) => `${count} beyond ${end}, maximum ${most}`,
		within: (within: number, n: number) => `${within} of ${n} within budget`,
		all: 'All figures',
		deviation: 'sd',
		columns: ['Metric', 'Suite', 'State', 'Clock'],
		source: { engine: 'engine', 'wall-clock': 'wall clock', cache: 'cache' },
		stripLabel: (name: string, p50: string, tail: string, n: number) =>
			`${name}: median ${p50}, ${tail}, ${counted(n, 'measurement')}`,
		legend: 'Solid line: p50. Dashed line: p95 (speeds: p5).',
		shaded: 'Shaded: within the budget the app declares.',
	},
	identity: {
		lead: 'Everything needed to repeat this run.',
		command: 'Command',
		copy: 'Copy',
		copied: 'Copied',
		groups: {
			model: 'Model',
			engine: 'Engine',
			settings: 'Settings',
			corpora: 'Corpora and prompts',
			host: 'Machine',
			run: 'Run',
		},
		asked: {
			settings:
				'Sampling, token limit and prefix policy were requested from the app, which runs its own loop; whether it applied them is unknown.',
			prompts: 'Prompts and tools are those of the config; the app runs its own loop and may have used others.',
		},
		dirty: '(dirty)',
		footer: (version: string) => `Made by gemmark ${version} from log.jsonl, the source of every figure here.`,
	},
	detail: {
		who: {
			user: 'User',
			model: 'Model',
			thinking: 'Thinking',
			call: 'Tool call',
			malformed: 'Malformed call',
			reflection: 'Reflection',
			system: 'App',
			error: 'Error',
			log: 'App log',
		},
		result: 'result',
		noResult: 'no result',
		cancelled: 'cancelled',
		declined: 'the user declined',
		notKept: 'not kept in the history',
		raw: 'Raw text',
		generation: 'Generation',
		prompt: 'prompt after the shared prefix',
		output: 'output',
		total: 'total',
		long: (characters: string) => `… ${counted(characters, 'character')} in total`,
		more: (count: string) => `Show ${count} more`,
		moreHint: 'All samples are in report.csv and in the log.',
		broken: 'This conversation could not be read from the page; it is in log.jsonl.',
	},
	of: (hits: string, n: string) => `${hits} of ${n}`,
	unscored: (count: string, causes: string) => `${count} unscored: ${causes}`,
	interval: (range: string) => unbroken(`95% CI ${range}`),
	variant: (name: string): string => {
		const { own, reflects } = readVariant(name, 'both');
		return `${VARIANTS.get(own) ?? own}${reflects ? ', with reflection' : ''}`;
	},
	mcnemar: {
		unscored: 'no sample is scored in both',
		uncertain: 'no test: every prompt has an unscored repeat',
		unchanged: 'nothing to test',
		overPrompts: (lost: string, gained: string, p: string) => `by prompt ${lost} lost, ${gained} gained: ${p}`,
	},
	state: { cold: 'cold', warm: 'warm' },
	yes: 'yes',
	no: 'no',
	noScript: 'Times and raw text need scripts; everything else on this page does not.',
};

const VARIANTS: ReadonlyMap<string, string> = new Map([
	['free', 'free decoding'],
	['constrained', 'constrained decoding'],
]);
