import { type Message, message, type Said } from '../base/message.ts';
import { type EvaluatedRun, unendedNote } from '../eval/header.ts';
import type { SampleResult } from '../eval/sample.ts';
import type { SustainedTurn } from '../eval/turn.ts';
import { textRules } from '../text/prefix/language.ts';
import type { DeviceSummary } from './budgets.ts';
import type { OwnFailure } from './failures.ts';
import type { SuiteSummary } from './suites.ts';

/** The part of a log that its summary reads. */
export interface SummarizedRun extends EvaluatedRun {
	readonly header: EvaluatedRun['header'] & Partial<HeaderFields>;
	/** Failures of the engine or environment. */
	readonly failures?: readonly {
		readonly kind: string;
		readonly said: Said;
		readonly suite?: string;
		readonly sampleId?: string;
		readonly variant?: string;
	}[];
	/** Of a sustained run. */
	readonly turns?: readonly SustainedTurn[];
	/** A last line that could not be read. */
	readonly damaged?: { readonly line: number; readonly problem: Said };
}

interface HeaderFields {
	/** Version. */
	readonly gemmark: string | undefined;
	/** ISO 8601. */
	readonly startedAt: string | undefined;
	readonly timeZone: string | undefined;
	readonly target: string | undefined;
	readonly git: { readonly commit: string; readonly dirty: boolean } | undefined;
	/** The one command that repeats the run. */
	readonly command: string | undefined;
	readonly template: { readonly source: string } | undefined;
	/** Doubts known at the start. */
	readonly warnings: readonly Said[] | undefined;
}

/** A doubt about the whole run. */
export interface RunNotice {
	readonly kind: 'note' | 'limit' | 'warning' | 'failure' | 'skipped';
	readonly said: Said;
}

/** Collects the notices, the most important first. */
export function runNotices(run: SummarizedRun, summary: Noted): readonly RunNotice[] {
	const { header, failures = [], damaged } = run;
	const { evaluated, planned, missing } = summary.samples;
	const of = (kind: RunNotice['kind'], all: readonly (Said | undefined)[]): readonly RunNotice[] =>
		all.flatMap((said) => (said === undefined ? [] : [{ kind, said }]));
	return [
		...of('note', [summary.greedy && summary.decisions.length > 0 ? message('run.greedy') : undefined]),
		...of('limit', [unendedNote(run), damaged && message('run.damaged', damaged)]),
		...of('failure', failures.map(failureMessage)),
		...of('failure', summary.userCodeFailures.map(userCodeMessage)),
		...of('limit', [
			cutMessage(summary),
			missing.length === 0 ? undefined : message('run.incomplete', { n: evaluated, of: planned }),
		]),
		...of(summary.repeats?.differ.length === 0 ? 'note' : 'warning', [
			summary.repeats && repeatsMessage(summary.repeats),
		]),
		...of('warning', openWarnings(header.warnings ?? [], summary)),
		...of('limit', [timesMessage(header), cachedMessage(summary)]),
		...of('warning', deviceMessages(summary.device)),
		...of('limit', [wordsMessage(header.app?.language)]),
		...header.suites.flatMap(({ name, skipped }) =>
			of(
				'skipped',
				skipped.map(({ variant, reason }) => message('run.skipped', { suite: name, variant, reason })),
			),
		),
	];
}

interface Noted {
	readonly samples: {
		readonly planned: number;
		readonly evaluated: number;
		readonly cut: number;
		readonly cached: number;
		readonly missing: readonly unknown[];
	};
	readonly decisions: readonly { readonly forbiddenBy?: string }[];
	readonly suites: readonly SuiteSummary[];
	readonly greedy: boolean;
	readonly repeats?: Repeats;
	readonly device: DeviceSummary | undefined;
	readonly userCodeFailures: readonly OwnFailure[];
}

/** Without what a verdict says itself. */
function openWarnings(warnings: readonly Said[], { decisions }: Noted): readonly Said[] {
	if (decisions.every(({ forbiddenBy }) => forbiddenBy === undefined)) return warnings;
	return warnings.filter((said) => typeof said === 'string' || !isForbidding(said.params.said));
}

function isForbidding(said: Message['params'][string]): boolean {
	return typeof said === 'object' && 'code' in said && said.code === 'lint.prefix-forbidden';
}

function failureMessage({ kind, said, suite, sampleId, variant }: Failure): Message {
	const where = [suite, sampleId, variant].filter(Boolean).join(' · ');
	return message('run.failure', { kind, said, where: where === '' ? undefined : where });
}

type Failure = NonNullable<SummarizedRun['failures']>[number];

export function userCodeMessage({ what, name, suite = '', count, of, said, otherWays }: OwnFailure): Message {
	const params = { name, n: count, of, said, more: otherWays || undefined };
	if (what === 'scorer') return message('run.scorer-failed', { ...params, suite });
	return message(what === 'tool' ? 'run.tool-failed' : 'run.suite-failed', params);
}

/** Samples that a limit cut off, and those of them without main score. */
function cutMessage({ samples, suites }: Noted): Message | undefined {
	if (samples.cut === 0) return undefined;
	const unscored = suites
		.flatMap(({ main, variants }) => variants.flatMap(({ scores }) => scores.filter(({ name }) => name === main)))
		.flatMap((score) => score.unscored)
		.reduce((sum, { reason, count }) => (reason.startsWith('cut-') ? sum + count : sum), 0);
	return message('run.cut-samples', { n: samples.cut, of: samples.evaluated, unscored: unscored || undefined });
}

export function timesMessage({ engine }: EvaluatedRun['header']): Message | undefined {
	const why = engine.timingsNotComparable;
	return why === undefined ? undefined : message('run.times-not-comparable', { why });
}

function cachedMessage({ samples: { cached, evaluated } }: Noted): Message | undefined {
	return cached === 0 ? undefined : message('run.answers-cached', { n: cached, of: evaluated });
}

/** Doubts about a phone's times, and lost connections. */
function deviceMessages(device: DeviceSummary | undefined): readonly Message[] {
	if (device === undefined) return [];
	const { doubts, notComparable, samples, askedAgain, exits, killed, killedBy } = device;
	const reasons = doubts.map(({ why, samples: n }) => message('run.device-doubt', { why, n }));
	return [
		...(notComparable === 0 ? [] : [message('run.device-times', { n: notComparable, of: samples, reasons })]),
		...(killed === 0 ? [] : [message('run.device-killed', { n: killed, of: samples, why: killedBy })]),
		...(askedAgain === 0
			? []
			: [message('run.device-lost', { n: askedAgain, why: exits.length === 0 ? undefined : exits })]),
	];
}

function wordsMessage(language: string | undefined): Message | undefined {
	return language === undefined || hasWordLists(language) ? undefined : message('run.no-word-lists', { language });
}

/** A log may name any language. */
function hasWordLists(language: string): boolean {
	try {
		return textRules(language).wordLists;
	} catch {
		return false;
	}
}

/** Repeats at temperature 0. */
export interface Repeats {
	readonly epochs: number;
	/** Prompts of a suite and variant that were answered more than once. */
	readonly prompts: number;
	/** Of these, those whose answers differ, `SUITE/ID`. */
	readonly differ: readonly string[];
}

/** Whether an engine repeats itself. Absent for a run that did not ask it. */
export function greedyRepeats({ header: { settings }, samples }: EvaluatedRun): Repeats | undefined {
	const { epochs, temperature } = settings;
	if (epochs === 1 || temperature !== 0) return undefined;
	const answered = samples.filter(({ transcript: { failure } }) => failure === undefined);
	const prompts = Map.groupBy(answered, ({ suite, variant, sampleId }) => JSON.stringify([suite, variant, sampleId]));
	const repeated = [...prompts.values()].filter(({ length }) => length > 1);
	const differ = repeated.filter((epochs) => new Set(epochs.map(answerText)).size > 1);
	const names = differ.flatMap(([one]) => (one === undefined ? [] : [`${one.suite}/${one.sampleId}`]));
	return { epochs, prompts: repeated.length, differ: [...new Set(names)] };
}

/** All that the model said and called, whatever pieces it came in. A chat server's calls are in no piece. */
export function answerText({ transcript: { generations } }: SampleResult): string {
	return JSON.stringify(
		generations.map(({ pieces, events }) => [
			pieces.join(''),
			events.flatMap((event) => (event.type === 'call' ? [event.call.name, event.call.arguments] : [])),
		]),
	);
}

export function repeatsMessage({ epochs, prompts: of, differ }: Repeats): Message | undefined {
	if (of === 0) return undefined;
	const n = differ.length;
	if (n === 0) return message('run.repeats-agree', { of, epochs });
	const more = n > NAMED ? n - NAMED : undefined;
	return message('run.repeats-differ', { n, of, epochs, prompts: differ.slice(0, NAMED), more });
}

/** Prompts that the sentence names. */
const NAMED = 20;
