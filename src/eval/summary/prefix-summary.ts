import type { JsonObject } from '../../json/json-value.ts';
import { type ClusteredMean, clusteredMean } from '../../stats/clustered.ts';
import { type Agreement, cohensKappa } from '../../stats/kappa.ts';
import type { Rate } from '../../stats/rate.ts';
import { decidePrefix, type Verdict } from '../decision.ts';
import type { EvaluatedRun } from '../evaluated-run.ts';
import type { PeoplesJudgement } from '../labels.ts';
import type { SampleResult, Score } from '../sample.ts';
import { sampleKey } from '../sample-key.ts';
import { readTurn, turnWaiting } from '../turn-reading.ts';
import { type PromptOutcome, promptOutcomes } from './prompt-outcome.ts';
import { countReasons, type ReasonCounts } from './reason-counts.ts';
import { flag, scoreRate } from './score-reading.ts';

/** One prompt in one epoch. */
export interface PrefixRow {
	readonly id: string;
	readonly input: string;
	readonly epoch: number;
	/** Index in the run's samples, to open its transcript. */
	readonly sampleIndex: number;
	/** Trimmed text before the first call (the whole answer where there is none), thinking excluded; may be ''. */
	readonly prefix: string;
	readonly meaningful: boolean;
	/** Why not meaningful: `empty`, `echo`, `filler`, `not-korean`, `markup`, `no-tool-call`, `malformed-call`. */
	readonly reason?: string;
	/** First call of the turn. */
	readonly call?: { readonly name: string; readonly arguments: JsonObject };
	/** Right tool, right arguments; absent where nothing was called, or the tool was wrong already. */
	readonly toolCorrect?: boolean;
	readonly argumentsCorrect?: boolean;
	/** What was wrong with tool or arguments, for people. */
	readonly callDetail?: string;
	readonly timeToFirstTokenMs?: number;
	/** From the user's message to the complete first call. */
	readonly timeToCallMs?: number;
	readonly endToEndMs: number;
	readonly cold: boolean;
	/** The turn failed. */
	readonly error?: string;
	/** What people say of this very prefix. */
	readonly people?: PeoplesJudgement;
	readonly scores: Readonly<Record<string, Score>>;
}

export interface PrefixSummary {
	readonly suiteVersion: string;
	readonly verdict: Verdict;
	/** Planned epochs per prompt. */
	readonly epochs: number;
	/** By prompt, then epoch, in corpus order. */
	readonly rows: readonly PrefixRow[];
	readonly prompts: readonly PromptOutcome[];
	/** Rate over all samples, epochs clustered by prompt. */
	readonly sampleRate?: ClusteredMean;
	readonly called: Rate;
	readonly firstTool: Rate;
	readonly arguments: Rate;
	readonly strictFormat: Rate;
	readonly turnOrder: Rate;
	/** Of the rows that are not meaningful. */
	readonly reasons: ReasonCounts;
	/** With labels: the verdict where people overrule the rule, and how far the two agree. */
	readonly people?: { readonly verdict: Verdict; readonly agreement: Agreement };
}

/**
 * What the log says of the prefix suite; absent where the run had none. The verdict counts prompts, not samples: with
 * epochs a prompt is a hit where more than half of its planned epochs have a meaningful prefix, so that 5 of 15 keeps
 * its meaning; the rate over all samples stands beside it with its clustered error.
 */
export function summarizePrefix(
	run: EvaluatedRun,
	judgements?: ReadonlyMap<string, PeoplesJudgement>,
): PrefixSummary | undefined {
	const suite = run.header.suites.find(({ name }) => name === 'prefix');
	if (suite === undefined) return undefined;
	const { epochs } = run.header.settings;
	const planned = Math.max(0, Math.round(suite.planned / epochs));
	const rows = prefixRows(run, judgements);
	const prompts = promptOutcomes(
		rows.map(({ id, input, meaningful }) => ({ id, input, hit: meaningful })),
		epochs,
	);
	const samples = rows.flatMap((row) => run.samples[row.sampleIndex] ?? []);
	const sampleRate = clusteredMean(
		[...Map.groupBy(rows, (row) => row.id).values()].map((group) => group.map((row) => (row.meaningful ? 1 : 0))),
	);
	return {
		suiteVersion: suite.version,
		verdict: verdictOf(prompts, planned),
		epochs,
		rows,
		prompts,
		...(sampleRate === undefined ? {} : { sampleRate }),
		called: scoreRate(samples, 'called'),
		firstTool: scoreRate(samples, 'firstTool'),
		arguments: scoreRate(samples, 'arguments'),
		strictFormat: scoreRate(samples, 'strictFormat'),
		turnOrder: scoreRate(samples, 'turnOrder'),
		reasons: countReasons(rows.map((row) => row.reason)),
		...(judgements === undefined ? {} : { people: peoplesVerdict(rows, epochs, planned) }),
	};
}

function prefixRows(
	{ samples }: EvaluatedRun,
	judgements: ReadonlyMap<string, PeoplesJudgement> | undefined,
): readonly PrefixRow[] {
	const rows = samples.flatMap((sample, index) =>
		sample.suite === 'prefix' ? [prefixRow(sample, index, judgements?.get(sampleKey(sample)))] : [],
	);
	const order = new Map<string, number>();
	for (const { id } of rows) order.set(id, order.get(id) ?? order.size);
	return rows.sort(
		(first, second) => (order.get(first.id) ?? 0) - (order.get(second.id) ?? 0) || first.epoch - second.epoch,
	);
}

function prefixRow(result: SampleResult, sampleIndex: number, people: PeoplesJudgement | undefined): PrefixRow {
	const { scores, timings, transcript } = result;
	const { prefix, call } = readTurn(transcript.generations);
	const { timeToFirstTokenMs, timeToCallMs } = turnWaiting(timings);
	const meaningful = flag(scores.meaningful) ?? false;
	const reason = meaningful ? undefined : (scores.meaningful?.reason ?? 'unscored');
	const toolCorrect = flag(scores.firstTool);
	const argumentsCorrect = flag(scores.arguments);
	const callDetail = [scores.firstTool, scores.arguments].find((score) => flag(score) === false)?.detail;
	return {
		id: result.sampleId,
		input: typeof result.sample.input === 'string' ? result.sample.input : '',
		epoch: result.epoch,
		sampleIndex,
		prefix: prefix.trim(),
		meaningful,
		...(reason === undefined ? {} : { reason }),
		...(call === undefined ? {} : { call: { name: call.name, arguments: call.arguments } }),
		...(call === undefined || toolCorrect === undefined ? {} : { toolCorrect }),
		...(call === undefined || argumentsCorrect === undefined ? {} : { argumentsCorrect }),
		...(call === undefined || callDetail === undefined ? {} : { callDetail }),
		...(timeToFirstTokenMs === undefined ? {} : { timeToFirstTokenMs }),
		...(timeToCallMs === undefined ? {} : { timeToCallMs }),
		endToEndMs: timings.endToEndMs,
		cold: timings.cold,
		...(transcript.error === undefined ? {} : { error: transcript.error }),
		...(people === undefined ? {} : { people }),
		scores,
	};
}

function verdictOf(prompts: readonly PromptOutcome[], planned: number): Verdict {
	const hits = prompts.filter((prompt) => prompt.hit === true).length;
	const misses = prompts.filter((prompt) => prompt.hit === false).length;
	// A log may hold more prompts than its header planned only if it was edited; count what is there.
	return decidePrefix({ hits, misses, n: Math.max(planned, prompts.length) });
}

function peoplesVerdict(rows: readonly PrefixRow[], epochs: number, planned: number): PrefixSummary['people'] & object {
	const overruled = rows.map((row) => ({ ...row, hit: row.people?.meaningful ?? row.meaningful }));
	const pairs = rows.flatMap(({ meaningful, people }) =>
		people?.meaningful === undefined ? [] : [[meaningful, people.meaningful] as const],
	);
	return { verdict: verdictOf(promptOutcomes(overruled, epochs), planned), agreement: cohensKappa(pairs) };
}
