import { UsageError } from '../../base/errors.ts';
import { canonicalJson, type JsonObject, jsonOf } from '../../base/json.ts';
import { message } from '../../base/message.ts';
import type { ChatMessage } from '../../chat/turn-loop.ts';
import { type EvaluatedRun, partsOf, type RunOutcome, type RunPart, runOutcome } from '../../eval/header.ts';
import type { LoggedEvent, SampleResult } from '../../eval/sample.ts';
import { withoutInterval } from '../../stats/rate.ts';
import { type PairedSample, pairSamples, type ScoreFlips, scoreFlips } from '../flips.ts';
import type { SummarizedRun } from '../notices.ts';
import type { LatencySummary } from '../speed.ts';
import { namesApart, type RunSummary } from '../summarize.ts';
import { type CandidateAnswer, candidateAnswer, type Margins } from './answer.ts';
import { answersTogether, type CandidateAnswers } from './answers-together.ts';
import { type Comparability, compareIdentity, differenceText, isAllowed } from './comparability.ts';
import {
	comparableTimes,
	type LatencyDifference,
	latencyDifferences,
	type NumberDifference,
	numberDifferences,
	prefillsAlike,
	type TurnRatio,
	turnRatio,
	warmCutTurns,
} from './differences.ts';
import { type OutputDivergence, outputDivergence, saysTheSame } from './divergence.ts';
import { areOtherBackends, type IdentifiedRun, type Unrecorded, unrecorded } from './identity.ts';
import { forgottenSince, readRun, type Series, seriesOf, type ToolChange, toolChanges } from './series.ts';
import type { ScoredDivergence } from './token-divergence.ts';

/** Two runs side by side, on the samples that both have. */
export interface RunComparison {
	readonly identity: Comparability;
	/** Whether to ship the second run's build in place of the first's. */
	readonly answer: CandidateAnswer;
	/** Of user turns over all suites; absent for fewer than two prompts with comparable times. */
	readonly turns?: TurnRatio;
	/** Samples in both runs, and those in one only. */
	readonly paired: number;
	readonly onlyFirst: number;
	readonly onlySecond: number;
	readonly firstOutcome: RunOutcome;
	readonly secondOutcome: RunOutcome;
	/** Suites with only some of their samples. */
	readonly firstParts: readonly RunPart[];
	readonly secondParts: readonly RunPart[];
	/** Every declared rate of every shared suite and variant; intervals only if both have the whole suite, all scored. */
	readonly scores: readonly ScoreFlips[];
	/** Suites whose identical answers have different scores. */
	readonly scoredOtherwise: readonly OtherScoring[];
	readonly numbers: readonly NumberDifference[];
	/** Whether the runs were interleaved by sample, so that drift of the machine affects both. */
	readonly inTurns: boolean;
	readonly latencies: readonly LatencyDifference[];
	/** Warm user turns that were cut off in at least one run; times that they did not reach are excluded. */
	readonly cutTurns: number;
	readonly divergence: OutputDivergence;
}

export interface CompareOptions {
	/** Fields that may differ, such as `settings.temperature` or `corpus`. */
	readonly allow?: readonly string[];
	/** Acceptable losses (default: 10 %, 20 % for a decision of fifteen). */
	readonly margins?: Margins;
}

/**
 * Compares the second run with the first on their shared suites. Throws {@link UsageError} naming each field that
 * forbids it, or if they share no suite.
 */
export function compareRuns(first: EvaluatedRun, second: EvaluatedRun, options: CompareOptions = {}): RunComparison {
	const identity = requireComparable(first, second, options);
	const suites = first.header.suites.filter(({ name }) => !identity.onlyFirst.includes(name));
	const pairs: readonly PairedSample[] = pairSamples(first, second);
	const { interleaved } = first.header;
	const inTurns = interleaved !== undefined && interleaved === second.header.interleaved;
	const [firstParts, secondParts] = [partsOf(first), partsOf(second)];
	const parts = new Set([...firstParts, ...secondParts].map(({ suite }) => suite));
	const divergence = outputDivergence(pairs);
	const answered = candidateAnswer(pairs, suites, options.margins);
	// A sample that only one run has might have been answered otherwise.
	const areShared = pairs.length === first.samples.length && pairs.length === second.samples.length;
	const sameAnswers = areShared && saysTheSame(identity, pairs, divergence) ? pairs.length : undefined;
	const answer: CandidateAnswer = sameAnswers === undefined ? answered : { ...answered, answer: 'ship', sameAnswers };
	return {
		identity,
		answer: knownAnswer(answer, [first, second], pairs),
		turns: turnRatio(pairs, inTurns),
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
		divergence,
	};
}

/** No answer is given about a backend that may not have run. */
function knownAnswer(
	answer: CandidateAnswer,
	[first, second]: readonly [EvaluatedRun, EvaluatedRun],
	pairs: readonly PairedSample[],
): CandidateAnswer {
	const [one, other] = [first.header.engine, second.header.engine];
	if (!areOtherBackends(one, other)) return answer;
	const unknown = other.backend === undefined ? 'second' : 'first';
	const asked = (unknown === 'second' ? other : one).requestedBackend;
	return { ...answer, answer: 'cant-tell', backend: { unknown, asked, alike: prefillsAlike(pairs) } };
}

/** Which samples are scored in both runs may depend on their results, so an interval would be wrong. */
function countsAlone(flips: ScoreFlips): ScoreFlips {
	return { ...flips, first: withoutInterval(flips.first), second: withoutInterval(flips.second) };
}

/** Throws {@link UsageError} if the runs differ in a field that is not allowed to. */
export function requireComparable(
	first: IdentifiedRun,
	second: IdentifiedRun,
	{ allow = [] }: CompareOptions = {},
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

/** Identical answers of a suite with different scores: the model did not cause these flips. */
interface OtherScoring {
	readonly suite: string;
	/** Samples with the same row, texts, calls and tool results in both runs. */
	readonly alike: number;
	/** Those of them with a different score. */
	readonly otherwise: number;
	/** Names of these scores. */
	readonly scores: readonly string[];
}

/** Finds identical answers with different scores. Scores that a run lacks, or could not give, do not count. */
export function otherScoring(pairs: readonly PairedSample[]): readonly OtherScoring[] {
	return Array.from(
		Map.groupBy(pairs, ({ first }) => first.suite),
		([suite, own]) => {
			// Answers are compared only if a score differs.
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

/** Texts, calls and their results as one text. Ignores how an engine splits the text into pieces, and its call ids. */
export function answerOf({ sample, transcript }: SampleResult): string {
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

/** Comparison of runs with the first, their baseline: the source of every comparison report. Plain JSON (docs/summary.md). */
export interface ComparisonSummary {
	readonly runs: readonly ComparedRun[];
	/** By run, without the times that a turn of any run did not reach. */
	readonly speed: readonly LatencySummary[];
	/** Warm turns that were cut off in at least one run. */
	readonly cutTurns: number;
	/** Fields that were allowed to differ. */
	readonly allowed: readonly string[];
	/** How several builds were judged together. */
	readonly order: CandidateAnswers['order'];
	/** Index of the run to ship: the smallest build that passed, the fastest where sizes do not order them, the best step of a series. */
	readonly ship?: number;
	/** Of checkpoints: which step, and what each has forgotten. */
	readonly series?: Series;
	/** By further run. */
	readonly against: readonly RunDifference[];
}

interface ComparedRun {
	/** Of its target, else of its model; numbered if not unique. */
	readonly name: string;
	/** Short name: the quantization if it is unique and no target has a name, else the name. */
	readonly label: string;
	readonly summary: RunSummary;
	/** What is unknown about its prompts and settings. */
	readonly unknown: readonly Unrecorded[];
}

export interface RunDifference extends RunComparison {
	/** Index in the list of runs. */
	readonly run: number;
	/** Tools that it calls more or less often than the baseline, where they are needed. */
	readonly tools: readonly ToolChange[];
	/** Divergence of its model from the baseline's, if `--divergence` measured it. */
	readonly tokens?: ScoredDivergence;
}

/** Compares runs with the first. Throws {@link UsageError} if they differ in fields that are not allowed to. */
export function summarizeComparison(
	runs: readonly { readonly log: SummarizedRun; readonly summary: RunSummary }[],
	{ allow = [], margins }: CompareOptions = {},
): ComparisonSummary {
	const logs = runs.map(({ log }) => log);
	const [baseline, ...others] = logs;
	const names = namesApart(logs.map(({ header }) => header));
	const quantizations = logs.map(({ header }) => header.model.quantization);
	const named = logs.some(({ header }) => header.target !== undefined);
	const distinct = !named && !quantizations.includes(undefined) && new Set(quantizations).size === logs.length;
	const times = comparableTimes(logs);
	const compared = others.flatMap((log, index) =>
		baseline === undefined ? [] : [{ run: index + 1, ...compareRuns(baseline, log, { allow, margins }) }],
	);
	const { order, answers, ship } = answersTogether(
		compared.map(({ run, answer, turns }) => {
			const { model, step } = logs[run]?.header ?? {};
			return { run, answer, turnRatio: turns?.ratio, build: { ...model, step } };
		}),
	);
	const read = logs.map(readRun);
	const series = seriesOf(read);
	const stepOf = (run: number) => series?.steps.find((one) => one.run === run);
	const judged = compared.map((one, index): RunDifference => {
		const answer = answers[index] ?? one.answer;
		const [base, now] = [read[0], read[one.run]];
		const own = base === undefined || now === undefined ? [] : toolChanges(now, [base]);
		const tools = stepOf(one.run)?.tools.filter(({ since }) => since === undefined) ?? own;
		const isForgetful = series !== undefined && forgottenSince({ tools }).length > 0;
		return { ...one, tools, answer: isForgetful ? { ...answer, answer: 'dont' } : answer };
	});
	const best = judged.find(({ run, answer }) => stepOf(run)?.step === series?.best && answer.answer === 'ship');
	return {
		runs: runs.map(({ log, summary }, index) => {
			const name = names[index] ?? '';
			return { name, label: distinct ? (quantizations[index] ?? name) : name, summary, unknown: unrecorded(log) };
		}),
		speed: logs.map((log) => times.of(log)),
		cutTurns: times.cut,
		allowed: allow,
		order,
		ship: series === undefined ? ship : best?.run,
		series,
		against: judged,
	};
}
