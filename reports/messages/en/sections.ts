import { counted, plural } from '../../../src/base/message.ts';
import type { FlutterGemmaMode } from '../../../src/fates/flutter-gemma.ts';
import type { EngineOutcome } from '../../../src/fates/outcome.ts';
import type { LintFinding } from '../../../src/lint/subject.ts';
import type { FlutterGemmaFate } from '../../../src/summary/fates/flutter-gemma.ts';
import type { GateLine, gateWord } from '../../../src/summary/gate/gate.ts';
import type { ReplayMeasure, VariantEffect } from '../../../src/summary/variants.ts';
import { sentences } from '../sentences.ts';

import type { FlippedCounts } from './answer.ts';

type GateWord = ReturnType<typeof gateWord>;
type OutcomeCounts = readonly (readonly [count: string, outcome: string])[];
type Words<K extends string> = Readonly<Record<K, string>>;

/** Sections and notices of a report: the page's, and those of decision.md and summary.md. */
export const sectionsEn = sentences({
	prompt: {
		lead: "How the model's chat template renders the app's prompt (gemmark lint).",
		columns: ['Level', 'Where', 'Finding'],
		levels: { error: 'error', warning: 'warning', note: 'note' } as Words<LintFinding['level']>,
	},
	tiles: {
		title: 'At a glance',
		evidence: 'Evidence for the verdict',
		onDevice: 'On {device}',
		all: 'All {n} passed.',
		/** `reason`: the most frequent one, with its count. */
		missed: (misses: string, n: string, reason?: { readonly word: string; readonly count: string }) =>
			`${misses} of ${n} missed${reason === undefined ? '' : `, most often: ${reason.word} (${reason.count})`}.`,
		nothingScored: 'Nothing could be scored.',
		mean: 'Mean {mean}, median {median}, over {n} {n|sample|samples}.',
		speed: 'Speed against budget',
		noneWhole: 'Every turn was cut off before its time was known.',
		/** Samples whose times count for no budget. */
		excluded: '{count} excluded: the turn failed or was cut off, or its time is not comparable',
		within: 'Budget {limit}; the slowest tenth takes {p90} or more (p90).',
		noneUnscored: '0\u00a0unscored',
	},
	certainty: { settled: undefined, narrow: '◐ narrow', borderline: '◐ borderline' } as Readonly<
		Record<'settled' | 'narrow' | 'borderline', string | undefined>
	>,
	/** The first lines of a run: its state, path and calls. */
	first: {
		path: 'path',
		calls: 'calls',
		wrong: 'wrong',
		missed: 'Prompts with wrong calls',
		missedColumns: ['prompt', 'expected', 'called', 'why'],
		right: '{right} of {n} right[[; {range} with other prompts like these]][[; {unscored} unscored]]',
		more: '{count} more: {ids}',
	},
	/** What to do about a verdict without a path. */
	line: {
		remedy: '{count} of {n} {cause}: {remedy}',
	},
	gate: {
		title: (word: GateWord) => `Gate: ${word}`,
		lead: '{passed} of {rules} {rules|rule|rules} passed.',
		columns: ['Metric', 'Required', 'Measured', 'Result'],
		line: (found: string, expected: string, soft: boolean) => `${found}, required ${expected}${soft ? ' (soft)' : ''}`,
		result: (word: GateWord) => `gate: ${word}`,
		notMeasured: 'not measured',
		baseline: 'baseline',
		against: (name: string, startedAt: string | undefined, allowed: readonly string[]) =>
			`Compared with ${name}${startedAt === undefined ? '' : ` of ${startedAt}`}.${allowed.length === 0 ? '' : ` Allowed difference: ${allowed.join(', ')}.`}`,
		flips: ({ lost, gained, n }: FlippedCounts, drop: string, high: string, p: string) =>
			`${counted(n, 'prompt')}: ${lost} lost, ${gained} gained; drop ${drop}, at most ${high} points; p ${p}`,
		rises: ({ lost, gained, n }: FlippedCounts, rise: string, high: string, p: string) =>
			`${counted(n, 'prompt')}: ${lost} rose, ${gained} fell; rise ${rise}, at most ${high} points; p ${p}`,
		labelled: 'Its rules use scorer results, not human labels; verdict.path uses both.',
		results: {
			pass: 'passed',
			unclear: 'unclear',
			fail: 'failed',
			'soft-fail': 'failed (soft)',
			undecided: 'undecided',
			'soft-undecided': 'undecided (soft)',
		} as Words<GateLine['status']>,
	},
	fates: {
		title: 'Parsing by engine',
		lead: 'The same generations, parsed by the rules of each engine. A call in one engine can be text, an error or nothing in another.',
		engine: 'Engine',
		version: 'rules of {version}',
		outcomes: {
			call: 'call',
			'changed-arguments': 'arguments changed',
			'text-shown': 'text only',
			leaked: 'call leaked as text',
			swallowed: 'call swallowed',
			'not-known': 'unknown (tool parameters not logged)',
			error: 'error',
			nothing: 'nothing',
		} as Words<EngineOutcome>,
		notEmulated: 'not emulated',
		played: '{played} {played|generation|generations}, {withCalls} of them with a call.',
		notRecorded: '{count} more have no recorded raw text.',
		cut: '{count} more were cut off or failed and are not counted.',
		seen: '{engine} parsed these generations itself: {parts}. Their raw text is unknown, so no other engine is emulated for them.',
		parted: 'Generations that engines parse differently: {count}',
		raw: 'Raw output; marked where engines differ',
		/** Beside the verdict: what the user would see on one engine. */
		beside: (path: string | undefined, engine: string, calls: string, parts: OutcomeCounts) => {
			const of = `of ${counted(calls, 'generation')} with a call`;
			const all = parts.map(([count, does], index) => `${count}${index === 0 ? ` ${of}` : ''} ${does}`).join(', ');
			const place = path === undefined ? '' : `Path ${path}. `;
			return [`${place}Warning: on ${engine},`, `${all}.`] as const as readonly [string, string];
		},
		parts: {
			'changed-arguments': (count) => `${plural(count, 'reaches', 'reach')} the app with changed arguments`,
			leaked: (count) => `${plural(count, 'leaks', 'leak')} it as text`,
			swallowed: (count) => `${plural(count, 'is', 'are')} swallowed`,
			error: (count) => `${plural(count, 'fails', 'fail')} the turn`,
		} as Readonly<Partial<Record<EngineOutcome, (count: string) => string>>>,
	},
	flutterGemma: {
		title: 'On flutter_edge_ai',
		lead: 'How an app on flutter_edge_ai would handle these responses: the recorded tokens, processed by the rules of the plugin.',
		modelType: {
			gemma4: 'Gemma 4: the runtime parses calls. A turn that begins with text shows its call as text.',
			functiongemma: 'FunctionGemma: the plugin parses calls itself. Text before a call is shown, then lost.',
			text: 'Text format: the plugin looks for calls in the text. Text before a call is shown, then lost.',
		} as Words<FlutterGemmaMode['modelType']>,
		fates: {
			shown: 'shown to the user',
			saved: 'saved in the history',
			lost: 'shown, then lost',
		} as Words<FlutterGemmaFate>,
		modes: { streaming: 'streaming', whole: 'shown when complete' },
		cut: 'Excluded: {count} {count|turn|turns} cut off or failed.',
		prompt: 'Prompt',
		each: 'Each prompt, streaming',
	},
	finder: {
		title: 'Failed samples',
		lead: 'Samples that did not pass, from every suite. Choose another outcome to see the rest.',
		search: 'Search',
		suite: 'Suite',
		outcome: 'Outcome',
		reason: 'Reason',
		fate: 'Engine outcome',
		order: 'Order',
		any: 'any',
		outcomes: { failed: 'not passed', missed: 'missed', unscored: 'unscored', passed: 'passed', all: 'all' },
		orders: { failures: 'failures first', corpus: 'corpus order', slow: 'slowest first', fast: 'fastest first' },
		/** `{shown}` and `{all}` are filled in by the page's script. */
		count: 'Samples shown: {shown} of {all}',
		none: 'No sample matches.',
		more: 'Show {count} more',
		reset: 'Reset',
		link: 'Link to this sample',
		keys: 'next, previous; search',
		noScript: 'Searching needs scripts. Every sample is listed in its suite below, failures first.',
		repeat: 'repeat {number}',
	},
	reflection: {
		title: (suite: string, variant: string, miniature: boolean): string =>
			`Effect of reflection on failed calls (${suite}, ${variant}${miniature ? '; bundled miniature, not Gemma' : ''}):`,
		score: (title: string, without: string, reflected: string, gained: string, lost: string, test: string) =>
			`${title}: ${without} without, ${reflected} with; gained ${gained}, lost ${lost}; ${test}.`,
		reflected: 'Reflected on in {count} {count|sample|samples}.',
	},
	toolCounts: {
		name: 'tools',
		title: '{suite}: right calls by number of tools',
		columns: ['tools', 'right', '95% CI', 'lost', 'gained', 'loss, points'],
		all: 'all {n}',
		holds: 'Holds to {tools} tools: at most {high} points lost against {fewest} tools ({margin} are acceptable).',
		falls: 'Falls at {tools} tools: {lost} lost, {gained} gained of {n} against {fewest} tools.',
		unscored: 'Undecided at {tools} tools: {unscored} {unscored|prompt is|prompts are} unscored.',
		undecided:
			'Undecided at {tools} tools: {lost} lost, {gained} gained of {n} against {fewest} tools, so at most {high} points ({margin} are acceptable).[[ {needed} prompts would do if no other is lost.]][[ {unscored} {unscored|prompt is|prompts are} unscored.]][[ Too few are right with {fewest} tools: {right}.]]',
	},
	replay: {
		title: (miniature: boolean) =>
			`Effect of keeping the prefix on the next turn${miniature ? ' (bundled miniature, not Gemma)' : ''}.`,
		kept: 'Kept, the next call: {lost} lost, {gained} gained of {n} (p {p})[[; {tokens} prompt tokens]].',
		costs: 'Path A costs calls here.',
		columns: ['Next turn', 'discard', 'push', 'gained, lost', 'test or 95% CI'],
		/** A row on one line. */
		score: (title: string, without: string, kept: string, gained: string, lost: string, test: string) =>
			`${title}: ${without} discard, ${kept} push; gained ${gained}, lost ${lost}; ${test}.`,
		measure: (name: string, without: string, kept: string, difference: string, range: string | undefined) =>
			`${name}: ${without} discard, ${kept} push (${difference}${range === undefined ? '' : `; 95% CI ${range}`}).`,
		measures: {
			promptTokens: 'tokens of its first prompt',
			outputTokens: 'output tokens',
			endToEndMs: 'time of the turn, ms',
		} as Words<ReplayMeasure['measure']>,
		place: {
			'before the call': 'The template renders the kept prefix before the call.',
			'between call and response': 'The template renders the kept prefix between call and response.',
			'behind the response': 'The template renders the kept prefix after the response.',
			nowhere: 'The template drops the kept prefix.',
		} as Words<NonNullable<VariantEffect['place']>>,
	},
	device: {
		title: 'Device over time',
		lead: '{device}, sample by sample in run order. A status of moderate or worse is marked.',
		thermal: 'thermal status',
		memory: 'memory of the app',
		battery: 'battery',
		powerSave: 'power save',
		sample: 'sample',
		yes: 'on',
		no: 'off',
		changes: 'Changes of thermal status or power save',
		more: '{rows} {rows|further change is|further changes are} in the log.',
		statuses: {} as Words<string>,
		backend: 'Backend',
		firstInit: 'First initialisation',
		laterInit: 'Later initialisations',
		notComparable: 'Samples excluded from times (such as throttled ones)',
		killed: 'Samples killed by the system',
		askedAgain: 'Samples run again after a lost connection',
	},
	/** The remedy for a part of the prompts. */
	notAsked: 'Run all prompts: without --limit and --filter, and with all shards merged.',
	markdown: {
		decision: (several: boolean) => (several ? 'Decisions' : 'Decision') as string,
		target: 'Target',
		model: 'Model',
		device: 'Device',
		run: 'run of {startedAt}',
		repeat: 'Repeat',
		/** No probability of a decision that needs all prompts. */
		evidence: '{rate}; 95% CI {intervals}[[; P(true rate ≥ {threshold}) {probability}]]',
		path: 'Path {name}: {title}.',
		promptColumns: ['prompt', 'Y/N', 'text', 'reason', 'first call', 'failed', 'to call'] as const as readonly [
			prompt: string,
			hit: string,
			said: string,
			reason: string,
			call: string,
			failed: string,
			toCall: string,
		],
		/** The model's last words, of suites that do not ask for what comes before a call. */
		answer: 'answer',
		epochs: 'epochs',
		misses: 'why not passed',
		scoreColumns: ['variant', 'score', 'n', 'result'],
		interval: (clustered: boolean) => (clustered ? '95% CI (clustered by prompt)' : '95% CI (Wilson)') as string,
		unscored: 'unscored',
		none: 'none',
		of: '{hits} of {n}',
		prompts: '{count} {count|prompt|prompts}',
		mean: 'mean {mean} / p50 {median}',
		load: 'load',
		memory: 'peak memory',
		failedTurns: '{n} {n|failed turn|failed turns} excluded from times',
		timeColumns: ['time', 'suite', 'state'],
		tail: 'p95 (speeds: p5)',
	},
});
