import type { MatcherState } from 'vitest';
import { UsageError } from '../../src/base/errors.ts';
import { didYouMean } from '../../src/text/nearest-name.ts';
import { type AskedTurn, unobserved } from '../asked-turn.ts';
import { hasArguments } from './call-arguments.ts';
import { failsUnobserved, localeFor, type Outcome, quoted, requireTurn } from './matcher.ts';

type Call = AskedTurn['calls'][number];

/**
 * Passes where some call of the turn is of the tool, with these arguments where they are given: no others, Korean texts
 * compared as suites do; what stands as an asymmetric matcher, such as `expect.any(Number)`, as vitest does.
 */
export function toCallTool(this: MatcherState, received: unknown, name: string, args?: object): Outcome {
	const turn = requireTurn('toCallTool', received);
	const { calls, text, language } = turn;
	requireTool(turn, name);
	const { defaults } = turn.sample.transcript;
	const found = calls.findIndex(
		(call) => call.name === name && (args === undefined || hasArguments(call, args, defaults, this.equals)),
	);
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

/** The call that a difference is shown of. */
function nearest(calls: readonly Call[], name: string): object | undefined {
	const call = calls.find((one) => one.name === name) ?? calls[0];
	return call && { name: call.name, arguments: call.arguments };
}

function callText({ name, arguments: args }: Call): string {
	return `${name} ${JSON.stringify(args)}`;
}
