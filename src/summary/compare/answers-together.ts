import { ALPHA, isWithin } from '../../stats/answer.ts';
import type { CandidateAnswer } from './answer.ts';

/** What may order candidates before any result. */
export interface Build {
	/** Of the model's file. */
	readonly sizeBytes?: number;
	/** Where two have the same, their sizes are no order: a longer name in the header is 32 bytes. */
	readonly quantization?: string;
	/** Checkpoints have no order. */
	readonly step?: number;
}

/** A candidate among several. */
export interface Candidate {
	/** Index of its run. */
	readonly run: number;
	readonly answer: CandidateAnswer;
	readonly build?: Build;
	/** How much faster than the baseline a turn is. */
	readonly turnRatio?: number;
}

/** The answers of several candidates together. */
export interface CandidateAnswers {
	/** `size`: judged from the largest file to the smallest, up to the first that does not pass. `none`: Holm. */
	readonly order: 'size' | 'none';
	/** In the order given. */
	readonly answers: readonly CandidateAnswer[];
	/** Run to ship: the smallest that passed, or the fastest where sizes do not order them. */
	readonly ship?: number;
}

/**
 * Several candidates against one baseline that was named before the run. Files of different sizes are an order fixed by
 * something other than results, so no correction is needed; without one, Holm's is made over the candidates.
 */
export function answersTogether(candidates: readonly Candidate[]): CandidateAnswers {
	const isOrdered = areOrdered(candidates.map(({ build = {} }) => build));
	const answers = isOrdered ? bySize(candidates) : byHolm(candidates);
	const passed = candidates
		.filter((_, index) => answers[index]?.answer === 'ship')
		.sort((one, other) => (isOrdered ? sizeOf(one) - sizeOf(other) : (other.turnRatio ?? 0) - (one.turnRatio ?? 0)));
	return { order: isOrdered ? 'size' : 'none', answers, ship: passed[0]?.run };
}

/** Whether sizes differ, and with them the quantizations that are known; never of checkpoints. */
export function areOrdered(builds: readonly Build[]): boolean {
	const isApart = (values: readonly unknown[]): boolean => new Set(values).size === values.length;
	return (
		builds.every(({ sizeBytes, step }) => sizeBytes !== undefined && step === undefined) &&
		isApart(builds.map(({ sizeBytes }) => sizeBytes)) &&
		isApart(builds.flatMap(({ quantization }) => quantization ?? []))
	);
}

function sizeOf({ build }: Candidate): number {
	return build?.sizeBytes ?? 0;
}

function bySize(candidates: readonly Candidate[]): readonly CandidateAnswer[] {
	const order = candidates.toSorted((one, other) => sizeOf(other) - sizeOf(one));
	const stop = order.findIndex(({ answer }) => answer.answer !== 'ship');
	const last = order[stop];
	return candidates.map((candidate) => {
		const { answer } = candidate;
		if (last === undefined || order.indexOf(candidate) <= stop || answer.answer !== 'ship') return answer;
		return { ...answer, answer: 'cant-tell', after: last.run };
	});
}

/** Step-down: one that passes at 5 % over those left makes the level of the others larger. */
function byHolm(candidates: readonly Candidate[]): readonly CandidateAnswer[] {
	const left = new Set(candidates.filter(({ answer }) => answer.answer === 'ship'));
	let open = candidates.length;
	for (;;) {
		const passing = [...left].find(({ answer }) => passesAt(answer, ALPHA / open));
		if (passing === undefined) break;
		left.delete(passing);
		open -= 1;
	}
	return candidates.map((candidate) => {
		const { answer } = candidate;
		return left.has(candidate) ? { ...answer, answer: 'cant-tell' } : answer;
	});
}

/** Whether no answer changed, or every score but floors is within its margin, each at this error. */
export function passesAt({ scores, sameAnswers }: CandidateAnswer, alpha: number): boolean {
	return sameAnswers !== undefined || scores.every((one) => one.floor || isWithin(one, alpha));
}
