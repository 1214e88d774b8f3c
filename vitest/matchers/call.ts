import type { MatcherState } from 'vitest';
import { UsageError } from '../../src/base/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/base/json.ts';
import { message } from '../../src/base/message.ts';
import { matchArguments } from '../../src/eval/match/calls.ts';
import { ANYTHING } from '../../src/eval/match/values.ts';
import { nearestName } from '../../src/text/nearest-name.ts';
import type { ToolDefaults } from '../../src/tool/declaration.ts';
import { type AskedTurn, unobserved } from '../asked.ts';
import { failsUnobserved, localeFor, type Outcome, quoted, requireTurn } from './matcher.ts';

type Call = AskedTurn['calls'][number];

/**
 * Passes where some call of the turn is of the tool, with these arguments where they are given: no others, Korean texts
 * compared as in suites; an asymmetric matcher such as `expect.any(Number)` as in vitest.
 */
export function toCallTool(this: MatcherState, received: unknown, name: string, args?: object): Outcome {
	const turn = requireTurn('toCallTool', received);
	const { calls, text, language } = turn;
	requireTool(turn, name);
	const { defaults } = turn.sample.transcript;
	const found = calls.findIndex(
		(call) => call.name === name && (args === undefined || hasArguments(call, args, defaults, this.equals)),
	);
	// A complete first call counts even if the turn was cut after it; only a complete turn shows that a call is absent.
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
	throw new UsageError(
		tools.length === 0
			? message('test.tool-none', { tool: name })
			: message('test.tool', { tool: name, near: nearestName(name, tools), known: tools }),
	);
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

type Equals = MatcherState['equals'];

/**
 * Whether a call has these arguments. Asymmetric matchers are applied at any depth, other values are compared as in suites.
 * Throws {@link UsageError} for a value that no argument can have.
 */
export function hasArguments(call: Call, args: object, defaults: ToolDefaults = {}, equals: Equals): boolean {
	if (isMatcher(args)) return equals(call.arguments, args);
	const filledIn = Object.hasOwn(defaults, call.name) ? defaults[call.name] : {};
	const wanted = settled(args, { ...filledIn, ...call.arguments }, equals, []);
	return (
		isJsonObject(wanted) && matchArguments({ tool: call.name, arguments: wanted }, call, { defaults }) === undefined
	);
}

/**
 * What is wanted with each matcher that holds replaced by what matches anything; undefined where one does not. A matcher of
 * what the call does not have stays as anything: that it is missing is found when the rest is compared.
 */
function settled(
	wanted: unknown,
	actual: JsonValue | undefined,
	equals: Equals,
	path: readonly string[],
): JsonValue | undefined {
	if (isMatcher(wanted)) return actual === undefined || equals(actual, wanted) ? ANYTHING : undefined;
	if (typeof wanted !== 'object' || wanted === null) return requireJson(wanted, path);
	if (Array.isArray(wanted)) {
		const others: readonly JsonValue[] = Array.isArray(actual) ? actual : [];
		const items = wanted.map((item, index) => settled(item, others[index], equals, [...path, String(index)]));
		return items.every((item) => item !== undefined) ? items : undefined;
	}
	const fields = requireJson(wanted, path) as JsonObject;
	for (const [name, value] of Object.entries(wanted)) {
		// As for vitest, a field that is undefined is none.
		if (value === undefined) continue;
		const other = isJsonObject(actual) && Object.hasOwn(actual, name) ? actual[name] : undefined;
		const field = settled(value, other, equals, [...path, name]);
		if (field === undefined) return undefined;
		Object.defineProperty(fields, name, { value: field, enumerable: true });
	}
	return fields;
}

function isMatcher(value: unknown): boolean {
	return typeof value === 'object' && value !== null && 'asymmetricMatch' in value;
}

/** What no argument can be is in no call: not to be called with it would always pass. */
function requireJson(value: unknown, path: readonly string[]): JsonValue {
	if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return value as JsonValue;
	// Tests may have globals of their own, so neither prototypes nor classes tell.
	const kind = Object.prototype.toString.call(value).slice('[object '.length, -1);
	if (kind === 'Object') return {};
	const field = path.join('.') || 'arguments';
	throw new UsageError(
		kind === 'RegExp' ? message('test.no-regexp', { path: field }) : message('test.no-argument', { path: field, kind }),
	);
}
