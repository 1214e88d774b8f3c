import type { CallError, Mismatch } from '../eval/match/call-error.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/json-value.ts';
import type { ToolDeclaration } from '../model/conversation.ts';
import { type BfclType, bfclType, typeError } from './bfcl-types.ts';
import { valueError } from './bfcl-values.ts';
import { writtenAsFloat } from './written-number.ts';

/** A call as BFCL's `possible_answer` files tell it: all values that an argument may have, `''` where it may be left out. */
export interface PossibleCall {
	readonly tool: string;
	readonly arguments: Readonly<Record<string, readonly JsonValue[]>>;
}

/** A call as the model made it; `raw` tells `5.0` from `5`, which JSON does not. */
export interface MadeCall {
	readonly name: string;
	readonly arguments: JsonObject;
	readonly raw?: string | undefined;
}

/**
 * Judges calls as BFCL v4 does for Python functions (`bfcl_eval/eval_checker/ast_eval/ast_checker.py`): types first, then
 * values, parallel calls in any order. `tools` declare the types. Absent: all is right.
 */
export function matchPossibleCalls(
	tools: readonly ToolDeclaration[],
	possible: readonly PossibleCall[],
	calls: readonly MadeCall[],
): Mismatch | undefined {
	if (calls.length === 0) return { error: 'relevance_error:decoder_failed', detail: `expected ${names(possible)}` };
	if (calls.length !== possible.length) {
		return {
			error: 'wrong_count',
			detail: `expected ${names(possible)}, got ${calls.map(({ name }) => name).join(', ')}`,
		};
	}
	const [only] = possible;
	if (only !== undefined && possible.length === 1) return matchPossibleCall(tools, only, calls[0] as MadeCall);
	const left = [...calls];
	for (const wanted of possible) {
		const found = left.map((call) => matchPossibleCall(tools, wanted, call));
		const place = found.indexOf(undefined);
		if (place < 0) {
			const details = found.map((mismatch) => mismatch?.detail).join('; ');
			return { error: 'cannot_find_match', detail: `${wanted.tool}: ${details}` };
		}
		left.splice(place, 1);
	}
	return undefined;
}

function matchPossibleCall(
	tools: readonly ToolDeclaration[],
	{ tool, arguments: possible }: PossibleCall,
	{ name, arguments: given, raw }: MadeCall,
): Mismatch | undefined {
	if (name !== tool) return { error: 'wrong_func_name', detail: `expected ${tool}, got ${name}` };
	const { properties, required } = tools.find((one) => one.name === tool)?.parameters ?? {};
	const declared = isJsonObject(properties) ? properties : {};
	const missing = (Array.isArray(required) ? required : []).find((param) => !Object.hasOwn(given, String(param)));
	if (missing !== undefined) return { error: 'missing_required', detail: String(missing) };
	for (const [param, value] of Object.entries(given)) {
		const choices = Object.hasOwn(possible, param) ? possible[param] : undefined;
		if (choices === undefined || !Object.hasOwn(declared, param)) {
			return { error: 'unexpected_param', detail: `${param}: ${shown(value)}` };
		}
		const float = raw !== undefined && writtenAsFloat(raw, param);
		const error = argumentError(value, choices, bfclType(declared[param]), float);
		if (error !== undefined) {
			return { error, detail: `${param}: expected ${choices.map(shown).join(' or ')}, got ${shown(value)}` };
		}
	}
	const left = Object.keys(possible).find((param) => !Object.hasOwn(given, param) && !possible[param]?.includes(''));
	return left === undefined ? undefined : { error: 'missing_optional', detail: left };
}

function argumentError(
	value: JsonValue,
	choices: readonly JsonValue[],
	type: BfclType,
	float: boolean,
): CallError | undefined {
	const checked = typeError(value, choices, type, float);
	return checked.error ?? valueError(value, choices, checked.isVariable ? undefined : type);
}

function names(possible: readonly PossibleCall[]): string {
	return possible.map(({ tool }) => tool).join(', ');
}

/** A model may write arguments of any length; a detail is for people. */
function shown(value: JsonValue): string {
	const text = JSON.stringify(value);
	return text.length <= 120 ? text : `${text.slice(0, 120)}…`;
}
