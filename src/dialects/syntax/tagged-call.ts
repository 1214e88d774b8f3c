import type { JsonObject } from '../../json/json-value.ts';
import type { ToolResponse } from '../../model/conversation.ts';
import type { Repair } from '../../model/generation.ts';
import { writeTaggedValue } from './arguments/tagged-arguments.ts';
import { readCallBlock } from './call-block.ts';
import { type ListedCall, refuseRepairs, spansOfCalls } from './call-list.ts';
import { valueWithoutControlTokens } from './control-tokens.ts';
import { matchLiteral } from './opening.ts';
import type { Region, Walk } from './region.ts';

/** The control tokens of a family that writes `OPENcall:NAME{...}CLOSE`. */
export interface CallTokens {
	readonly open: string;
	readonly close: string;
	/** Quotes a string value. */
	readonly quote: string;
	/** Also end a call that was never closed: they open something else, or end the turn. */
	readonly ends: readonly string[];
	readonly openResponse: string;
	readonly closeResponse: string;
}

/** The call of such a family as a region of the text. */
export function taggedCallRegion(tokens: CallTokens, reading: 'strict' | 'lenient'): Region {
	return {
		kind: 'call',
		opens: (text, at) => matchLiteral(text, at, tokens.open),
		walk: () => walkToClose(tokens),
		read: (raw, closed, place) => {
			const begin = tokens.open.length;
			const length = closed ? raw.length - tokens.close.length : raw.length;
			const read = readCallBlock(raw.slice(begin, length), tokens.quote, closed);
			const rest = raw.slice(begin + read.length, length);
			const last: readonly Repair[] = !closed ? ['missing-closer'] : rest.trim() === '' ? [] : ['trailing-text'];
			const all: readonly Repair[] = place === 'thinking' ? ['in-thinking'] : [];
			const end = closed ? raw.length : begin + read.length;
			const calls = withRepairs(read.calls, begin, { all, last });
			// Nothing says that text behind a call without a closer belongs to the call: it is read anew.
			const spans = [...spansOfCalls(raw.slice(0, end), calls, []), { type: 'text', text: raw.slice(end) } as const];
			return refuseRepairs(spans, reading);
		},
	};
}

/** What the model reads as the answers to its calls, in the same turn. */
export function taggedResponses(results: readonly ToolResponse[], tokens: CallTokens): string {
	return results
		.map(({ call, response }) => {
			const name = writeName(call.name);
			const body = writeTaggedValue(valueWithoutControlTokens(response), tokens.quote);
			return `${tokens.openResponse}response:${name}${body}${tokens.closeResponse}`;
		})
		.join('');
}

/** A call as the family's template writes it. */
export function taggedCall(name: string, args: JsonObject, { open, close, quote }: CallTokens): string {
	return `${open}call:${name}${writeTaggedValue(args, quote)}${close}`;
}

/** Whether the call's text ends at this place without its own closer. */
export function endsCall(text: string, at: number, tokens: CallTokens): boolean | 'maybe' {
	const ends = [tokens.open, ...tokens.ends].map((end) => matchLiteral(text, at, end));
	if (ends.some((end) => typeof end === 'number')) return true;
	return ends.includes('maybe') ? 'maybe' : false;
}

function writeName(name: string): string {
	return valueWithoutControlTokens(name) as string;
}

/** Up to the family's closer, or to what ends the call without it. */
export function walkToClose(tokens: CallTokens): Walk {
	return (text, at) => {
		if (text[at] !== '<') {
			const next = text.indexOf('<', at);
			return (next === -1 ? text.length : next) - at;
		}
		const close = matchLiteral(text, at, tokens.close);
		if (typeof close === 'number') return { end: close, closed: true };
		const ends = endsCall(text, at, tokens);
		if (ends === true) return { end: 0, closed: false };
		return close === 'maybe' || ends === 'maybe' ? 'maybe' : 1;
	};
}

/** The calls of a block's body as calls of its raw text, in which the body begins at `begin`. */
export function withRepairs(
	calls: readonly ListedCall[],
	begin: number,
	repairs: { readonly all: readonly Repair[]; readonly last: readonly Repair[] },
): readonly ListedCall[] {
	return calls.map((call, index) => {
		const end = begin + call.end;
		if ('reason' in call) return { ...call, end };
		const last = index === calls.length - 1 ? repairs.last : [];
		return { ...call, end, repairs: [...new Set([...call.repairs, ...repairs.all, ...last])] };
	});
}
