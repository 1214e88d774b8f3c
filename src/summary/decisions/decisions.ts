import type { Message } from '../../base/message.ts';
import { certaintyBy, type Decision, type Doubt, type Verdict } from '../../eval/decision.ts';
import { type EvaluatedRun, type EvaluatedSuite, isLeftOut } from '../../eval/header.ts';
import { type SampleResult, sampleKey, scoreNamed } from '../../eval/sample.ts';
import { judgedText, labelledDecision, type PeoplesJudgement, unjudgeable } from '../../eval/scoring/labels.ts';
import { decisionVerdict, type PromptOutcome, promptOutcomes } from '../../eval/verdict.ts';
import { forbiddenBy as forbiddingSentence } from '../../lint/forbidden-prose.ts';
import type { ReasonCounts } from '../../stats/counts.ts';
import { type Agreement, cohensKappa } from '../../stats/paired.ts';
import type { Rate } from '../../stats/rate.ts';
import { type RuleError, ruleErrorIn } from '../../text/prefix/rule-error.ts';
import { missReasons, sampleRate } from '../suites.ts';
import { type BeforeCall, beforeCall, type PromptKind } from './before-call.ts';
import {
	isSoftMiss,
	judgedVerdict,
	phraseLabels,
	type RuledPrompt,
	type RuleFigure,
	ruledPrompts,
	ruleFigure,
	undecided,
} from './judged-prompts.ts';
import { drawsOf, remediesOf, saidOf } from './said.ts';

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
	readonly people?: PeoplesVerdict;
	/** As the rule judged them, by phrase. */
	readonly ruled: readonly RuledPrompt[];
	/** The sentence of the prompt that forbids the text before a call, which the decision counts. */
	readonly forbiddenBy?: string;
	/** Indices of its samples in the log, by prompt in corpus order, then epoch. */
	readonly samples: readonly number[];
	/** The final verdict: the path, then every doubt. */
	readonly said: readonly Message[];
	/** Causes why it is undecided, with remedies; empty with a path, or for a subset. */
	readonly remedies: readonly { readonly prompts: number; readonly cause: Message }[];
}

/** A prompt of a decision; `kind` for decisions on the text before a call. */
interface DecidedPrompt extends PromptOutcome {
	readonly kind?: PromptKind;
}

/** A verdict, and its evidence. */
export interface DecisionOutcome {
	readonly verdict: Verdict;
	readonly prompts: readonly DecidedPrompt[];
	/** Its samples with people's labels applied, by prompt in corpus order, then epoch. */
	readonly judged: readonly SampleResult[];
	/** By family: the label of a phrase, where two of its texts were labelled alike. */
	readonly phrases: ReadonlyMap<number, boolean>;
	/** Of a decision on the text before a call. */
	readonly beforeCall?: BeforeCall;
	/** Of a decision by the prefix rule, where its error in the app's language is known. */
	readonly figure?: RuleFigure;
	/** Over all scored samples, epochs clustered by prompt; without interval unless every sample is scored. */
	readonly sampleRate: Rate;
	/** Why samples did not pass. */
	readonly reasons: ReasonCounts;
}

interface StandingOutcome extends DecisionOutcome {
	readonly by: 'rule' | 'people';
}

/** The verdict of people's labels. */
interface PeoplesVerdict {
	/** By labels where present, by the rule elsewhere. */
	readonly verdict: Verdict;
	/** Distinct texts that could be judged either way, and those that people judged. */
	readonly of: number;
	readonly labelled: number;
	/** Further texts on which people are evenly split, judged by the rule. */
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
	return decisionsOf(run)(labels);
}

/** {@link summarizeDecisions} for one set of labels after the other: what the rule says is found once. */
export function decisionsOf(
	run: EvaluatedRun,
): (labels: ReadonlyMap<string, PeoplesJudgement>) => readonly DecisionSummary[] {
	const all = run.header.suites.flatMap((suite) => {
		const { name, decision } = suite;
		if (decision === undefined) return [];
		const ordered = orderedSamples(run, name);
		const samples = ordered.filter((place) => !isLeftOut(suite, run.samples[place] as SampleResult));
		const results = samples.flatMap((place) => run.samples[place] ?? []);
		const { epochs } = run.header.settings;
		const ruled = ruledPrompts(results, decision.score, epochs);
		const leftOut = Math.round((ordered.length - samples.length) / epochs);
		const deciding = { run, suite, decision, ruled, leftOut };
		const rule = outcomeOf(deciding, results);
		const byRule = labelledDecision(suite) !== undefined;
		const forbiddenBy = byRule && suite.usesApp !== false ? forbiddingSentence(run.header.lint ?? []) : undefined;
		const of = (labels: ReadonlyMap<string, PeoplesJudgement>): DecisionSummary => {
			const judged = judgedByPeople(deciding, results, labels);
			const standing = standingOutcome(rule, judged);
			const summary = { suite, decision, epochs, standing, rule, ruled, people: judged?.people };
			const said = saidOf({ ...summary, byRule, draws: drawsOf(run), forbiddenBy });
			return { ...summary, forbiddenBy, samples, said, remedies: remediesOf(standing) };
		};
		return [of];
	});
	return (labels) => all.map((of) => of(labels));
}

interface Deciding {
	readonly run: EvaluatedRun;
	readonly suite: EvaluatedSuite;
	readonly decision: Decision;
	readonly ruled: readonly RuledPrompt[];
	/** Prompts for which no call is right. */
	readonly leftOut: number;
}

function orderedSamples({ samples }: EvaluatedRun, suite: string): readonly number[] {
	const own = samples.flatMap(({ suite: of, sampleId, epoch }, index) =>
		of === suite ? [{ sampleId, epoch, index }] : [],
	);
	const order = [...new Set(own.map(({ sampleId }) => sampleId))];
	const places = new Map(order.map((id, place) => [id, place]));
	return own
		.sort(
			(one, other) => (places.get(one.sampleId) ?? 0) - (places.get(other.sampleId) ?? 0) || one.epoch - other.epoch,
		)
		.map(({ index }) => index);
}

/** `labels`: people's, which overrule the rule. */
function outcomeOf(
	deciding: Deciding,
	results: readonly SampleResult[],
	labels: ReadonlyMap<string, PeoplesJudgement> = new Map(),
): DecisionOutcome {
	const { run, suite, decision, ruled } = deciding;
	const { score } = decision;
	const { epochs } = run.header.settings;
	const { phrases, labelOf } = phraseLabels(ruled, labels, epochs);
	const counted = results.map((result) => overrule(result, score, labelOf(result)));
	const verdict = verdictOf(deciding, counted);
	const { status, n, threshold: need } = verdict;
	const prompts = promptOutcomes(counted, score, epochs);
	const before =
		suite.view === 'prefix'
			? beforeCall(
					prompts,
					Map.groupBy(counted, ({ sampleId }) => sampleId),
					{ score, threshold: need, epochs },
				)
			: undefined;
	const error = status === 'subset' ? undefined : errorOf(deciding);
	const figure = error && ruleFigure({ prompts: ruled, labelOf, epochs }, error, { n, need, ...decision.threshold });
	return {
		verdict: withSampling(
			run,
			calledVerdict(figure === undefined ? verdict : judgedVerdict(verdict, figure), before?.summary),
		),
		prompts: prompts.map((prompt, place) => ({ ...prompt, kind: before?.kinds[place] })),
		judged: counted,
		phrases,
		beforeCall: before?.summary,
		figure,
		sampleRate: sampleRate(counted, score, n * epochs),
		reasons: missReasons(counted, score),
	};
}

/** Of the prefix rule as it was measured. */
function errorOf({ run, suite }: Deciding): RuleError | undefined {
	const { language } = run.header.app ?? {};
	const isMeasured = labelledDecision(suite) !== undefined && suite.settings?.bareAnnouncements !== 'keep';
	return isMeasured && language !== undefined ? ruleErrorIn(language) : undefined;
}

/** The question exists only at a call: without any there is no path. */
function calledVerdict(verdict: Verdict, before: BeforeCall | undefined): Verdict {
	if (verdict.path === undefined || before === undefined || before.called > 0 || before.kinds.worth > 0) return verdict;
	return undecided(verdict, 'no-call');
}

function withSampling(run: EvaluatedRun, verdict: Verdict): Verdict {
	if (verdict.path === undefined || drawsOf(run) !== 'once') return verdict;
	return { ...verdict, ...certaintyBy([...verdict.doubts, { cause: 'sampling' }]) };
}

function verdictOf({ run, suite, decision, leftOut }: Deciding, results: readonly SampleResult[]): Verdict {
	return decisionVerdict(suite, decision, run.header.settings, results, leftOut);
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
	const texts = new Map(
		judged
			.filter(({ result, said }) => said !== undefined || isOpen(deciding, result))
			.map(({ result, said }) => [judgedText(result, score) ?? sampleKey(result), { result, said }]),
	);
	const said = [...texts.values()].flatMap((text) => text.said ?? []);
	const labelled = said.filter(({ meaningful }) => meaningful !== undefined).length;
	const disputed = said.length - labelled;
	if (said.length === 0) return undefined;
	const several = said.filter((one) => one.labels.length > 1);
	const pairs = [...texts.values()].flatMap(({ result, said }): (readonly [boolean, boolean])[] => {
		const rule = scoreNamed(result, score)?.value;
		return typeof rule === 'boolean' && said?.meaningful !== undefined ? [[rule, said.meaningful]] : [];
	});
	const outcome = outcomeOf(deciding, results, labels);
	const { verdict } = outcome;
	// Whether judging the split texts one way or the other would change the path.
	const isSplit = [true, false].some((value) => verdictOf(deciding, overruled(value)).path !== verdict.path);
	const splitPeople: Doubt = { cause: 'split-people', count: disputed };
	const doubted =
		isSplit && verdict.path !== undefined && disputed > 0
			? { ...verdict, ...certaintyBy([...verdict.doubts, splitPeople]) }
			: verdict;
	const people = {
		verdict: doubted,
		of: texts.size,
		labelled,
		disputed,
		among: { n: several.length, agreed: several.filter(({ labels: words }) => isUnanimous(words)).length },
		alone: verdictOf(
			deciding,
			overruled().filter((_, place) => judged[place]?.said?.meaningful !== undefined),
		),
		agreement: cohensKappa(pairs),
	};
	return { people, outcome: { ...outcome, verdict: doubted } };
}

/** Whether people could judge a sample otherwise than the rule. */
function isOpen({ suite, decision: { score } }: Deciding, result: SampleResult): boolean {
	if (suite.view !== 'prefix') return unjudgeable(result, score) === undefined;
	return (
		judgedText(result, score) !== undefined && (scoreNamed(result, score)?.value !== false || isSoftMiss(result, score))
	);
}

function isUnanimous(labels: PeoplesJudgement['labels']): boolean {
	return new Set(labels.map(({ meaningful }) => meaningful)).size === 1;
}

/** Keeps the rule's reason if people agree with it. */
function overrule(result: SampleResult, score: string, value: boolean | undefined): SampleResult {
	if (value === undefined || scoreNamed(result, score)?.value === value) return result;
	const theirs = value ? { value } : { value, reason: 'people-say-no' };
	return { ...result, scores: { ...result.scores, [score]: theirs } };
}

function standingOutcome(rule: DecisionOutcome, judged: JudgedByPeople | undefined): StandingOutcome {
	if (judged === undefined) return { ...rule, by: 'rule' };
	const { people, outcome } = judged;
	const { path } = outcome.verdict;
	// With a known error, the probability says whether the rest could turn the path back.
	const isTurned =
		outcome.figure === undefined &&
		people.labelled < people.of &&
		path !== undefined &&
		path !== rule.verdict.path &&
		path !== people.alone.path;
	return { ...outcome, ...(isTurned && { verdict: undecided(outcome.verdict, 'labels') }), by: 'people' };
}
