import type { MatcherState } from 'vitest';
import { UsageError } from '../../src/errors/gemmark-error.ts';
import { matchArguments } from '../../src/eval/match/call-matching.ts';
import type { JsonObject } from '../../src/json/json-value.ts';
import { didYouMean } from '../../src/text/nearest-name.ts';
import { type AskedTurn, unobserved } from '../asked-turn.ts';
import { failsUnobserved, localeFor, type Outcome, quoted, requireTurn } from './matcher.ts';

type Call = AskedTurn['calls'][number];

/**
 * Passes where some call of the turn is of the tool, with these arguments where they are given: no others, Korean texts
 * compared as suites do; asymmetric matchers, such as `expect.objectContaining`, as vitest does.
 */
export function toCallTool(this: MatcherState, received: unknown, name: string, args?: object): Outcome {
	const turn = requireTurn('toCallTool', received);
	const { calls, text, language } = turn;
	requireTool(turn, name);
	const found = calls.findIndex((call) => call.name === name && (args === undefined || agrees(this, call, args, turn)));
	// A complete first call is seen even where the turn was cut behind it; that a call is not there shows at the end only.
	const missing = unobserved(turn, found === 0 ? 'first-call' : 'turn');
	if (missing !== undefined) return failsUnobserved(this, missing, turn);
	const locale = localeFor(language);
	const wanted = args === undefined ? name : `${name} ${this.utils.stringify(args, undefined, ONE_LINE)}`;
	const done = calls.length === 0 ? locale.nothingCalled(quoted(text)) : calls.map(callText).join(', ');
	return {
		pass: found !== -1,
		message: () => (found === -1 ? locale.noCall : locale.call)(wanted, done),
		...(args === undefined
			? { expected: name, actual: calls.map((call) => call.name).join(', ') }
			: { expected: { name, arguments: args }, actual: nearest(calls, name) }),
	};
}

/** A tool that there is not is never called: its misspelt name would pass as not called. */
function requireTool({ calls, sample }: AskedTurn, name: string): void {
	const { tools } = sample.transcript;
	if (tools === undefined || tools.includes(name) || calls.some((call) => call.name === name)) return;
	throw new UsageError(`toCallTool: the app has no tool ${name}${didYouMean(name, tools)}`, {
		hint: tools.length === 0 ? 'It has none.' : `There are ${tools.join(', ')}.`,
	});
}

const ONE_LINE = { min: true };

function agrees({ equals }: MatcherState, call: Call, args: object, turn: AskedTurn): boolean {
	const { name } = call;
	if (hasMatchers(args)) return equals(call.arguments, args);
	const { defaults } = turn.sample.transcript;
	return matchArguments({ tool: name, arguments: args as JsonObject }, call, { defaults }) === undefined;
}

function hasMatchers(value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return false;
	if ('asymmetricMatch' in value || value instanceof RegExp) return true;
	return Object.values(value).some(hasMatchers);
}

/** The call that a difference is shown of. */
function nearest(calls: readonly Call[], name: string): object | undefined {
	const call = calls.find((one) => one.name === name) ?? calls[0];
	return call && { name: call.name, arguments: call.arguments };
}

function callText({ name, arguments: args }: Call): string {
	return `${name} ${JSON.stringify(args)}`;
}
