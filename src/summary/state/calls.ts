import { z } from 'zod';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { message, type Said } from '../../base/message.ts';
import type { EvaluatedSuite } from '../../eval/header.ts';
import {
	type CallComparison,
	type CallMatching,
	compareCalls,
	type ExpectedCall,
	expectedCallSchema,
} from '../../eval/match/calls.ts';
import { shownValue } from '../../eval/match/values.ts';
import type { SampleResult } from '../../eval/sample.ts';
import { turnOf } from '../../eval/turn.ts';
import { countReasons, type ReasonCounts } from '../../stats/counts.ts';
import { type Rate, rateOf, withoutInterval } from '../../stats/rate.ts';
import { failedCheck, type PromptRight } from './right.ts';

/** Right calls over every prompt with an expectation, those that need no call included. */
export interface CallsSummary {
	/** Of prompts; without interval if some are unscored. */
	readonly right: Rate;
	/** Why prompts are neither right nor wrong. */
	readonly unscored: ReasonCounts;
	/** The worst first. */
	readonly wrong: readonly WrongCall[];
}

/** Kinds of wrong calls, the worst first. */
export const WRONG_CALLS = [
	'wrong-tool',
	'not-needed',
	'not-called',
	'unreadable',
	'wrong-value',
	'missing-argument',
	'extra-argument',
	'other',
] as const;

export interface WrongCall {
	readonly suite: string;
	readonly variant: string;
	readonly sampleId: string;
	readonly input?: string;
	readonly kind: (typeof WRONG_CALLS)[number];
	/** `called find_recipe instead of show_shopping_list` */
	readonly said: Said;
	readonly expected: readonly ExpectedCall[];
	readonly called: readonly { readonly name: string; readonly arguments: JsonObject }[];
}

/** Undefined for a run without expected calls, such as one that only asks which texts are worth keeping. */
export function summarizeCalls(prompts: readonly PromptRight[]): CallsSummary | undefined {
	const expecting = prompts.filter(({ asked }) =>
		asked.some(({ sample, checks }) => Array.isArray(sample.sample.expected) && checks.some(({ decides }) => !decides)),
	);
	if (expecting.length === 0) return undefined;
	const right = expecting.filter((prompt) => prompt.right === true).length;
	const scored = expecting.filter((prompt) => prompt.right !== undefined).length;
	const rate = rateOf(right, scored);
	return {
		right: scored < expecting.length ? withoutInterval(rate) : rate,
		unscored: countReasons(expecting.flatMap((prompt) => (prompt.right === undefined ? prompt.unscored[0] : []))),
		wrong: expecting
			.filter((prompt) => prompt.right === false)
			.flatMap(wrongCall)
			.toSorted((one, other) => WRONG_CALLS.indexOf(one.kind) - WRONG_CALLS.indexOf(other.kind)),
	};
}

/** The first sample of a prompt that is wrong. */
function wrongCall({ asked, sampleId }: PromptRight): readonly WrongCall[] {
	const wrong = asked.find(({ checks }) => failedCheck(checks)?.right === false);
	if (wrong === undefined) return [];
	const { suite, sample, checks } = wrong;
	const { calls } = turnOf(sample.transcript);
	const expected = expectedCalls(sample.sample);
	const { reason, detail } = failedCheck(checks)?.score ?? {};
	const { kind, said } = worstOf(callsBeside(sample, suite), expected, reason, detail);
	const { input } = sample.sample;
	return [
		{
			suite: suite.name,
			variant: sample.variant,
			sampleId,
			input: typeof input === 'string' ? input : undefined,
			kind,
			said,
			expected,
			called: calls.map(({ name, arguments: given }) => ({ name, arguments: given })),
		},
	];
}

type Wrong = Pick<WrongCall, 'kind' | 'said'>;

function worstOf(
	pairs: readonly CallComparison[],
	expected: readonly ExpectedCall[],
	reason: string | undefined,
	detail: Said | undefined,
): Wrong {
	const wanted = expected.map(({ tool }) => tool);
	if (reason === 'malformed_call' && wanted.length > 0)
		return { kind: 'unreadable', said: message('call.unreadable', { wanted }) };
	const found = pairs
		.flatMap((pair) => wrongPair(pair, wanted) ?? [])
		.toSorted((one, other) => WRONG_CALLS.indexOf(one.kind) - WRONG_CALLS.indexOf(other.kind));
	return found[0] ?? { kind: 'other', said: detail ?? reason ?? '' };
}

function wrongPair(
	{ expected, call, arguments: compared }: CallComparison,
	wanted: readonly string[],
): Wrong | undefined {
	if (expected === undefined) {
		const given = call?.name ?? '';
		const code = wanted.length === 0 ? 'call.not-needed' : wanted.includes(given) ? 'call.repeated' : 'call.too-many';
		return { kind: 'not-needed', said: message(code, { given }) };
	}
	const { tool } = expected;
	if (call === undefined) return { kind: 'not-called', said: message('call.not-called', { wanted: tool }) };
	if (call.name !== tool)
		return { kind: 'wrong-tool', said: message('call.wrong-tool', { given: call.name, wanted: tool }) };
	const wrong = compared.find(({ mismatch }) => mismatch !== undefined);
	if (wrong?.mismatch === undefined) return undefined;
	const { name, choices, given } = wrong;
	if (given === undefined) return { kind: 'missing-argument', said: message('call.missing-argument', { tool, name }) };
	const shown = { tool, name, given: shownValue(given, choices[0]) };
	if (choices.length === 0) return { kind: 'extra-argument', said: message('call.extra-argument', shown) };
	return {
		kind: 'wrong-value',
		said: message('call.wrong-value', { ...shown, wanted: shownValue(choices[0] as JsonValue, given) }),
	};
}

/** The calls that are right; none if the log has none that can be read. */
export function expectedCalls({ expected }: JsonObject): readonly ExpectedCall[] {
	return z.array(expectedCallSchema).safeParse(expected).data ?? [];
}

/**
 * The calls of a sample beside the expected ones: all of them, or the `first` alone. Dialogs compare strings their way,
 * without defaults.
 */
export function callsBeside(
	{ sample, transcript }: SampleResult,
	suite: EvaluatedSuite,
	{ first = false, schemas }: { readonly first?: boolean } & Pick<CallMatching, 'schemas'> = {},
): readonly CallComparison[] {
	const expected = expectedCalls(sample);
	// BFCL's own answers list values for each type.
	if (sample.possible !== undefined) return [];
	const { calls, call, defaults } = turnOf(transcript);
	const order = sample.order === 'given' ? 'given' : undefined;
	const strings = suite.settings?.strings;
	const matching: CallMatching =
		strings === undefined
			? { order, defaults, schemas }
			: { order, schemas, strings: strings === 'spaceless' ? strings : 'korean' };
	return first
		? compareCalls(expected.slice(0, 1), call === undefined ? [] : [call], matching)
		: compareCalls(expected, calls, matching);
}
