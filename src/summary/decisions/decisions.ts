import type { Message } from '../../base/message.ts';
import { type BorderlineCause, borderlineBy, type Decision, type Verdict } from '../../eval/decision.ts';
import type { EvaluatedRun, EvaluatedSuite } from '../../eval/run.ts';
import { NOT_BLANK, type SampleResult, sampleKey, scoreNamed } from '../../eval/sample.ts';
import { type PeoplesJudgement, unjudgeable } from '../../eval/scoring/labels.ts';
import { readTurn } from '../../eval/turn.ts';
import { decisionVerdict, type PromptOutcome, promptOutcomes } from '../../eval/verdict.ts';
import type { ReasonCounts } from '../../stats/counts.ts';
import { type Agreement, cohensKappa } from '../../stats/paired.ts';
import type { Rate } from '../../stats/rate.ts';
import { missReasons, sampleRate } from '../suites.ts';
import { remediesOf, saidOf } from './said.ts';

/** A suite's decision, and its evidence. */
export interface DecisionSummary {
	readonly suite: EvaluatedSuite;
	readonly decision: Decision;
	/** Planned epochs per prompt. */
	readonly epochs: number;
	/** The final outcome: by people's labels if any, else by the rule. */
	readonly standing: StandingOutcome;
	/** By the rule only. */
	readonly rule: DecisionOutcome;
	/** Present if people labelled samples. */
	readonly people?: PeoplesVerdict | undefined;
	/** Indices of its samples in the log, by prompt in corpus order, then epoch. */
	readonly samples: readonly number[];
	/** The final verdict: the path, then every doubt. */
	readonly said: readonly Message[];
	/** Causes why it is undecided, with remedies; empty with a path, or for a subset. */
	readonly remedies: readonly { readonly prompts: number; readonly cause: Message }[];
}

/** A verdict, and its evidence. */
export interface DecisionOutcome {
	readonly verdict: Verdict;
	readonly prompts: readonly PromptOutcome[];
	/** Over all scored samples, epochs clustered by prompt; without interval unless every sample is scored. */
	readonly sampleRate: Rate;
	/** Why samples did not pass. */
	readonly reasons: ReasonCounts;
}

interface StandingOutcome extends DecisionOutcome {
	readonly by: 'rule' | 'people';
	/** Labels of some samples change the path, and labels of the rest could change it back: no path is taken. */
	readonly turned: boolean;
}

/** The verdict of people's labels. */
interface PeoplesVerdict {
	/** By labels where present, by the rule elsewhere. */
	readonly verdict: Verdict;
	/** Samples that can be judged, and those that people judged. */
	readonly of: number;
	readonly labelled: number;
	/** Further samples on which people are evenly split, judged by the rule. */
	readonly disputed: number;
	/** Distinct texts that several people labelled, and those on which all agree. */
	readonly among: { readonly n: number; readonly agreed: number };
	/** By labels only; other samples are unscored. */
	readonly alone: Verdict;
	/** Agreement of rule and people over the distinct texts that both judged. */
	readonly agreement: Agreement;
}

/**
 * Summarizes each suite that decides. A verdict counts prompts, not samples: with epochs a prompt is a hit if more than half
 * of its planned epochs are.
 */
export function summarizeDecisions(
	run: EvaluatedRun,
	labels: ReadonlyMap<string, PeoplesJudgement> = new Map(),
): readonly DecisionSummary[] {
	return run.header.suites.flatMap((suite) => {
		const { name, decision } = suite;
		if (decision === undefined) return [];
		const samples = orderedSamples(run, name);
		const results = samples.flatMap((place) => run.samples[place] ?? []);
		const deciding = { run, suite, decision };
		const rule = outcomeOf(deciding, results);
		const judged = judgedByPeople(deciding, results, labels);
		const standing = standingOutcome(rule, judged);
		const summary = {
			suite,
			decision,
			epochs: run.header.settings.epochs,
			standing,
			rule,
			people: judged?.people,
		};
		return [{ ...summary, samples, said: saidOf(suite, summary), remedies: remediesOf(standing.verdict) }];
	});
}

interface Deciding {
	readonly run: EvaluatedRun;
	readonly suite: EvaluatedSuite;
	readonly decision: Decision;
}

function orderedSamples({ samples }: EvaluatedRun, suite: string): readonly number[] {
	const own = samples.flatMap((sample, index) => (sample.suite === suite ? [{ ...sample, index }] : []));
	const order = [...new Set(own.map(({ sampleId }) => sampleId))];
	const places = new Map(order.map((id, place) => [id, place]));
	return own
		.sort(
			(one, other) => (places.get(one.sampleId) ?? 0) - (places.get(other.sampleId) ?? 0) || one.epoch - other.epoch,
		)
		.map(({ index }) => index);
}

function outcomeOf(deciding: Deciding, results: readonly SampleResult[]): DecisionOutcome {
	const { score } = deciding.decision;
	const { epochs } = deciding.run.header.settings;
	const verdict = verdictOf(deciding, results);
	return {
		verdict,
		prompts: promptOutcomes(results, score, epochs),
		sampleRate: sampleRate(results, score, verdict.n * epochs),
		reasons: missReasons(results, score),
	};
}

function verdictOf({ run, suite, decision }: Deciding, results: readonly SampleResult[]): Verdict {
	return decisionVerdict(suite, decision, run.header.settings, results);
}

interface JudgedByPeople {
	readonly people: PeoplesVerdict;
	readonly outcome: DecisionOutcome;
}

function judgedByPeople(
	deciding: Deciding,
	results: readonly SampleResult[],
	labels: ReadonlyMap<string, PeoplesJudgement>,
): JudgedByPeople | undefined {
	const { score } = deciding.decision;
	const judged = results.map((result) => ({ result, said: labels.get(sampleKey(result)) }));
	const overruled = (split?: boolean): readonly SampleResult[] =>
		judged.map(({ result, said }) => (said === undefined ? result : overrule(result, score, said.meaningful ?? split)));
	const labelled = judged.filter(({ said }) => said?.meaningful !== undefined).length;
	const disputed = judged.filter(({ said }) => said !== undefined && said.meaningful === undefined).length;
	if (labelled + disputed === 0) return undefined;
	const texts = [...new Set(judged.flatMap(({ said }) => (said === undefined ? [] : [said.labels])))];
	const several = texts.filter((one) => one.length > 1);
	const pairs = new Map<PeoplesJudgement['labels'], readonly [rule: boolean, people: boolean]>();
	for (const { result, said } of judged) {
		const rule = scoreNamed(result, score)?.value;
		if (typeof rule === 'boolean' && said?.meaningful !== undefined) pairs.set(said.labels, [rule, said.meaningful]);
	}
	const outcome = outcomeOf(deciding, overruled());
	const { verdict } = outcome;
	// Whether judging the split samples one way or the other would change the path.
	const isSplit = [true, false].some((value) => verdictOf(deciding, overruled(value)).path !== verdict.path);
	const borderlineCauses: BorderlineCause = { cause: 'split-people', count: disputed };
	const doubted =
		isSplit && verdict.path !== undefined
			? { ...verdict, ...borderlineBy([...verdict.borderlineCauses, borderlineCauses]) }
			: verdict;
	const people = {
		verdict: doubted,
		of: judged.filter(
			({ result, said }) =>
				unjudgeable(result, score) === undefined &&
				(said !== undefined || scoreNamed(result, score)?.value !== false || hasPrefix(result)),
		).length,
		labelled,
		disputed,
		among: { n: several.length, agreed: several.filter(isUnanimous).length },
		alone: verdictOf(
			deciding,
			overruled().filter((_, place) => judged[place]?.said?.meaningful !== undefined),
		),
		agreement: cohensKappa([...pairs.values()]),
	};
	return { people, outcome: { ...outcome, verdict: doubted } };
}

/** A blank prefix is not asked about. */
function hasPrefix({ transcript }: SampleResult): boolean {
	return NOT_BLANK.test(readTurn(transcript.generations).prefix);
}

function isUnanimous(labels: PeoplesJudgement['labels']): boolean {
	return new Set(labels.map(({ meaningful }) => meaningful)).size === 1;
}

/** The samples of a decision, with people's labels applied. */
export function judgedSamples(
	run: EvaluatedRun,
	{ decision, samples }: Pick<DecisionSummary, 'decision' | 'samples'>,
	labels?: ReadonlyMap<string, PeoplesJudgement>,
): readonly SampleResult[] {
	return samples
		.flatMap((place) => run.samples[place] ?? [])
		.map((result) => overrule(result, decision.score, labels?.get(sampleKey(result))?.meaningful));
}

/** Keeps the rule's reason if people agree with it. */
function overrule(result: SampleResult, score: string, value: boolean | undefined): SampleResult {
	if (value === undefined || scoreNamed(result, score)?.value === value) return result;
	const theirs = value ? { value } : { value, reason: 'people-say-no' };
	return { ...result, scores: { ...result.scores, [score]: theirs } };
}

function standingOutcome(rule: DecisionOutcome, judged: JudgedByPeople | undefined): StandingOutcome {
	if (judged === undefined) return { ...rule, by: 'rule', turned: false };
	const { people, outcome } = judged;
	const { path } = outcome.verdict;
	const turned =
		people.labelled < people.of && path !== undefined && path !== rule.verdict.path && path !== people.alone.path;
	if (!turned) return { ...outcome, by: 'people', turned };
	const { hits, misses, n, threshold, unscored, partly } = outcome.verdict;
	return {
		...outcome,
		verdict: { status: 'undecided', hits, misses, n, threshold, unscored, partly },
		by: 'people',
		turned,
	};
}
