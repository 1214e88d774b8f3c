import { message } from '../../base/message.ts';
import { checkTurnOrder } from '../../chat/turn-order.ts';
import { ENGINE_DIALECT } from '../../dialects/conversation/open-conversation.ts';
import { FINISH_WORDS, faultsOf } from '../../model/generation.ts';
import { claimOfDeclined } from '../../text/declined.ts';
import { textRules } from '../../text/prefix/language.ts';
import { singleLine } from '../../text/text.ts';
import { matchCall } from '../match/calls.ts';
import type { Sample } from '../sample.ts';
import type { Score } from '../score.ts';
import type { ScoreContext, Scorer } from '../suite.ts';
import { declinedCalls, type MadeCall, type Turn, toolCalls } from '../turn.ts';
import type { ExpectingSample } from './calls.ts';

/** What a search that is announced without what is looked for ('Let me check') counts as: not meaningful, or meaningful. */
export type BareAnnouncements = 'discard' | 'keep';

/**
 * Whether the text before the first call is meaningful. Reasons: those of the text rules, `no-tool-call` or
 * `malformed-call` without a call, `empty-after-thought` if there was only a thought.
 */
export function meaningfulPrefix<S extends Sample = Sample>({
	bareAnnouncements,
	...options
}: Partial<Scorer<S>> & { readonly bareAnnouncements?: BareAnnouncements } = {}): Scorer<S> {
	return {
		name: 'meaningful',
		title: { en: 'a meaningful prefix', ko: '의미 있는 prefix' },
		needs: 'first-call',
		...options,
		score({ input }, turn, { language }) {
			const { call, prefix, malformed, error } = turn;
			// Calls of an app's own loop come without the text before them.
			if (prefix === undefined) return { unscored: 'not-recorded' };
			if (
				call === undefined &&
				malformed &&
				turn.generations.some(({ finish }) => finish.raw === FINISH_WORDS.refusedCall)
			)
				return { unscored: 'swallowed-by-engine', detail: message('score.words-held-back') };
			if (call === undefined)
				return { value: false, reason: malformed ? 'malformed-call' : 'no-tool-call', detail: error };
			const meaning = textRules(language).classifyPrefix(prefix, input);
			if (meaning.meaningful || (meaning.reason === 'bare-announcement' && bareAnnouncements === 'keep')) return true;
			const reason = meaning.reason === 'empty' && thoughtBeforeCall(turn) ? 'empty-after-thought' : meaning.reason;
			return { value: false, reason };
		},
	};
}

/** A hidden thought took the place of a prefix. */
function thoughtBeforeCall({ generations, callGeneration = 0 }: Turn): boolean {
	const { events, usage } = generations[callGeneration] ?? { events: [], usage: {} };
	const thought = events.find(({ type }) => type === 'thinking' || type === 'call');
	return thought?.type === 'thinking' || (usage.thoughtTokens ?? 0) > 0;
}

/** Whether the final answer contains a text, ignoring case and white space. */
export function answerContains<S extends Sample = Sample>(
	wanted: string | ((sample: S) => string | undefined),
	options: Partial<Scorer<S>> = {},
): Scorer<S> {
	return {
		name: 'answer',
		title: { en: 'answer contains the expected text', ko: '응답에 필요한 내용 포함' },
		...options,
		score(sample, { answer }) {
			const text = typeof wanted === 'string' ? wanted : wanted(sample);
			if (text === undefined) return undefined;
			if (answer === undefined) return { value: false, reason: 'no-answer' };
			return comparable(answer).includes(comparable(text))
				? true
				: { value: false, reason: 'not-in-answer', detail: text };
		},
	};
}

/** Whether the final answer matches a pattern. */
export function answerMatches<S extends Sample = Sample>(pattern: RegExp, options: Partial<Scorer<S>> = {}): Scorer<S> {
	const once = new RegExp(pattern.source, pattern.flags.replace(/[gy]/gu, ''));
	return {
		name: 'answer',
		title: { en: 'answer matches the pattern', ko: '응답 형식 일치' },
		...options,
		score(_sample, { answer }) {
			if (answer === undefined) return { value: false, reason: 'no-answer' };
			return once.test(answer) ? true : { value: false, reason: 'no-match' };
		},
	};
}

function comparable(text: string): string {
	return singleLine(text).toLowerCase();
}

/**
 * Whether the turn's calls were parsed without repairs. Does not apply without a call, or if the engine or an app
 * parsed the calls: their original text is unknown.
 */
export function strictFormat<S extends Sample = Sample>(options: Partial<Scorer<S>> = {}): Scorer<S> {
	return {
		name: 'strictFormat',
		title: { en: 'calls without repairs', ko: '보정 없이 파싱된 호출' },
		...options,
		score(_sample, { calls, malformed }, { dialect }) {
			if (dialect === ENGINE_DIALECT) return undefined;
			if (malformed) return { value: false, reason: 'malformed' };
			if (calls.length === 0 || calls.some(({ repairs }) => repairs === undefined)) return undefined;
			const faults = faultsOf(calls.flatMap((call) => call.repairs ?? []));
			const [reason] = faults;
			return reason === undefined ? true : { value: false, reason, detail: faults.join(', ') };
		},
	};
}

/** Whether the transcript follows the order of turns; the reason is the first broken rule. */
export function turnOrder<S extends Sample = Sample>(options: Partial<Scorer<S>> = {}): Scorer<S> {
	return {
		name: 'turnOrder',
		title: { en: 'turns in order', ko: '턴 순서 준수' },
		needs: 'own',
		...options,
		score(_sample, { messages }) {
			if (messages.length === 0) return undefined;
			const [violation] = checkTurnOrder(messages);
			if (violation === undefined) return true;
			return {
				value: false,
				reason: violation.rule,
				detail: message('score.message-number', { n: violation.index + 1 }),
			};
		},
	};
}

type MaybeExpecting = Sample & Pick<Partial<ExpectingSample>, 'expected'>;

/** Percentage of the turn's calls that succeeded, without those that the user refused. */
export function callSuccess<S extends Sample = Sample>(options: Partial<Scorer<S>> = {}): Scorer<S> {
	return {
		name: 'callSuccess',
		kind: 'number',
		unit: '%',
		title: { en: 'calls that succeed', ko: '호출 성공률' },
		...options,
		score(_sample, turn) {
			const answered = toolCalls(turn).filter(({ result }) => result.type !== 'cancelled');
			if (answered.length === 0) return undefined;
			return (100 * answered.filter(({ result }) => result.type === 'ok').length) / answered.length;
		},
	};
}

/**
 * Whether a right call succeeded after the first failed one: an expected call, or any call if the sample expects none
 * in particular. Applies if a wrong call failed: a right call that fails has nothing to correct.
 */
export function corrected<S extends MaybeExpecting = MaybeExpecting>(options: Partial<Scorer<S>> = {}): Scorer<S> {
	return {
		name: 'corrected',
		title: { en: 'right call after a failed one', ko: '실패 후 호출 교정' },
		...options,
		score: (sample, turn) => correction(sample, turn),
	};
}

/**
 * Whether the turn recovered from its first failed call, by a right call that succeeds or by a meaningful answer under
 * the text rules of the app's language. Applies if a call failed.
 */
export function recovered<S extends MaybeExpecting = MaybeExpecting>(options: Partial<Scorer<S>> = {}): Scorer<S> {
	return {
		name: 'recovered',
		title: { en: 'recovers from a failed call', ko: '호출 실패 후 회복' },
		...options,
		score(sample, turn, context) {
			if (!toolCalls(turn).some(({ result }) => result.type === 'error')) return undefined;
			return rightCall(sample.expected, callsAfterFailure(turn), turn) || sensibleAnswer(sample, turn, context);
		},
	};
}

/**
 * Whether the answer to the refusal of a call does not claim that the call was carried out. Applies if the user declined
 * a call, the model answered, and no other call of the turn may be what the answer reports.
 */
export function respectsDecline<S extends Sample = Sample>(options: Partial<Scorer<S>> = {}): Scorer<S> {
	return {
		name: 'respectsDecline',
		title: { en: 'a declined call is not reported as done', ko: '거절된 호출을 완료로 보고하지 않음' },
		...options,
		score(_sample, turn) {
			const { answer } = turn;
			const [declined] = declinedCalls(turn);
			if (declined === undefined || answer === undefined) return undefined;
			if (toolCalls(turn).some(({ call, result }) => result.type === 'ok' && !READS.test(call.name))) return undefined;
			const claim = claimOfDeclined(answer, declined.call.name);
			return claim === undefined ? true : { value: false, reason: 'claims_done', detail: claim };
		},
	};
}

/** Names of tools that change nothing. */
const READS = /^(?:get|list|search|find|query|read|show|check|look|fetch|view|count|describe|browse|load)(?![a-z])/u;

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

/** Whether an expected call succeeded (any call, if the sample has no expectation). */
function rightCall(expected: MaybeExpecting['expected'], calls: readonly MadeCall[], turn: Turn): boolean {
	const succeeded = calls.filter(({ result }) => result.type === 'ok');
	return succeeded.some(({ call }) => expected === undefined || isAmong(expected, call, turn));
}

function isAmong(
	expected: NonNullable<MaybeExpecting['expected']>,
	call: MadeCall['call'],
	{ defaults }: Turn,
): boolean {
	return expected.some((one) => matchCall(one, call, { defaults }) === undefined);
}

/** Empty if none failed. */
function callsAfterFailure(turn: Turn): readonly MadeCall[] {
	const calls = toolCalls(turn);
	const failed = calls.findIndex(({ result }) => result.type === 'error');
	return failed === -1 ? [] : calls.slice(failed + 1);
}
