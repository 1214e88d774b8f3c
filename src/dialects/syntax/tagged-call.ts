import type { JsonObject } from '../../json/json-value.ts';
import type { ToolResponse } from '../../model/conversation.ts';
import type { MalformedReason, Repair } from '../../model/generation.ts';
import type { ParsedSpan } from '../dialect.ts';
import { refuseRepairs } from './call-list.ts';
import { valueWithoutControlTokens } from './control-tokens.ts';
import { matchLiteral } from './opening.ts';
import type { Region, Walk } from './span-scanner.ts';
import { readTaggedArguments, writeTaggedValue } from './tagged-arguments.ts';

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

const NAME = String.raw`[\p{L}_][\p{L}\p{N}_.-]{0,127}`;
const CANONICAL = new RegExp(`^call:(?<name>${NAME})\\{`, 'u');
/** `:name{`, `name{`, `call name{`, and the name twice: what real models write now and then. */
const FORGIVEN = new RegExp(
	`^\\s{0,8}(?:call\\b)?\\s{0,8}:?\\s{0,8}(?<name>${NAME})(?::(?<again>${NAME}))?\\s{0,8}\\{`,
	'u',
);

/** The call of such a family as a region of the text. */
export function taggedCallRegion(tokens: CallTokens, reading: 'strict' | 'lenient'): Region {
	return {
		kind: 'call',
		opens: (text, at) => matchLiteral(text, at, tokens.open),
		walk: () => walkToClose(tokens),
		read: (raw, closed) => readTaggedCall(raw, closed, tokens, reading),
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

function writeName(name: string): string {
	return valueWithoutControlTokens(name) as string;
}

function walkToClose(tokens: CallTokens): Walk {
	return (text, at) => {
		if (text[at] !== '<') {
			const next = text.indexOf('<', at);
			return (next === -1 ? text.length : next) - at;
		}
		const close = matchLiteral(text, at, tokens.close);
		if (typeof close === 'number') return { end: close, closed: true };
		const ends = [tokens.open, ...tokens.ends].map((end) => matchLiteral(text, at, end));
		if (ends.some((end) => typeof end === 'number')) return { end: 0, closed: false };
		return close === 'maybe' || ends.includes('maybe') ? 'maybe' : 1;
	};
}

/**
 * Strict is lenient without any repair, so a call that only strict refuses is `not-strict`. Text behind the arguments
 * of a call without a closer is text again: nothing says that it belongs to the call.
 */
function readTaggedCall(
	raw: string,
	closed: boolean,
	tokens: CallTokens,
	reading: 'strict' | 'lenient',
): readonly ParsedSpan[] {
	const body = raw.slice(tokens.open.length, closed ? raw.length - tokens.close.length : raw.length);
	const call = readBody(body, tokens.quote);
	if (typeof call === 'string') return [{ type: 'malformed', reason: closed ? call : 'unclosed', raw }];
	const rest = body.slice(call.length);
	const repairs = [...call.repairs];
	if (!closed) repairs.push('missing-closer');
	else if (rest.trim() !== '') repairs.push('trailing-text');
	const end = closed ? raw.length : raw.length - rest.length;
	const span = { type: 'call', name: call.name, arguments: call.arguments, raw: raw.slice(0, end), repairs } as const;
	return refuseRepairs([span, { type: 'text', text: raw.slice(end) }], reading);
}

interface CallBody {
	readonly name: string;
	readonly arguments: JsonObject;
	readonly length: number;
	readonly repairs: readonly Repair[];
}

function readBody(body: string, quote: string): CallBody | MalformedReason {
	const canonical = CANONICAL.exec(body);
	const opener = canonical ?? FORGIVEN.exec(body);
	const name = opener?.groups?.name;
	if (opener === null || name === undefined) return 'bad-name';
	const again = opener.groups?.again;
	if ((again !== undefined && again !== name) || (canonical === null && name === 'call')) return 'bad-name';
	const braces = opener[0].length - 1;
	const read = readTaggedArguments(body.slice(braces), quote);
	if (read === undefined) return 'bad-arguments';
	const repairs: Repair[] = [];
	if (again !== undefined) repairs.push('doubled-name');
	if (canonical === null && !isCanonicalButDoubled(opener[0], name, again)) repairs.push('malformed-opener');
	return { name, arguments: read.value, length: braces + read.length, repairs: [...repairs, ...read.repairs] };
}

function isCanonicalButDoubled(opener: string, name: string, again: string | undefined): boolean {
	return again !== undefined && opener === `call:${name}:${again}{`;
}
