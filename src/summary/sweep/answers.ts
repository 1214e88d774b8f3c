import type { EvaluatedSuite } from '../../eval/header.ts';
import { ALPHA } from '../../stats/answer.ts';
import { distribution } from '../../stats/distribution.ts';
import { boundsOf, type CandidateAnswer, candidateAnswer, type Margins, type ScoreAnswer } from '../compare/answer.ts';
import { answersTogether, areOrdered, type Candidate, passesAt } from '../compare/answers-together.ts';
import { forgottenSince, type Series, type ToolChange } from '../compare/series.ts';
import { type PairedSample, pairSamples } from '../flips.ts';
import { type AnswerClass, answerClasses, type ObservedCell, sameAnswers } from './observe.ts';

/** The largest build within the limits, the first of those without an order by size: known before any answer. */
export function referenceOf(cells: readonly ObservedCell[]): number | undefined {
	const within = cells.filter(({ overLimit }) => overLimit !== true);
	const largest = within.find(
		({ build }) =>
			!within.some(
				(other) => areOrdered([build, other.build]) && Number(other.build.sizeBytes) > Number(build.sizeBytes),
			),
	);
	return largest && cells.indexOf(largest);
}

/** What a class of cells with the same answers came to against the reference. */
export interface ClassAnswer {
	/** Indices of cells. */
	readonly members: readonly number[];
	/** `size`: judged in the order of file size; `none`: among cells without an order, by Holm. */
	readonly order: 'size' | 'none';
	readonly answer: CandidateAnswer;
	/** Upper bounds of the loss that are honest for a class that was chosen among the others, by main score. */
	readonly bounds: readonly Bound[];
	/** Tools that a checkpoint has forgotten since the reference. */
	readonly tools: readonly ToolChange[];
}

interface Bound extends Pick<ScoreAnswer, 'suite' | 'variant' | 'margin'> {
	readonly high: number;
}

/** The sentence of a sweep as data. Cells by index. */
export interface SweepAnswer {
	readonly answer: 'ship' | 'cant-tell' | 'none';
	/**
	 * Of `ship`: `size`, `none`: against the reference, as {@link ClassAnswer}; `same-answers`: no cell said anything else;
	 * `others-lose`: the reference itself, as all others lose.
	 */
	readonly basis?: ClassAnswer['order'] | 'same-answers' | 'others-lose';
	/** A cell of the class that was chosen; `cell` may stand on another engine, with the same answers. */
	readonly like?: number;
	/** The cell to ship; of `cant-tell` the one to ship meanwhile, of the reference's class. */
	readonly cell?: number;
	readonly reference?: number;
	/** All but the reference's class. */
	readonly classes: readonly ClassAnswer[];
}

export function sweepAnswer(
	cells: readonly ObservedCell[],
	suites: readonly EvaluatedSuite[],
	margins?: Margins,
	series?: Series,
): SweepAnswer {
	const reference = referenceOf(cells);
	const { classes } = answerClasses(cells);
	const own = classes.find(({ members }) => members.includes(reference ?? -1));
	if (reference === undefined || own === undefined) return { answer: 'none', classes: [] };
	const others = classes.filter((one) => one !== own);
	const answers = classAnswers(own, others, { cells, suites, margins, reference, series });
	const passed = answers.filter(({ answer }) => answer.answer === 'ship').filter((one) => hasLiving(one, cells));
	const ordered = answers.some(({ order }) => order === 'size')
		? passed.filter(({ order }) => order === 'size')
		: passed;
	const step = series?.steps.find((one) => one.step === series.best)?.run ?? -1;
	const best = ordered.toSorted(
		(one, other) =>
			Number(other.members.includes(step)) - Number(one.members.includes(step)) ||
			sizeOf(one, cells) - sizeOf(other, cells) ||
			fastestMs(one, cells) - fastestMs(other, cells),
	)[0];
	const cell = fastestLike(classes.find(({ members }) => members === best?.members) ?? own, cells);
	const common = { cell, reference, classes: answers };
	// Without another cell nothing was compared.
	if (cells.length < 2) return { answer: 'cant-tell', ...common };
	if (best !== undefined) return { answer: 'ship', basis: best.order, like: best.members[0], ...common };
	if (others.length === 0) return { answer: 'ship', basis: 'same-answers', ...common };
	const open = answers.some(({ answer }) => answer.answer === 'cant-tell');
	return open ? { answer: 'cant-tell', ...common } : { answer: 'ship', basis: 'others-lose', ...common };
}

interface Asked {
	readonly cells: readonly ObservedCell[];
	readonly suites: readonly EvaluatedSuite[];
	readonly margins: Margins | undefined;
	readonly reference: number;
	readonly series: Series | undefined;
}

function classAnswers(own: AnswerClass, others: readonly AnswerClass[], asked: Asked): readonly ClassAnswer[] {
	const { cells, suites, margins, reference, series } = asked;
	const judged = others.map(({ members, observed }, run) => {
		const answer = candidateAnswer(pairsOf(own, { observed }), suites, margins);
		const { build = {}, setup } = cells[members[0] ?? -1] ?? {};
		return { run, members, build, setup, answer };
	});
	const { setup, build: largest = {} } = cells[reference] ?? {};
	const alike = judged.filter((one) => one.setup === setup && areOrdered([largest, one.build]));
	const isOrdered = judged.map((one) => one === alike.find(({ build }) => !areOrdered([build, one.build])));
	const sorts = [true, false].map((sort) => judged.filter((_, place) => isOrdered[place] === sort));
	const [bySize = [], unordered = []] = sorts;
	const sized = answersTogether(bySize).answers;
	const free = answersTogether(unordered.map(({ build: _, ...one }): Candidate => one)).answers;
	return judged.map((one) => {
		const order = bySize.includes(one) ? 'size' : 'none';
		const { members } = one;
		const answer = (order === 'size' ? sized[bySize.indexOf(one)] : free[unordered.indexOf(one)]) ?? one.answer;
		const alpha = ALPHA / (order === 'size' ? 1 : unordered.length);
		const step = series?.steps.find(({ run }) => members.includes(run));
		const tools = step === undefined ? [] : forgottenSince(step);
		return {
			members,
			order,
			answer: tools.length === 0 ? answer : { ...answer, answer: 'dont' },
			bounds: boundsAt(answer, alpha),
			tools,
		};
	});
}

/** With what could not be finished counted as lost. */
function boundsAt({ scores }: CandidateAnswer, alpha: number): readonly Bound[] {
	return scores
		.filter(({ floor, n }) => !floor && n > 0)
		.map(({ suite, variant, margin, worst, ...counts }) => {
			const high = Math.max(boundsOf(counts, alpha).high, boundsOf(worst, alpha).high);
			return { suite, variant, margin, high };
		});
}

/** The samples that both classes have. */
export function pairsOf(
	first: Pick<AnswerClass, 'observed'>,
	second: Pick<AnswerClass, 'observed'>,
): readonly PairedSample[] {
	const [one, other] = [first, second].map(({ observed }) => ({
		samples: Array.from(observed.values(), ({ sample }) => sample),
	}));
	return one === undefined || other === undefined ? [] : pairSamples(one, other);
}

/**
 * Whether half of the prompts settle a sweep: every class without a dropped cell ships at 0.5 %, so that the look takes
 * next to nothing from the 5 % of the whole set.
 */
export function isSettledAtHalf(answers: readonly ClassAnswer[], isDropped: (member: number) => boolean): boolean {
	const unordered = answers.filter(({ order }) => order === 'none').length;
	return answers.every(
		({ members, order, answer }) =>
			members.every(isDropped) ||
			(answer.answer === 'ship' && passesAt(answer, HALF_ALPHA / (order === 'size' ? 1 : unordered))),
	);
}

const HALF_ALPHA = 0.005;

function hasLiving({ members }: ClassAnswer, cells: readonly ObservedCell[]): boolean {
	return members.some((member) => cells[member]?.overLimit !== true);
}

function sizeOf({ members }: ClassAnswer, cells: readonly ObservedCell[]): number {
	return cells[members[0] ?? -1]?.build.sizeBytes ?? Number.POSITIVE_INFINITY;
}

function fastestMs({ members }: ClassAnswer, cells: readonly ObservedCell[]): number {
	return Math.min(...members.map((member) => typicalMs(cells[member]) ?? Number.POSITIVE_INFINITY));
}

/** The fastest cell within the limits that says the same: of the class, or of the same weights on another engine. */
function fastestLike(own: AnswerClass, cells: readonly ObservedCell[]): number | undefined {
	const [first = -1] = own.members;
	const alike = cells.flatMap((cell, index) => {
		const isSame = cell.weights === cells[first]?.weights && sameAnswers(own, cell) === true;
		const isWhole = cell.observed.size === own.observed.size;
		return own.members.includes(index) || (isSame && isWhole) ? [index] : [];
	});
	// One that was dropped as slower has its times on fewer prompts: those that lasted are compared.
	const within = alike.filter((index) => cells[index]?.overLimit !== true);
	const most = Math.max(...within.map((index) => cells[index]?.observed.size ?? 0));
	const lasting = within.filter((index) => cells[index]?.observed.size === most);
	return lasting.toSorted(
		(one, other) => (typicalMs(cells[one]) ?? Infinity) - (typicalMs(cells[other]) ?? Infinity),
	)[0];
}

/** Median time of a warm turn. */
export function typicalMs(cell: ObservedCell | undefined): number | undefined {
	return distribution([...(cell?.observed.values() ?? [])].flatMap(({ ms }) => ms ?? [])).p50;
}
