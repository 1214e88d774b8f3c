import { textRules } from '../../text/text-rules.ts';
import { matchCall } from '../match/call-matching.ts';
import type { Sample } from '../sample.ts';
import type { Score } from '../score/score.ts';
import type { ScoreContext, Scorer } from '../score/scorer.ts';
import type { Turn } from '../turn/turn.ts';
import type { ExpectingSample } from './calls.ts';

/** A sample that may say which calls are right. */
type MaybeExpecting = Sample & Pick<Partial<ExpectingSample>, 'expected'>;

/** The share of the turn's calls that succeeded, in percent. A call that the user refused is none of them. */
export function callSuccess<S extends Sample = Sample>(options: Partial<Scorer<S>> = {}): Scorer<S> {
	return {
		name: 'callSuccess',
		kind: 'number',
		unit: '%',
		title: { en: 'calls that succeed', ko: '성공한 호출' },
		...options,
		score(_sample, turn) {
			const answered = toolCalls(turn).filter(({ result }) => result.type !== 'cancelled');
			if (answered.length === 0) return undefined;
			return (100 * answered.filter(({ result }) => result.type === 'ok').length) / answered.length;
		},
	};
}

/**
 * Whether, after the first call that failed, a right call succeeded: one of the sample's expected calls, or any where the
 * sample tells none. Applies where a call is right and one failed that is not: a right call that fails has nothing to correct.
 */
export function corrected<S extends MaybeExpecting = MaybeExpecting>(options: Partial<Scorer<S>> = {}): Scorer<S> {
	return {
		name: 'corrected',
		title: { en: 'right call after a failed one', ko: '실패 뒤 올바른 호출' },
		...options,
		score: (sample, turn) => correction(sample, turn),
	};
}

/**
 * Whether the turn came out of its first failed call well: by a right call that succeeded behind it, or by an answer that
 * means something under the text rules of the app's language. Applies where a call failed.
 */
export function recovered<S extends MaybeExpecting = MaybeExpecting>(options: Partial<Scorer<S>> = {}): Scorer<S> {
	return {
		name: 'recovered',
		title: { en: 'recovers from a failed call', ko: '실패한 호출에서 회복' },
		...options,
		score(sample, turn, context) {
			if (!toolCalls(turn).some(({ result }) => result.type === 'error')) return undefined;
			return rightCall(sample.expected, callsAfterFailure(turn), turn) || sensibleAnswer(sample, turn, context);
		},
	};
}

function correction({ expected }: MaybeExpecting, turn: Turn): Score | undefined {
	const failed = toolCalls(turn).filter(({ result }) => result.type === 'error');
	if (expected?.length === 0 || failed.every(({ call }) => expected !== undefined && isAmong(expected, call, turn))) {
		return undefined;
	}
	const later = callsAfterFailure(turn);
	if (later.length === 0) return { value: false, reason: 'no_further_call' };
	if (rightCall(expected, later, turn)) return { value: true };
	return { value: false, reason: later.some(({ result }) => result.type === 'ok') ? 'wrong_call' : 'failed_again' };
}

function sensibleAnswer({ input }: Sample, { answer, error }: Turn, { language }: ScoreContext): Score {
	if (error !== undefined) return { value: false, reason: 'turn_failed', detail: error };
	if (answer === undefined) return { value: false, reason: 'no_answer' };
	const meaning = textRules(language).classifyPrefix(answer.normalize('NFC'), input);
	return meaning.meaningful ? { value: true } : { value: false, reason: meaning.reason };
}

/** A call that succeeded and is right: one of the expected, or any where the sample tells none. */
function rightCall(expected: MaybeExpecting['expected'], calls: readonly MadeCall[], turn: Turn): boolean {
	const succeeded = calls.filter(({ result }) => result.type === 'ok');
	return succeeded.some(({ call }) => expected === undefined || isAmong(expected, call, turn));
}

function isAmong(
	expected: NonNullable<MaybeExpecting['expected']>,
	call: MadeCall['call'],
	{ defaults }: Pick<Turn, 'defaults'>,
): boolean {
	return expected.some((one) => matchCall(one, call, { defaults }) === undefined);
}

type MadeCall = Extract<Turn['messages'][number], { readonly role: 'tool-call' }>;

function toolCalls({ messages }: Turn): readonly MadeCall[] {
	return messages.flatMap((message) => (message.role === 'tool-call' ? [message] : []));
}

/** Nothing where none failed. */
function callsAfterFailure(turn: Turn): readonly MadeCall[] {
	const calls = toolCalls(turn);
	const failed = calls.findIndex(({ result }) => result.type === 'error');
	return failed === -1 ? [] : calls.slice(failed + 1);
}
