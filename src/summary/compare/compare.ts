import { UsageError } from '../../base/errors.ts';
import { canonicalJson, type JsonObject, jsonOf } from '../../base/json.ts';
import { message } from '../../base/message.ts';
import type { ChatMessage } from '../../chat/turn-loop.ts';
import { type EvaluatedRun, partsOf, type RunOutcome, type RunPart, runOutcome } from '../../eval/run.ts';
import type { LoggedEvent, SampleResult } from '../../eval/sample.ts';
import { withoutInterval } from '../../stats/rate.ts';
import { type PairedSample, pairSamples, type ScoreFlips, scoreFlips } from '../flips.ts';
import type { SummarizedRun } from '../notices.ts';
import type { LatencySummary } from '../speed.ts';
import { namesApart, type RunSummary } from '../summarize.ts';
import { type Comparability, compareIdentity, differenceText, isAllowed } from './comparability.ts';
import {
	type LatencyDifference,
	latencyDifferences,
	type NumberDifference,
	numberDifferences,
	timesSideBySide,
	warmCutTurns,
} from './differences.ts';
import { type OutputDivergence, outputDivergence } from './divergence.ts';
import { type IdentifiedRun, type Unrecorded, unrecorded } from './identity.ts';
import type { TokenDivergence } from './token-divergence.ts';

/** Two runs side by side, on the samples that both have. */
export interface RunComparison {
	readonly identity: Comparability;
	/** Samples both runs have, and those only one has. */
	readonly paired: number;
	readonly onlyFirst: number;
	readonly onlySecond: number;
	/** How either run ended: what did not come to its end may still become another. */
	readonly firstOutcome: RunOutcome;
	readonly secondOutcome: RunOutcome;
	/** Suites of which a run has only some of the samples. */
	readonly firstParts: readonly RunPart[];
	readonly secondParts: readonly RunPart[];
	/**
	 * Every declared rate, and every declared number, of every suite and variant that both runs have. Rates have an interval only
	 * where both have the whole suite, and none of its samples is unscored.
	 */
	readonly scores: readonly ScoreFlips[];
	/** Suites whose very same answers the runs score otherwise. */
	readonly scoredOtherwise: readonly OtherScoring[];
	readonly numbers: readonly NumberDifference[];
	/** Whether the runs took turns, sample by sample, so that what drifts on the machine meets both alike. */
	readonly inTurns: boolean;
	readonly latencies: readonly LatencyDifference[];
	/** Warm user turns of both that were cut in one of them: the times that they were cut before are in no difference. */
	readonly cutTurns: number;
	readonly divergence: OutputDivergence;
}

export interface CompareOptions {
	/** Fields that may differ, such as `settings.temperature` or `corpus`. */
	readonly allow?: readonly string[] | undefined;
}

/**
 * Compares the second run with the first on the suites that both have. Throws {@link UsageError} naming each field that
 * forbids it, or where they have none in common.
 */
export function compareRuns(first: EvaluatedRun, second: EvaluatedRun, options: CompareOptions = {}): RunComparison {
	const identity = requireComparable(first, second, options);
	const suites = first.header.suites.filter(({ name }) => !identity.onlyFirst.includes(name));
	const pairs: readonly PairedSample[] = pairSamples(first, second);
	const { interleaved } = first.header;
	const inTurns = interleaved !== undefined && interleaved === second.header.interleaved;
	const [firstParts, secondParts] = [partsOf(first), partsOf(second)];
	const parts = new Set([...firstParts, ...secondParts].map(({ suite }) => suite));
	return {
		identity,
		paired: pairs.length,
		onlyFirst: first.samples.length - pairs.length,
		onlySecond: second.samples.length - pairs.length,
		firstOutcome: runOutcome(first),
		secondOutcome: runOutcome(second),
		firstParts,
		secondParts,
		scores: scoreFlips(pairs, suites).map((flips) =>
			parts.has(flips.suite) || flips.unpaired > 0 ? countsAlone(flips) : flips,
		),
		scoredOtherwise: otherScoring(pairs),
		numbers: numberDifferences(pairs, suites),
		inTurns,
		latencies: latencyDifferences(pairs, inTurns),
		cutTurns: warmCutTurns(pairs.flatMap(({ first, second }) => [first, second])),
		divergence: outputDivergence(pairs),
	};
}

/** What came out may have chosen the samples that both runs have scores of: then an interval says nothing. */
function countsAlone(flips: ScoreFlips): ScoreFlips {
	return { ...flips, first: withoutInterval(flips.first), second: withoutInterval(flips.second) };
}

/** Throws {@link UsageError} where the runs differ in what must not. */
export function requireComparable(
	first: IdentifiedRun,
	second: IdentifiedRun,
	{ allow = [] }: Pick<CompareOptions, 'allow'> = {},
): Comparability {
	const identity = compareIdentity(first, second);
	if (first.header.suites.every(({ name }) => identity.onlyFirst.includes(name))) {
		throw new UsageError(message('usage.runs-without-common-suite'));
	}
	const forbidden = identity.blocking.filter(({ field }) => !isAllowed(field, allow));
	if (forbidden.length > 0) {
		const fields = forbidden.map(({ field, first, second }) =>
			message('usage.runs-differ-in', {
				field,
				first: differenceText(first) ?? 'unknown',
				second: differenceText(second) ?? 'unknown',
			}),
		);
		const allowed = forbidden.map(({ field }) => field);
		throw new UsageError(message('usage.runs-differ', { fields }), { allow: allowed });
	}
	return identity;
}

/** That two runs score the very same answers of a suite otherwise: what flips there is no doing of the model. */
interface OtherScoring {
	readonly suite: string;
	/** Samples with the same row, texts, calls and results of tools in both runs. */
	readonly alike: number;
	/** Those of them that a score judges otherwise. */
	readonly otherwise: number;
	/** Those scores. */
	readonly scores: readonly string[];
}

/** None where the same answers have the same scores. Scores that one of the runs lacks, or could not give, are none. */
export function otherScoring(pairs: readonly PairedSample[]): readonly OtherScoring[] {
	return Array.from(
		Map.groupBy(pairs, ({ first }) => first.suite),
		([suite, own]) => {
			// Of most suites no answer need be compared.
			const alike = own.some((pair) => otherScores(pair).length > 0) ? own.filter(isAlike) : [];
			const scores = alike.map(otherScores);
			const otherwise = scores.filter(({ length }) => length > 0).length;
			return { suite, alike: alike.length, otherwise, scores: [...new Set(scores.flat())] };
		},
	).filter(({ otherwise }) => otherwise > 0);
}

function otherScores({ first, second }: PairedSample): readonly string[] {
	return Object.entries(first.scores).flatMap(([name, { value }]) => {
		const other = second.scores[name]?.value;
		return value === undefined || other === undefined || value === other ? [] : [name];
	});
}

function isAlike({ first, second }: PairedSample): boolean {
	return first.transcript.generations.length > 0 && answerOf(first) === answerOf(second);
}

/** However an engine cuts the text into pieces, and whatever ids it gives its calls. */
function answerOf({ sample, transcript }: SampleResult): string {
	const said = transcript.generations.map(({ events, finish }) => [finish.unified, ...events.reduce(joined, [])]);
	const results = (transcript.messages ?? []).flatMap(resultOf);
	return canonicalJson(jsonOf([sample, said, results]));
}

function joined(parts: readonly JsonObject[], event: LoggedEvent): readonly JsonObject[] {
	if (event.type === 'call') {
		const { name, arguments: given } = event.call;
		return [...parts, { type: event.type, name, given }];
	}
	if (event.type === 'malformed') return [...parts, { type: event.type, raw: event.raw }];
	const last = parts.at(-1);
	if (last?.type !== event.type) return [...parts, { type: event.type, text: event.text }];
	return [...parts.slice(0, -1), { type: event.type, text: `${last.text}${event.text}` }];
}

function resultOf(message: ChatMessage): readonly unknown[] {
	return message.role === 'tool-call' ? [message.result] : [];
}

/** `prefix 3 of 15 (limit 3)` */
export function partText({ suite, there, whole, chosen }: RunPart): string {
	return `${suite} ${there} of ${whole}${chosen.length === 0 ? '' : ` (${chosen.join(', ')})`}`;
}

/** Runs side by side, the first being the baseline of the others: the one source of every comparison. Plain JSON (docs/summary.md). */
export interface ComparisonSummary {
	readonly runs: readonly ComparedRun[];
	/** Times of each run without what a turn was cut before in any of them. */
	readonly speed: readonly LatencySummary[];
	/** Warm turns that were cut in one of the runs or more. */
	readonly cutTurns: number;
	/** Fields that were allowed to differ. */
	readonly allowed: readonly string[];
	/** Every other run against the first. */
	readonly against: readonly RunDifference[];
}

interface ComparedRun {
	/** Name of its target, else of its model, with its place where a name comes twice. */
	readonly name: string;
	/** Its name in a sentence: the quantization where each has another and no target has a name, else the name. */
	readonly label: string;
	readonly summary: RunSummary;
	/** What is unknown of how it was asked. */
	readonly unknown: readonly Unrecorded[];
}

export interface RunDifference extends RunComparison {
	/** Place of the run in the list. */
	readonly run: number;
	/** How its model diverges from the first, token by token, where the models were asked again. */
	readonly tokens?: AskedAgain | undefined;
}

/** How a model diverges, and over which suites it was asked. */
type AskedAgain = TokenDivergence & { readonly suites?: readonly string[] | undefined };

/** Compares runs with the first of them: once, then it is passed on. Throws {@link UsageError} where they are not comparable and not allowed to be. */
export function summarizeComparison(
	runs: readonly { readonly log: SummarizedRun; readonly summary: RunSummary }[],
	{ allow = [] }: CompareOptions = {},
): ComparisonSummary {
	const logs = runs.map(({ log }) => log);
	const names = namesApart(logs.map(({ header }) => header));
	const quantizations = logs.map(({ header }) => header.model.quantization);
	const named = logs.some(({ header }) => header.target !== undefined);
	const distinct = !named && !quantizations.includes(undefined) && new Set(quantizations).size === logs.length;
	const times = timesSideBySide(logs);
	return {
		runs: runs.map(({ log, summary }, index) => {
			const name = names[index] ?? '';
			return { name, label: distinct ? (quantizations[index] ?? name) : name, summary, unknown: unrecorded(log) };
		}),
		speed: logs.map((log) => times.of(log)),
		cutTurns: times.cut,
		allowed: allow,
		against: logs.slice(1).flatMap((log, index) => {
			const [baseline] = logs;
			if (baseline === undefined) return [];
			return [{ run: index + 1, ...compareRuns(baseline, log, { allow }) }];
		}),
	};
}
