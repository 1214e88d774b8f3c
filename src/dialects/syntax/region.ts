import { isJsonObject, type JsonObject, type JsonValue, type MutableJsonObject, setOwn } from '../../base/json.ts';
import { faultsOf, type MalformedReason, type Repair } from '../../model/generation.ts';
import type { ParsedSpan } from '../dialect.ts';

/**
 * How far a region goes on at a place of the buffer: so many characters belong to it, it ends after so many more
 * (`closed`: by its own closer), or more text must come first.
 */
type Advance = number | 'maybe' | { readonly end: number; readonly closed: boolean };

/** Walks over one region. It may keep state (quotes, depth), so each place is asked once unless it said `maybe`. */
export type Walk = (text: string, at: number) => Advance;

/** Something that is not plain text: how it opens, how far it goes, what it says. */
export type Region =
	| {
			readonly kind: 'call';
			readonly opens: (text: string, at: number, before: TextBefore) => Match;
			/** A walk that starts after the opening. */
			readonly walk: (opening: string) => Walk;
			/** Spans of the region's raw text, opening included. A text span at the end is scanned anew. */
			readonly read: (raw: string, closed: boolean, place: CallPlace) => readonly ParsedSpan[];
			/** Models think about calls in words: what only looks like a call is none there. */
			readonly notInThinking?: boolean;
			readonly maxLength?: number;
	  }
	| ({ readonly kind: 'thinking' } & Channel)
	/** A control token that means nothing where no other region begins or ends with it. */
	| { readonly kind: 'stray'; readonly open: string }
	/** Nothing after it is read, unless `goesOn` stands right after it: an opener of the turn that the model is in. */
	| { readonly kind: 'end'; readonly open: string; readonly goesOn?: string };

/** What stands before a place of plain text. */
export interface TextBefore {
	readonly lineStart: boolean;
	/** Empty at the beginning, and after a region. */
	readonly character: string;
}

export type CallPlace = 'text' | 'thinking';

/** Channels that a family thinks in. */
interface Channel {
	readonly open: string;
	readonly close: string;
	/** Names of channels that may stand without their line's end. */
	readonly names: readonly string[];
	/** Those of the names whose channel is text. */
	readonly spoken: readonly string[];
}

const NAME = /^[a-z_]*/;
const NAME_AT_MOST = 24;

/**
 * How much of a channel's beginning is its name, which stands on its first line: `thought\n...`. One of the known names
 * may also be all that its channel holds.
 */
export function matchChannelName(
	text: string,
	{ open, close, names, spoken }: Channel,
	ended: boolean,
): { readonly length: number; readonly spoken: boolean } | 'maybe' {
	const name = NAME.exec(text.slice(0, NAME_AT_MOST))?.[0] ?? '';
	const next = text[name.length];
	const named = { length: name.length, spoken: spoken.includes(name) };
	if (next === '\n') return { ...named, length: name.length + 1 };
	if (next === undefined && !ended && name.length < NAME_AT_MOST) return 'maybe';
	if (!names.includes(name)) return { length: 0, spoken: false };
	if (next === undefined) return named;
	const markers = [close, open].map((marker) => matchLiteral(text, name.length, marker));
	if (markers.includes('maybe') && !ended) return 'maybe';
	return markers.some((marker) => typeof marker === 'number') ? named : { length: 0, spoken: false };
}

/** Whether something opens at a place of a text: how long it is, not decidable before more text comes, or no. */
export type Match = number | 'maybe' | undefined;

/** One step of an opening: one of several literals, optional white space, or an identifier. */
export type Step = { readonly anyOf: readonly string[] } | 'space' | 'identifier';

const SPACE_AT_MOST = 16;
const IDENTIFIER_AT_MOST = 64;

/** Length of the sequence of steps at `at`. Bounded: an opening is never held back for long. */
export function matchSteps(text: string, at: number, steps: readonly Step[], step = 0): Match {
	const expected = steps[step];
	if (expected === undefined) return 0;
	if (expected === 'space') return afterRun(text, at, steps, step, isSpace, 0, SPACE_AT_MOST);
	if (expected === 'identifier') return afterRun(text, at, steps, step, isNameCharacter, 1, IDENTIFIER_AT_MOST);
	let undecided = false;
	for (const literal of expected.anyOf) {
		const match = matchLiteral(text, at, literal);
		const rest = typeof match === 'number' ? add(match, matchSteps(text, at + match, steps, step + 1)) : match;
		if (typeof rest === 'number') return rest;
		if (rest === 'maybe') undecided = true;
	}
	return undecided ? 'maybe' : undefined;
}

/** Whether the literal stands at `at`, in full or as far as the text goes. */
export function matchLiteral(text: string, at: number, literal: string): Match {
	if (text.startsWith(literal, at)) return literal.length;
	const left = text.length - at;
	return left < literal.length && literal.startsWith(text.slice(at)) ? 'maybe' : undefined;
}

export function isSpace(character: string): boolean {
	return character === ' ' || character === '\n' || character === '\t' || character === '\r';
}

export function isNameCharacter(character: string): boolean {
	return /[\p{L}\p{N}_.-]/u.test(character);
}

/** A run is greedy; it is undecided while it could still grow. */
function afterRun(
	text: string,
	at: number,
	steps: readonly Step[],
	step: number,
	inRun: (character: string) => boolean,
	atLeast: number,
	atMost: number,
): Match {
	let length = 0;
	while (length < atMost && at + length < text.length && inRun(text[at + length] ?? '')) length++;
	if (at + length === text.length && length < atMost) return 'maybe';
	return length < atLeast ? undefined : add(length, matchSteps(text, at + length, steps, step + 1));
}

function add(length: number, match: Match): Match {
	return typeof match === 'number' ? length + match : match;
}

const CLOSERS: Readonly<Record<string, string>> = { '{': '}', '[': ']', '(': ')' };

/** Follows brackets and quotes through a text, character by character, up to the end of its first value. */
export class BracketDepth {
	readonly #lineBreakEndsString: boolean;
	readonly #closers: string[] = [];
	#quote = '';
	#escaped = false;

	/** A Python string does not reach over a line's end; one that a model wrote as JSON sometimes does. */
	constructor(language: 'json' | 'python', opening = '') {
		this.#lineBreakEndsString = language === 'python';
		for (const character of opening) this.take(character);
	}

	get inString(): boolean {
		return this.#quote !== '';
	}

	/** Whether this character, outside a string, would end the first value. */
	endsWith(character: string): boolean {
		return !this.inString && this.#closers.length === 1 && this.#closers[0] === character;
	}

	/** What closes the value where the text breaks off; undefined inside a string. */
	get missing(): string | undefined {
		return this.inString ? undefined : this.#closers.toReversed().join('');
	}

	/** True when this character ends the first value. */
	take(character: string): boolean {
		if (this.#escaped) {
			this.#escaped = false;
		} else if (this.#quote !== '') {
			this.#takeInString(character);
		} else if ((character === '"' || character === "'") && this.#closers.length > 0) {
			this.#quote = character;
		} else if (Object.hasOwn(CLOSERS, character)) {
			this.#closers.push(CLOSERS[character] ?? '');
		} else if (character === '}' || character === ']' || character === ')') {
			return this.#closers.pop() !== undefined && this.#closers.length === 0;
		}
		return false;
	}

	#takeInString(character: string): void {
		if (character === '\\') this.#escaped = true;
		else if (character === this.#quote || (character === '\n' && this.#lineBreakEndsString)) this.#quote = '';
	}
}

/** One call of several in one stretch of text, or why it is none. `end` is where it ends in the raw text. */
export type ListedCall = { readonly end: number } & (
	| { readonly name: string; readonly arguments: JsonObject; readonly repairs: readonly Repair[] }
	| { readonly reason: MalformedReason }
);

/** A name a tool may have; anything else a model writes in its place is no call. */
const CALL_NAME = /^[\p{L}\p{N}_][\p{L}\p{N}_.-]{0,127}$/u;

export function isCallName(name: string): boolean {
	return CALL_NAME.test(name);
}

/**
 * Spans of a stretch of text that holds calls. Each call's raw text reaches to the end of the call, the last one's to
 * the end of the stretch, so that nothing is lost. The stretch's own opening is already reported.
 */
export function spansOfCalls(
	raw: string,
	calls: readonly ListedCall[],
	common: readonly Repair[],
): readonly ParsedSpan[] {
	const spans: ParsedSpan[] = [];
	let start = 0;
	for (const [index, call] of calls.entries()) {
		const end = index === calls.length - 1 ? raw.length : call.end;
		const own = raw.slice(start, end);
		start = end;
		if (index > 0) spans.push({ type: 'call-open' });
		if ('reason' in call) {
			spans.push({ type: 'malformed', reason: call.reason, raw: own });
		} else {
			const { name, arguments: args, repairs } = call;
			spans.push({ type: 'call', name, arguments: args, raw: own, repairs: [...common, ...repairs] });
		}
	}
	return spans;
}

/** Strict refuses what lenient had to repair. */
export function refuseRepairs(spans: readonly ParsedSpan[], reading: 'strict' | 'lenient'): readonly ParsedSpan[] {
	if (reading === 'lenient') return spans;
	return spans.map((span) =>
		span.type === 'call' && faultsOf(span.repairs).length > 0
			? { type: 'malformed', reason: 'not-strict', raw: span.raw }
			: span,
	);
}

/** Longest control token of any Gemma family. */
const LONGEST = 40;

/**
 * Texts that Gemma tokenizers read as one control token wherever they stand in plain text: `<|tool_call>`, `<turn|>`,
 * `<|"|>`, `<start_of_turn>`, `<escape>`, `<eos>`, `<unused7>`, ...
 */
const CONTROL_TOKEN =
	/^<(?:\|["a-z_]{1,30}\|?|["a-z_]{1,30}\||(?:start|end)_of_(?:turn|image|audio)|(?:start|end)_function_(?:declaration|call|response)|escape|bos|eos|pad|unk|mask|unused\d{1,5})>$/;

/**
 * The text without control tokens, so that a user, a tool or an MCP server cannot open a turn or forge a call.
 * One pass from left to right that also removes a token which only the removal of another one joins.
 */
export function withoutControlTokens(text: string): string {
	if (!text.includes('<')) return text;
	const clean: string[] = [];
	for (const character of text) {
		clean.push(character);
		if (character !== '>') continue;
		const tail = clean.slice(-LONGEST);
		const token = tail.slice(tail.lastIndexOf('<'));
		if (CONTROL_TOKEN.test(token.join(''))) clean.length -= token.length;
	}
	return clean.join('');
}

/** No tool needs values nested deeper; what lies below is null, so that a hostile one cannot exhaust the stack. */
const MAX_DEPTH = 64;

/** The same value without control tokens in any of its strings and keys. */
export function valueWithoutControlTokens(value: JsonValue, depth = 0): JsonValue {
	if (typeof value === 'string') return withoutControlTokens(value);
	if (typeof value !== 'object' || value === null) return value;
	if (depth === MAX_DEPTH) return null;
	if (!isJsonObject(value)) return value.map((item) => valueWithoutControlTokens(item, depth + 1));
	const clean: MutableJsonObject = {};
	for (const [key, item] of Object.entries(value)) {
		setOwn(clean, withoutControlTokens(key), valueWithoutControlTokens(item, depth + 1));
	}
	return clean;
}
