import type { Verdict } from '../../eval/decision.ts';
import { certaintyBy, OTHER_PROMPTS } from '../../eval/decision.ts';
import { type SampleResult, scoreNamed } from '../../eval/sample.ts';
import { judgedText } from '../../eval/scoring/labels.ts';
import type { PromptOutcome } from '../../eval/verdict.ts';
import { isSettled, type JudgedPrompts, type JudgeError, judgeError } from '../../stats/judge-error.ts';
import { type LabelPlan, labelPlan } from '../../stats/label-plan.ts';
import { isSoft } from '../../text/prefix/neutral.ts';
import type { RuleError } from '../../text/prefix/rule-error.ts';

/** How far the rule's own error leaves its count standing (docs/metrics.md). */
export interface RuleFigure extends JudgeError {
	readonly error: RuleError;
	/** Prompts that were not judged; they widen `these`. */
	readonly unscored: number;
	/** Distinct texts that could be judged either way. */
	readonly texts: number;
	/** Those of them without a label, by the rule's answer. */
	readonly open: { readonly flagged: number; readonly unflagged: number };
	/** Labels that settle `these`; absent if it is settled. */
	readonly plan?: LabelPlan;
}

interface RuledPrompts {
	/** By the rule. */
	readonly outcomes: readonly PromptOutcome[];
	/** Scored by the rule, by prompt. */
	readonly samples: ReadonlyMap<string, readonly SampleResult[]>;
	/** People's word on a sample. */
	readonly labelOf: (sample: SampleResult) => boolean | undefined;
	readonly score: string;
	readonly epochs: number;
}

/** Undefined if the labelled set is too small. */
export function ruleFigure(
	ruled: RuledPrompts,
	error: RuleError,
	{ n, need, share }: { readonly n: number; readonly need: number; readonly share: number },
): RuleFigure | undefined {
	const prompts = judgedPrompts(ruled, n);
	const figure = judgeError(prompts, error, { need, share });
	if (figure === undefined) return undefined;
	const open = (flagged: boolean): number =>
		prompts.texts.filter((text) => text.label === undefined && text.flagged === flagged).length;
	const plan = labelPlan(prompts, error, need);
	return {
		...figure,
		error,
		unscored: prompts.unscored,
		texts: prompts.texts.length,
		open: { flagged: open(true), unflagged: open(false) },
		plan,
	};
}

/** A prompt is one judged text, over epochs those of its answers together; its flag is that of most of them. */
function judgedPrompts({ outcomes, samples, labelOf, score, epochs }: RuledPrompts, n: number): JudgedPrompts {
	const judged = outcomes.map(({ id, hit }) => {
		const own = samples.get(id) ?? [];
		const said = own.map(labelOf);
		const of = (word: boolean): number => said.filter((one) => one === word).length;
		const label = of(true) * 2 > epochs ? true : of(false) * 2 >= epochs ? false : undefined;
		const flagged = hit ?? label;
		if (flagged === undefined) return { known: 'unscored' as const };
		if (!flagged && label === undefined && !own.some((sample) => isSoftMiss(sample, score)))
			return { known: 'structural' as const };
		const texts = new Set(own.flatMap((sample) => judgedText(sample, score) ?? []));
		return { key: JSON.stringify([flagged, [...texts].sort()]), flagged, label };
	});
	const count = (kind: 'unscored' | 'structural'): number => judged.filter(({ known }) => known === kind).length;
	const texts = Map.groupBy(
		judged.filter((one) => one.key !== undefined),
		({ key }) => key,
	);
	return {
		texts: Array.from(texts.values(), (same) => ({
			flagged: same[0]?.flagged === true,
			prompts: same.length,
			label: same[0]?.label,
		})),
		structural: count('structural'),
		unscored: count('unscored') + n - outcomes.length,
	};
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
export function judgedVerdict(verdict: Verdict, { these, like }: RuleFigure): Verdict {
	if (verdict.path === undefined) return verdict;
	const first = verdict.hits >= verdict.threshold;
	const [least, most] = first ? [these.low, these.high] : [1 - these.high, 1 - these.low];
	if (isSettled(most) && most < 0.5) {
		const { hits, misses, n, threshold, unscored, partly } = verdict;
		return { status: 'undecided', cause: 'rule-error', hits, misses, n, threshold, unscored, partly };
	}
	const doubts = [
		...(isSettled(least) && least > 0.5 ? [] : [{ cause: 'rule-error' } as const]),
		...(like === undefined || (first ? like : 1 - like) >= 0.9 || verdict.status !== 'complete' ? [] : [OTHER_PROMPTS]),
		...verdict.doubts.filter(({ cause }) => cause !== 'other-prompts'),
	];
	const certainty = certaintyBy(doubts);
	if (verdict.status === 'truncated') return { ...verdict, ...certainty };
	return { ...verdict, ...(like !== undefined && { probability: like }), ...certainty };
}
