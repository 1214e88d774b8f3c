import type { DialectParser, ParsedSpan } from '../dialect.ts';
import { type Match, matchLiteral } from './opening.ts';

/** A call's text longer than this, in characters, is malformed: `too-long`. */
export const MAX_CALL_LENGTH = 16_384;

/**
 * How far a region goes on at a place of the buffer: so many characters belong to it, it ends behind so many more
 * (`closed`: by its own closer), or more text must come first.
 */
export type Advance = number | 'maybe' | { readonly end: number; readonly closed: boolean };

/** Walks over one region. It may keep state (quotes, depth), so each place is asked once unless it said `maybe`. */
export type Walk = (text: string, at: number) => Advance;

/** Something that is not plain text: how it opens, how far it goes, what it says. */
export type Region =
	| {
			readonly kind: 'call';
			readonly opens: (text: string, at: number, lineStart: boolean) => Match;
			/** A walk that starts behind the opening. */
			readonly walk: (opening: string) => Walk;
			/** Spans of the region's raw text, opening included. */
			readonly read: (raw: string, closed: boolean) => readonly ParsedSpan[];
			readonly maxLength?: number;
	  }
	| { readonly kind: 'thinking'; readonly open: string; readonly close: string }
	| { readonly kind: 'end'; readonly open: string };

type CallRegion = Extract<Region, { kind: 'call' }>;
type ThinkingRegion = Extract<Region, { kind: 'thinking' }>;

/** A channel's name stands on its first line: `<|channel>thought\n...`. */
const CHANNEL_NAME = /^[a-z_]{0,24}(?:\n|$)/;
const CHANNEL_NAME_AT_MOST = 25;

/**
 * The incremental reader under every dialect: text until a region opens, then the region. It holds back only what could
 * still be the beginning of an opening, and decides strictly from left to right, so that chunks do not matter.
 */
export class SpanScanner implements DialectParser {
	readonly #regions: readonly Region[];
	/** Not yet decided text. */
	#buffer = '';
	#lineStart = true;
	#mode: 'text' | 'channel-name' | 'thinking' | 'call' | 'done' = 'text';
	#thinking: ThinkingRegion | undefined;
	#call: { readonly region: CallRegion; readonly walk: Walk; readonly raw: string[] } | undefined;
	#spans: ParsedSpan[] = [];

	constructor(regions: readonly Region[]) {
		this.#regions = regions;
	}

	push(chunk: string): readonly ParsedSpan[] {
		this.#buffer += chunk;
		return this.#drain(false);
	}

	end(): readonly ParsedSpan[] {
		return this.#drain(true);
	}

	#drain(ended: boolean): readonly ParsedSpan[] {
		this.#spans = [];
		while (this.#step(ended));
		return this.#spans;
	}

	/** One change of mode; false when nothing more can be decided. */
	#step(ended: boolean): boolean {
		switch (this.#mode) {
			case 'text':
				return this.#readText(ended);
			case 'channel-name':
				return this.#readChannelName(ended);
			case 'thinking':
				return this.#readThinking(ended);
			case 'call':
				return this.#readCall(ended);
			case 'done':
				this.#buffer = '';
				return false;
		}
	}

	#readText(ended: boolean): boolean {
		for (let at = 0; at < this.#buffer.length; at++) {
			const opened = this.#openingAt(at, this.#regions);
			if (opened === 'maybe' && !ended) {
				this.#takeText(at);
				return false;
			}
			if (typeof opened === 'object') {
				this.#takeText(at);
				this.#open(opened.region, opened.length);
				return true;
			}
			this.#lineStart = this.#buffer[at] === '\n' || (this.#lineStart && this.#buffer[at] === ' ');
		}
		this.#takeText(this.#buffer.length);
		return false;
	}

	#openingAt(at: number, regions: readonly Region[]): { region: Region; length: number } | 'maybe' | undefined {
		let undecided = false;
		for (const region of regions) {
			const length =
				region.kind === 'call'
					? region.opens(this.#buffer, at, this.#lineStart)
					: matchLiteral(this.#buffer, at, region.open);
			if (typeof length === 'number') return { region, length };
			if (length === 'maybe') undecided = true;
		}
		return undecided ? 'maybe' : undefined;
	}

	#open(region: Region, length: number): void {
		const opening = this.#take(length);
		this.#lineStart = false;
		if (region.kind === 'end') {
			this.#mode = 'done';
		} else if (region.kind === 'thinking') {
			this.#mode = 'channel-name';
			this.#thinking = region;
		} else {
			this.#mode = 'call';
			this.#call = { region, walk: region.walk(opening), raw: [opening] };
			this.#spans.push({ type: 'call-open' });
		}
	}

	#readChannelName(ended: boolean): boolean {
		const name = CHANNEL_NAME.exec(this.#buffer.slice(0, CHANNEL_NAME_AT_MOST))?.[0];
		if (name !== undefined && !name.endsWith('\n') && !ended) return false;
		if (name?.endsWith('\n')) this.#take(name.length);
		this.#mode = 'thinking';
		return true;
	}

	/** Thinking that was never closed ends where a call opens or the turn ends. */
	#readThinking(ended: boolean): boolean {
		const close = this.#thinking?.close ?? '';
		for (let at = 0; at < this.#buffer.length; at++) {
			const closing = matchLiteral(this.#buffer, at, close);
			const opened = this.#openingAt(
				at,
				this.#regions.filter((region) => region.kind !== 'thinking'),
			);
			if (typeof closing === 'number' || typeof opened === 'object') {
				this.#emit('thinking', this.#take(at));
				if (typeof closing === 'number') this.#take(closing);
				this.#mode = 'text';
				return true;
			}
			if ((closing === 'maybe' || opened === 'maybe') && !ended) {
				this.#emit('thinking', this.#take(at));
				return false;
			}
		}
		this.#emit('thinking', this.#take(this.#buffer.length));
		return false;
	}

	#readCall(ended: boolean): boolean {
		const call = this.#call;
		if (call === undefined) return false;
		let at = 0;
		while (at < this.#buffer.length) {
			const advance = call.walk(this.#buffer, at);
			if (typeof advance === 'object') {
				call.raw.push(this.#take(at + advance.end));
				this.#closeCall(call.region, call.raw.join(''), advance.closed);
				return true;
			}
			if (advance === 'maybe' && !ended) break;
			at += advance === 'maybe' ? 1 : advance;
		}
		call.raw.push(this.#take(at));
		if (!ended) return false;
		this.#closeCall(call.region, call.raw.join(''), false);
		return true;
	}

	#closeCall(region: CallRegion, raw: string, closed: boolean): void {
		this.#call = undefined;
		this.#mode = 'text';
		const spans: readonly ParsedSpan[] =
			raw.length > (region.maxLength ?? MAX_CALL_LENGTH)
				? [{ type: 'malformed', reason: 'too-long', raw }]
				: region.read(raw, closed);
		for (const span of spans) {
			if (span.type === 'text') this.#emit('text', span.text);
			else this.#spans.push(span);
		}
	}

	#takeText(length: number): void {
		this.#emit('text', this.#take(length));
	}

	#take(length: number): string {
		const taken = this.#buffer.slice(0, length);
		this.#buffer = this.#buffer.slice(length);
		return taken;
	}

	#emit(type: 'text' | 'thinking', text: string): void {
		if (text === '') return;
		const last = this.#spans.at(-1);
		if (last?.type === type) this.#spans[this.#spans.length - 1] = { type, text: last.text + text };
		else this.#spans.push({ type, text });
	}
}
