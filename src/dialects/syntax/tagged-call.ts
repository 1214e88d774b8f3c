import type { JsonObject } from '../../base/json.ts';
import type { ToolResponse } from '../../model/conversation.ts';
import type { MalformedReason, Repair } from '../../model/generation.ts';
import { readJsonCalls } from './json-call.ts';
import { readLooseArguments } from './loose-arguments.ts';
import {
	type ListedCall,
	matchLiteral,
	type Region,
	refuseRepairs,
	spansOfCalls,
	valueWithoutControlTokens,
	type Walk,
} from './region.ts';
import { readTaggedArguments, type TaggedArguments, writeTaggedValue } from './tagged-arguments.ts';

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
		opens: (text, at, { character }) => {
			const open = matchLiteral(text, at, tokens.open);
			if (typeof open !== 'number' || !OPEN_QUOTES.includes(character) || character === '') return open;
			// Prose that quotes the token: `<|tool_call>`.
			const next = text[at + open];
			return next === undefined ? 'maybe' : next === CLOSE_QUOTES[OPEN_QUOTES.indexOf(character)] ? undefined : open;
		},
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
			// Nothing says that text after a call without a closer belongs to the call: it is read anew.
			const spans = [...spansOfCalls(raw.slice(0, end), calls, []), { type: 'text', text: raw.slice(end) } as const];
			return refuseRepairs(spans, reading);
		},
	};
}

const OPEN_QUOTES = '`"\'“‘「';
const CLOSE_QUOTES = '`"\'”’」';

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

const NAME = String.raw`[\p{L}\p{N}_][\p{L}\p{N}_.-]{0,127}`;
const CANONICAL = new RegExp(`^call:(?<name>${NAME})\\{`, 'u');
/** `:name{`, `name{`, `call name{`, `:call:name(`, and the name twice: what real models write now and then. */
const FORGIVEN = new RegExp(
	`^\\s{0,8}:?\\s{0,8}(?:call\\b)?\\s{0,8}:?\\s{0,8}(?<name>${NAME})(?::(?<again>${NAME}))?\\s{0,8}[{(]`,
	'u',
);
const NAME_ALONE = new RegExp(`^call:(?<name>${NAME})\\s{0,8}$`, 'u');
/** Only `call:` makes a call of a name without arguments: this may be any word. */
const WORD_ALONE = /^\s{0,8}[A-Za-z_][\w.-]{0,127}\s{0,8}$/;
const POSITIONAL = new RegExp(
	`^\\s{0,8}:?\\s{0,8}(?:call\\b)?\\s{0,8}:?\\s{0,8}${NAME}\\s{0,8}:\\s{0,8}BEGIN_ARG`,
	'u',
);
/** A further call of one block opens with its name's own marker; anything else after a call is text. */
const FURTHER = /^[\s,;]{0,16}(?=:?call:)/;

/**
 * The calls of one block's text, and how much of it they take: `call:NAME{...}`, once or several times. `closed`: the
 * block ended by its own token. Everything forgiven is named with the call.
 */
export function readCallBlock(
	body: string,
	quote: string,
	closed: boolean,
): { readonly calls: readonly ListedCall[]; readonly length: number } {
	const calls: ListedCall[] = [];
	let at = 0;
	do {
		const read = readCall(body.slice(at), quote, closed);
		if (typeof read === 'string') {
			calls.push({ end: body.length, reason: closed || read === 'positional-arguments' ? read : 'unclosed' });
			return { calls: calls.map(inOneBlock), length: body.length };
		}
		for (const call of read.calls) calls.push({ ...call, end: at + call.end });
		at += read.length;
		const further = FURTHER.exec(body.slice(at));
		if (further === null) break;
		at += further[0].length;
	} while (at < body.length);
	return { calls: calls.map(inOneBlock), length: at };
}

/** Of several calls in one block, all but the first lack the opening token, and all but the last the closing one. */
function inOneBlock(call: ListedCall, index: number, calls: readonly ListedCall[]): ListedCall {
	if ('reason' in call) return call;
	const repairs = new Set<Repair>(call.repairs);
	if (index > 0) repairs.add('missing-opener');
	if (index < calls.length - 1) repairs.add('missing-closer');
	return { ...call, repairs: [...repairs] };
}

interface Read {
	readonly calls: readonly ListedCall[];
	readonly length: number;
}

function readCall(body: string, quote: string, closed: boolean): Read | MalformedReason {
	if (POSITIONAL.test(body)) return 'positional-arguments';
	const canonical = CANONICAL.exec(body);
	const opener = canonical ?? FORGIVEN.exec(body);
	const name = opener?.groups?.name;
	if (opener === null || name === undefined) {
		return readNameAlone(body) ?? readJson(body) ?? (WORD_ALONE.test(body) ? 'bad-arguments' : 'bad-name');
	}
	const again = opener.groups?.again;
	if ((again !== undefined && again !== name) || (canonical === null && name === 'call')) return 'bad-name';
	const bracket = opener[0].length - 1;
	const read = readArguments(body.slice(bracket), quote, closed);
	if (typeof read === 'string') return read;
	const repairs: Repair[] = [];
	if (again !== undefined) repairs.push('doubled-name');
	if (!isRegular(opener[0], name, again)) repairs.push('malformed-opener');
	return callOf(name, read.value, bracket + read.length, [...repairs, ...read.repairs]);
}

function readArguments(text: string, quote: string, closed: boolean): TaggedArguments | MalformedReason {
	const read = text.startsWith('{') ? readTaggedArguments(text, quote) : undefined;
	return read ?? readLooseArguments(text, quote, closed);
}

/** Apart from a doubled name and from the bracket, which are reported separately. */
function isRegular(opener: string, name: string, again: string | undefined): boolean {
	return opener.slice(0, -1) === (again === undefined ? `call:${name}` : `call:${name}:${again}`);
}

function readNameAlone(body: string): Read | undefined {
	const name = NAME_ALONE.exec(body)?.groups?.name;
	return name === undefined ? undefined : callOf(name, {}, body.length, ['missing-braces']);
}

/** `{"name": ..., "arguments": {...}}` where `call:NAME{...}` should stand. */
function readJson(body: string): Read | undefined {
	const lead = body.length - body.trimStart().length;
	const read = readJsonCalls(body.slice(lead));
	if (read === undefined) return undefined;
	const calls = read.calls.map((call): ListedCall => {
		const end = lead + call.end;
		if ('reason' in call) return { ...call, end };
		const repairs = new Set<Repair>(['malformed-opener', 'json-arguments', ...read.repairs, ...call.repairs]);
		return { ...call, end, repairs: [...repairs] };
	});
	return { calls, length: lead + read.length };
}

function callOf(name: string, args: JsonObject, end: number, repairs: readonly Repair[]): Read {
	return { calls: [{ end, name, arguments: args, repairs }], length: end };
}
