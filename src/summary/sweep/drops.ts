import type { EvaluatedSuite } from '../../eval/header.ts';
import { ALPHA } from '../../stats/answer.ts';
import { logEValue, logLossEValue, overBudgetP } from '../../stats/early-drop.ts';
import { answeringScores, candidateAnswer, type Margins, measuredScores } from '../compare/answer.ts';
import { pairsOf, referenceOf } from './answers.ts';
import { answerClasses, type ObservedCell } from './observe.ts';

/** Why a cell was dropped before its last prompt. Cells by index. */
export type Drop =
	| { readonly rule: 'memory'; readonly peakBytes: number; readonly limitBytes: number }
	/** Turns over the limit, of those measured. */
	| { readonly rule: 'time'; readonly over: number; readonly n: number; readonly limitMs: number }
	/** The same answers as `than`, slower in so many blocks, faster in others. */
	| { readonly rule: 'slower'; readonly than: number; readonly slower: number; readonly faster: number }
	/** On one score, which lost so many prompts. */
	| { readonly rule: 'quality'; readonly lost: number; readonly gained: number; readonly reference: number };

export interface SweepLimits {
	readonly memoryBytes?: number;
	/** Of the typical turn. */
	readonly turnMs?: number;
}

/** What a sweep asks, and the losses that it accepts. */
interface AskedSuites {
	readonly suites: readonly EvaluatedSuite[];
	readonly margins?: Margins;
}

/**
 * The cells to drop now, and those to take back, by the rules of docs/metrics.md: over a limit of the user; the same answers
 * as another cell of its class, and slower; a loss above the margin against the reference, for certain. They may be asked
 * after every block.
 */
export function dropsNow(
	cells: readonly ObservedCell[],
	dropped: ReadonlyMap<number, Drop>,
	limits: SweepLimits,
	{ suites, margins }: AskedSuites,
): { readonly drop: ReadonlyMap<number, Drop>; readonly revive: readonly number[] } {
	const { classes, ambiguous } = answerClasses(cells);
	const reference = referenceOf(cells);
	const own = reference === undefined ? undefined : classes.find(({ members }) => members.includes(reference));
	const revive = [...dropped].flatMap(([index, drop]) =>
		// Without its reference nothing is known of its quality.
		(drop.rule === 'quality' && own?.members.includes(drop.reference) === false) ||
		(drop.rule === 'slower' && ambiguous.has(index))
			? index
			: [],
	);
	const drop = new Map<number, Drop>();
	const lives = (index: number): boolean => !drop.has(index) && (!dropped.has(index) || revive.includes(index));
	for (const [index, cell] of cells.entries()) {
		const over = lives(index) ? overLimit(cell, cells.length, limits) : undefined;
		if (over !== undefined) drop.set(index, over);
	}
	for (const { members } of classes) {
		for (const index of members.filter((member) => lives(member) && !revive.includes(member))) {
			const slower = slowerThan(index, members.filter(lives), cells, members.length);
			if (slower !== undefined) drop.set(index, slower);
		}
	}
	if (reference === undefined || own === undefined) return { drop, revive };
	const threshold = Math.log(((cells.length - 1) * answeringScores(suites)) / ALPHA);
	for (const one of classes.filter((other) => other !== own && other.members.some(lives))) {
		const pairs = pairsOf(own, one);
		const worse = measuredScores(pairs, suites, margins).find(
			({ lost, gained, n, margin }) => n > 0 && logLossEValue(lost, gained, n, margin) >= threshold,
		);
		if (worse === undefined) continue;
		const { lost, gained } = worse;
		const { answer } = candidateAnswer(pairs, suites, margins);
		if (answer !== 'dont') throw new Error(`dropped at ${lost} lost, ${gained} gained, and compared as ${answer}`);
		for (const index of one.members.filter(lives)) drop.set(index, { rule: 'quality', lost, gained, reference });
	}
	return { drop, revive };
}

/** Of peak memory: the same cell measured twice differs by about 1 %. */
export const SAME_MEMORY = 1.02;

function overLimit(
	{ peakBytes, observed }: ObservedCell,
	cells: number,
	{ memoryBytes, turnMs }: SweepLimits,
): Drop | undefined {
	if (memoryBytes !== undefined && peakBytes !== undefined && peakBytes > memoryBytes)
		return { rule: 'memory', peakBytes, limitBytes: memoryBytes };
	if (turnMs === undefined) return undefined;
	const times = [...observed.values()].flatMap(({ ms }) => ms ?? []);
	const over = times.filter((ms) => ms > turnMs).length;
	return overBudgetP(over, times.length) <= ALPHA / cells
		? { rule: 'time', over, n: times.length, limitMs: turnMs }
		: undefined;
}

/** K (K - 1) ordered pairs of a class share the 5 %. */
function slowerThan(
	index: number,
	others: readonly number[],
	cells: readonly ObservedCell[],
	k: number,
): Drop | undefined {
	const cell = cells[index];
	if (cell === undefined) return undefined;
	for (const than of others) {
		const other = cells[than];
		if (than === index || other === undefined || !takesNoMore(other, cell)) continue;
		const { slower, faster } = blockWins(cell, other);
		if (logEValue(slower, faster) >= Math.log((k * (k - 1)) / ALPHA)) return { rule: 'slower', than, slower, faster };
	}
	return undefined;
}

/** Unknown memory is compared with unknown alone. */
function takesNoMore({ peakBytes: one }: ObservedCell, { peakBytes: other }: ObservedCell): boolean {
	if (one === undefined || other === undefined) return one === other;
	return one <= other * SAME_MEMORY;
}

/** Blocks in which the first cell was slower and faster than the second. */
function blockWins(one: ObservedCell, other: ObservedCell): { readonly slower: number; readonly faster: number } {
	let [slower, faster] = [0, 0];
	for (const [key, { ms }] of one.observed) {
		const second = other.observed.get(key)?.ms;
		if (ms === undefined || second === undefined || one.apart.has(key) || other.apart.has(key)) continue;
		if (ms > second) slower += 1;
		if (ms < second) faster += 1;
	}
	return { slower, faster };
}
