import { certaintyBy, type Decision, OTHER_PROMPTS, type UndecidedCause, type Verdict } from '../../eval/decision.ts';
import { type SampleResult, sampleKey, scoreNamed } from '../../eval/sample.ts';
import { judgedText, type PeoplesJudgement } from '../../eval/scoring/labels.ts';
import { turnOf } from '../../eval/turn.ts';
import { promptOutcomes } from '../../eval/verdict.ts';
import {
	isSettled,
	type JudgedPrompts,
	type JudgedText,
	type JudgeError,
	judgeError,
} from '../../stats/judge-error.ts';
import { type LabelPlan, labelPlan } from '../../stats/label-plan.ts';
import { phraseFamilies } from '../../text/phrase-families.ts';
import { isSoft } from '../../text/prefix/neutral.ts';
import type { RuleError } from '../../text/prefix/rule-error.ts';

/** How far the rule's own error leaves its count standing (docs/metrics.md). */
export interface RuleFigure extends JudgeError {
	readonly error: RuleError;
	/** Prompts that the figure is about, and those that were not judged; the latter widen `these`. */
	readonly scored: number;
	readonly unscored: number;
	/** Distinct texts that could be judged either way. */
	readonly texts: number;
	/** Those of them without a label, by the rule's answer. */
	readonly open: { readonly flagged: number; readonly unflagged: number };
	/** Prompts of the one phrase without a label without which the count would not take the first path. */
	readonly onePhrase?: number;
	/** Labels that settle the path; absent if it is settled. */
	readonly plan?: LabelPlan;
}

/** A prompt as the rule judged it. */
export interface RuledPrompt {
	readonly id: string;
	readonly samples: readonly SampleResult[];
	/** Absent: unscored. */
	readonly hit?: boolean;
	/** Whether the rule could be wrong. */
	readonly isSoft: boolean;
	/** Equal for the same texts. */
	readonly text: string;
	/** Of its phrase. */
	readonly family: number;
}

/** The prompts of a decision as the rule judged them, in the families of their phrases. */
export function ruledPrompts(results: readonly SampleResult[], score: string, epochs: number): readonly RuledPrompt[] {
	const byId = Map.groupBy(results, ({ sampleId }) => sampleId);
	const ruled = promptOutcomes(results, score, epochs).map(({ id, hit, input }) => {
		const samples = byId.get(id) ?? [];
		const [soft] = samples.filter((sample) => isSoftMiss(sample, score));
		const said = samples.filter((sample) => judgedText(sample, score) !== undefined);
		const texts = [...new Set(said.map(({ transcript }) => turnOf(transcript).prefix?.trim() ?? ''))].sort();
		const text = JSON.stringify([hit, ...texts]);
		// Only texts that the rule could misjudge have a phrase.
		const answer = hit === true ? 'worth' : ((soft && scoreNamed(soft, score)?.reason) ?? text);
		const phrased = { answer, texts: texts.map((one) => ({ text: one, user: input })) };
		return { prompt: { id, samples, hit, text, isSoft: hit === true || soft !== undefined }, phrased };
	});
	const families = phraseFamilies(ruled.map(({ phrased }) => phrased));
	return ruled.map(({ prompt }, place) => ({ ...prompt, family: families[place] ?? place }));
}

/** People's word on a sample. */
type LabelOf = (sample: SampleResult) => boolean | undefined;

/** People's labels, and by family that of a phrase of which two texts were labelled alike: it holds for all of them. */
export function phraseLabels(
	prompts: readonly RuledPrompt[],
	labels: ReadonlyMap<string, PeoplesJudgement>,
	epochs: number,
): { readonly phrases: ReadonlyMap<number, boolean>; readonly labelOf: LabelOf } {
	const labelOf: LabelOf = (sample) => labels.get(sampleKey(sample))?.meaningful;
	const families = Map.groupBy(labels.size === 0 ? [] : prompts, ({ family }) => family);
	const phrases = new Map(
		Array.from(families).flatMap(([family, members]) => {
			const said = new Map(members.map((one) => [one.text, labelOfPrompt(one, labelOf, epochs)]));
			const [first, second, ...others] = [...said.values()].filter((label) => label !== undefined);
			const isAlike = first !== undefined && [second, ...others].every((label) => label === first);
			return isAlike ? [[family, first] as const] : [];
		}),
	);
	const byPrompt = new Map(prompts.map(({ id, family }) => [id, phrases.get(family)]));
	return { phrases, labelOf: (sample) => labelOf(sample) ?? byPrompt.get(sample.sampleId) };
}

/** That of most of its repeats. */
function labelOfPrompt({ samples }: RuledPrompt, labelOf: LabelOf, epochs: number): boolean | undefined {
	const said = samples.map(labelOf);
	const of = (word: boolean): number => said.filter((one) => one === word).length;
	return of(true) * 2 > epochs ? true : of(false) * 2 >= epochs ? false : undefined;
}

interface Ruled {
	readonly prompts: readonly RuledPrompt[];
	readonly labelOf: LabelOf;
	readonly epochs: number;
}

/** Undefined if the labelled set is too small. */
export function ruleFigure(
	ruled: Ruled,
	error: RuleError,
	{ n, need, hits, of }: Decision['threshold'] & { readonly n: number; readonly need: number },
): RuleFigure | undefined {
	const prompts = judgedPrompts(ruled, n);
	const figure = judgeError(prompts, error, { need, share: hits / of });
	if (figure === undefined) return undefined;
	const open = prompts.texts.filter(({ label }) => label === undefined);
	const textsOf = (phrases: readonly JudgedText[]): number => phrases.reduce((sum, { texts }) => sum + texts, 0);
	const heaviest = open.filter(({ flagged }) => flagged).sort((one, other) => other.prompts - one.prompts)[0];
	const counted = prompts.texts.reduce((sum, text) => sum + ((text.label ?? text.flagged) ? text.prompts : 0), 0);
	const isOne = heaviest !== undefined && heaviest.prompts > 1 && counted >= need && counted - heaviest.prompts < need;
	const plan = labelPlan(prompts, error, need);
	return {
		...figure,
		error,
		scored: n - prompts.unscored,
		unscored: prompts.unscored,
		texts: textsOf(prompts.texts),
		open: {
			flagged: textsOf(open.filter(({ flagged }) => flagged)),
			unflagged: textsOf(open.filter(({ flagged }) => !flagged)),
		},
		onePhrase: isOne ? heaviest.prompts : undefined,
		// A phrase of several texts takes two labels.
		plan: isOne
			? { ...plan, next: 'flagged', expected: Math.max(plan?.expected ?? 0, Math.min(2, heaviest.texts)) }
			: plan,
	};
}

/** Prompts by phrase. A label holds for its text, and for a phrase if no other text of it is without one; a phrase on whose texts labels disagree is none. */
function judgedPrompts({ prompts, labelOf, epochs }: Ruled, n: number): JudgedPrompts {
	const judged = prompts.map((prompt) => {
		const label = labelOfPrompt(prompt, labelOf, epochs);
		return { ...prompt, label, flagged: prompt.hit ?? label };
	});
	const scored = judged.filter(({ flagged }) => flagged !== undefined);
	const open = scored.filter(({ label, isSoft }) => isSoft || label !== undefined);
	const texts = [...Map.groupBy(open, ({ family }) => family).values()].flatMap((members) => {
		const isSplit = members.some(({ label }) => label === true) && members.some(({ label }) => label === false);
		const units = Map.groupBy(members, ({ label, text }) => (isSplit ? text : label));
		return Array.from(units.values(), (same) => ({
			flagged: same[0]?.flagged === true,
			prompts: same.length,
			texts: new Set(same.map(({ text }) => text)).size,
			label: same[0]?.label,
		}));
	});
	return { texts, structural: scored.length - open.length, unscored: n - scored.length };
}

export function undecided({ hits, misses, n, threshold, unscored, partly }: Verdict, cause: UndecidedCause): Verdict {
	return { status: 'undecided', cause, hits, misses, n, threshold, unscored, partly };
}

/** Whether the rule's no could be wrong: other reasons are certain. */
export function isSoftMiss(sample: SampleResult, score: string): boolean {
	const { value, reason } = scoreNamed(sample, score) ?? {};
	return value === false && isSoft(reason);
}

/** Which texts would settle a verdict with their labels; undefined if it is settled, or all are labelled. */
export function textsToLabel(verdict: Verdict, figure: RuleFigure | undefined): LabelPlan['next'] | undefined {
	if (figure === undefined) return undefined;
	const kind = verdict.hits >= verdict.threshold ? 'flagged' : 'unflagged';
	const isAgainst = verdict.status === 'undecided' && verdict.cause === 'rule-error' && figure.open[kind] > 0;
	return figure.plan?.next ?? (isAgainst ? kind : undefined);
}

/** Holds the rule's count against its error: a path that the error speaks against is none. */
export function judgedVerdict(verdict: Verdict, { these, like, again, onePhrase }: RuleFigure): Verdict {
	if (verdict.path === undefined) return verdict;
	const first = verdict.hits >= verdict.threshold;
	const [least, most] = first ? [these.low, these.high] : [1 - these.high, 1 - these.low];
	if (isSettled(most) && most < 0.5) return undecided(verdict, 'rule-error');
	const doubts = [
		...(isSettled(least) && least > 0.5 ? [] : [{ cause: 'rule-error' } as const]),
		...(onePhrase === undefined ? [] : [{ cause: 'one-phrase', count: onePhrase } as const]),
		...(again === undefined || (first ? again : 1 - again) >= 0.9 ? [] : [OTHER_PROMPTS]),
		...verdict.doubts.filter(({ cause }) => cause !== 'other-prompts'),
	];
	const certainty = certaintyBy(doubts);
	if (verdict.status === 'truncated') return { ...verdict, ...certainty };
	return { ...verdict, ...(like !== undefined && { probability: like }), ...certainty };
}
