import { type Agreement, cohensKappa } from '../../../stats/paired.ts';
import { type GreyCause, greyZoneOf, type Verdict } from '../../decision.ts';
import { type SampleResult, sampleKey, scoreNamed } from '../../sample.ts';
import { type PeoplesJudgement, unjudgeable } from '../../scoring/labels.ts';
import { type Deciding, type DecisionOutcome, decisionOutcome, decisionVerdict } from './decision-outcome.ts';

/** The verdict where people overrule the rule: their word on what they labelled, the rule's on the rest. */
export interface PeoplesVerdict extends DecisionOutcome {
	/** Samples that can be judged, and those of them that people judged: fewer than all mix people and rule. */
	readonly of: number;
	readonly labelled: number;
	/** Further samples of which as many people say yes as no: the rule judges them. */
	readonly disputed: number;
	/** Of the texts that several people labelled, those of which all say the same; a text that repeats gave twice counts once. */
	readonly among: { readonly n: number; readonly agreed: number };
	/** Of the labels alone, what is not labelled being open. */
	readonly alone: Verdict;
	/** How far rule and people agree on the texts that both judged, each counted once. */
	readonly agreement: Agreement;
}

/** Undefined where people judged none of the samples. */
export function peoplesVerdict(
	deciding: Deciding,
	samples: DecisionOutcome['samples'],
	judgements: ReadonlyMap<string, PeoplesJudgement>,
): PeoplesVerdict | undefined {
	const { score } = deciding.decision;
	const said = (result: SampleResult): boolean | undefined => judgements.get(sampleKey(result))?.meaningful;
	const overruled = samples.map(({ result, index }) => ({ result: overrule(result, score, said(result)), index }));
	const results = overruled.map(({ result }) => result);
	const labelled = results.filter((result) => said(result) !== undefined);
	const words = results.flatMap((result) => judgements.get(sampleKey(result)) ?? []);
	const disputed = words.filter(({ meaningful }) => meaningful === undefined).length;
	if (labelled.length + disputed === 0) return undefined;
	const texts = [...new Set(words.map(({ labels }) => labels))];
	const several = texts.filter((labels) => labels.length > 1);
	const pairs = new Map<PeoplesJudgement['labels'], readonly [rule: boolean, people: boolean]>();
	for (const { result } of samples) {
		const rule = scoreNamed(result, score)?.value;
		const { meaningful: people, labels = [] } = judgements.get(sampleKey(result)) ?? {};
		if (typeof rule === 'boolean' && people !== undefined) pairs.set(labels, [rule, people]);
	}
	const outcome = decisionOutcome(deciding, overruled);
	const { verdict } = outcome;
	const split: GreyCause = { cause: 'split-people', count: disputed };
	const turned = [true, false].some((value) => pathWhereSplitAre(value) !== verdict.path);
	return {
		...outcome,
		verdict: turned && verdict.path !== undefined ? { ...verdict, ...greyZoneOf([...verdict.grey, split]) } : verdict,
		labelled: labelled.length,
		disputed,
		among: { n: several.length, agreed: several.filter(unanimous).length },
		of: samples.filter(({ result }) => unjudgeable(result, score) === undefined).length,
		alone: decisionVerdict(deciding, labelled),
		agreement: cohensKappa([...pairs.values()]),
	};

	/** What those over which people are split would come to, were they judged so. */
	function pathWhereSplitAre(value: boolean): string | undefined {
		const judged = results.map((result) => {
			const words = judgements.get(sampleKey(result));
			return words !== undefined && words.meaningful === undefined ? overrule(result, score, value) : result;
		});
		return decisionVerdict(deciding, judged).path;
	}
}

function unanimous(labels: PeoplesJudgement['labels']): boolean {
	return new Set(labels.map(({ meaningful }) => meaningful)).size === 1;
}

/** Where people say no as the rule does, its reason stands. */
function overrule(result: SampleResult, score: string, value: boolean | undefined): SampleResult {
	const judged = scoreNamed(result, score);
	if (value === undefined || judged?.value === value) return result;
	const theirs = value ? { value } : { value, reason: PEOPLE_SAY_NO };
	return { ...result, scores: { ...result.scores, [score]: theirs } };
}

/** Why a sample did not pass that only people judge so. */
const PEOPLE_SAY_NO = 'people-say-no';
