import { message } from '../../base/message.ts';
import { isCaptured } from '../evidence/generation-evidence.ts';
import { type ExpectedCall, matchArguments, matchCalls } from '../match/calls.ts';
import { type ExpectedState, stateMismatch } from '../match/values.ts';
import type { Sample } from '../sample.ts';
import type { Score } from '../score.ts';
import type { Scorer } from '../suite.ts';
import type { Turn } from '../turn.ts';

/** A sample with its expected calls, in order; empty: no call is right. */
export interface ExpectingSample extends Sample {
	readonly expected: readonly ExpectedCall[];
	/** Whether calls must come in this order (a chain) or in any (parallel, the default). */
	readonly order?: 'given' | 'any';
	/** Expected state of the app after the turn; absent: not scored. */
	readonly endState?: ExpectedState;
}

/** Whether anything was called. */
export function called<S extends Sample = Sample>(options: Partial<Scorer<S>> = {}): Scorer<S> {
	return {
		name: 'called',
		title: { en: 'calls a tool', ko: '도구 호출' },
		needs: 'first-call',
		...options,
		score: (_sample, { call }) => call !== undefined,
	};
}

/** Whether the first call is of the first expected tool. Does not apply without a call or an expected one. */
export function calledTool<S extends ExpectingSample = ExpectingSample>(options: Partial<Scorer<S>> = {}): Scorer<S> {
	return {
		name: 'firstTool',
		title: { en: 'right tool first', ko: '첫 도구 일치' },
		needs: 'first-call',
		applies: callIsRight,
		...options,
		score(sample, turn) {
			const { call } = turn;
			const [expected] = expectedOf(sample);
			if (call === undefined || expected === undefined) return undefined;
			if (call.name === expected.tool) return true;
			const unscored = notOffered([expected], turn);
			if (unscored !== undefined) return unscored;
			return {
				value: false,
				reason: 'wrong_func_name',
				detail: message('score.expected-got', { wanted: expected.tool, given: call.name }),
			};
		},
	};
}

/** Whether the first call has the expected arguments. Applies if its tool is right. */
export function argumentsMatch<S extends ExpectingSample = ExpectingSample>(
	options: Partial<Scorer<S>> = {},
): Scorer<S> {
	return {
		name: 'arguments',
		title: { en: 'right arguments', ko: '인자 일치' },
		needs: 'first-call',
		applies: callIsRight,
		...options,
		score(sample, { call, defaults }) {
			const [expected] = expectedOf(sample);
			if (call === undefined || call.name !== expected?.tool) return undefined;
			const mismatch = matchArguments(expected, call, { defaults });
			return mismatch === undefined ? true : { value: false, reason: mismatch.error, detail: mismatch.detail };
		},
	};
}

/** Whether the turn made all expected calls and no others; reasons are BFCL's names. */
export function callsMatch<S extends ExpectingSample = ExpectingSample>(options: Partial<Scorer<S>> = {}): Scorer<S> {
	return {
		name: 'correct',
		title: { en: 'right calls', ko: '올바른 호출' },
		calls: 'all',
		...options,
		score(sample, turn) {
			const { calls, defaults, error, malformed } = turn;
			const { order } = sample;
			const expected = expectedOf(sample);
			const mismatch = matchCalls(expected, calls, { order, defaults });
			if (mismatch !== undefined) {
				return notOffered(expected, turn) ?? { value: false, reason: mismatch.error, detail: mismatch.detail };
			}
			// Silence is right if no call is expected, unless the turn failed.
			if (expected.length === 0 && error !== undefined) return { value: false, reason: 'turn_failed', detail: error };
			// An unreadable attempt counts as an extra call.
			return malformed ? { value: false, reason: 'malformed_call' } : true;
		},
	};
}

/** The model could not call a tool that this sample did not have. */
function notOffered(expected: ExpectingSample['expected'], { tools, generations }: Turn): Score | undefined {
	const missing = expected.find(({ tool }) => tools?.includes(tool) === false);
	if (missing === undefined || generations.some(isCaptured)) return undefined;
	return { unscored: 'own-code-failed', detail: message('score.tool-not-offered', { tool: missing.tool }) };
}

/**
 * Whether the app ended in the expected state. Applies if the sample has one and the solver saw it; a capture does not.
 */
export function endState<S extends ExpectingSample = ExpectingSample>(options: Partial<Scorer<S>> = {}): Scorer<S> {
	return {
		name: 'endState',
		title: { en: 'right end state of the app', ko: '앱의 최종 상태 일치' },
		applies: (sample) => sample.endState !== undefined,
		...options,
		score({ endState: expected }, { facts: { before, after }, generations }) {
			if (expected === undefined) return undefined;
			if (before === undefined || after === undefined) {
				if (generations.some(isCaptured)) return STATE_UNTOLD;
				return before === undefined ? undefined : STATE_UNSEEN;
			}
			const difference = stateMismatch(expected, before, after);
			return difference === undefined ? true : { value: false, reason: 'wrong_state', detail: difference };
		},
	};
}

const STATE_UNSEEN: Score = {
	unscored: 'not-recorded',
	detail: message('score.state-hidden'),
};
const STATE_UNTOLD: Score = { unscored: 'not-recorded', detail: message('score.state-not-captured') };

function callIsRight(sample: ExpectingSample): boolean {
	return expectedOf(sample).length > 0;
}

/** Rows written in code have the shape of their suite's schema, or any shape without one. */
function expectedOf({ id, expected }: ExpectingSample): ExpectingSample['expected'] {
	if (Array.isArray(expected)) return expected;
	throw new TypeError(`sample ${id} has no list \`expected\` of the calls that are right`);
}
