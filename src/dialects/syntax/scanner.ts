import type { DialectParser, ParsedSpan } from '../dialect.ts';
import { type CallPlace, matchChannelName, matchLiteral, type Region, type TextBefore, type Walk } from './region.ts';

/** A call's text longer than this, in characters, is malformed: `too-long`. */
export const MAX_CALL_LENGTH = 16_384;

type CallRegion = Extract<Region, { kind: 'call' }>;
interface OpenCall {
	readonly region: CallRegion;
	readonly walk: Walk;
	readonly raw: string[];
	readonly place: CallPlace;
}
type ThinkingRegion = Extract<Region, { kind: 'thinking' }>;

const BEGINNING: TextBefore = { lineStart: true, character: '' };

/**
 * The incremental reader under every dialect: text until a region opens, then the region. It holds back only what could
 * still be the beginning of an opening, and decides strictly from left to right, so that chunks do not matter.
 */
export class SpanScanner implements DialectParser {
	readonly #regions: readonly Region[];
	/** Not yet decided text. */
	#buffer = '';
	#before: TextBefore = BEGINNING;
	#mode: 'text' | 'channel-name' | 'thinking' | 'call' | 'done' = 'text';
	#thinking: ThinkingRegion | undefined;
	#call: OpenCall | undefined;
	/** What, right after the end of the turn, opens it again. */
	#goesOn: string | undefined;
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
				return this.#readOn();
		}
	}

	#readOn(): boolean {
		const again = this.#goesOn === undefined ? undefined : matchLiteral(this.#buffer, 0, this.#goesOn);
		if (again === 'maybe') return false;
		this.#goesOn = undefined;
		if (again === undefined) this.#buffer = '';
		else {
			this.#take(again);
			this.#speak();
		}
		return again !== undefined;
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
			const character = this.#buffer[at] ?? '';
			const lineStart = character === '\n' || (this.#before.lineStart && character === ' ');
			this.#before = { lineStart, character };
		}
		this.#takeText(this.#buffer.length);
		return false;
	}

	#openingAt(at: number, regions: readonly Region[]): { region: Region; length: number } | 'maybe' | undefined {
		let undecided = false;
		for (const region of regions) {
			const length =
				region.kind === 'call'
					? region.opens(this.#buffer, at, this.#before)
					: matchLiteral(this.#buffer, at, region.open);
			if (typeof length === 'number') return { region, length };
			if (length === 'maybe') undecided = true;
		}
		return undecided ? 'maybe' : undefined;
	}

	#open(region: Region, length: number): void {
		const opening = this.#take(length);
		this.#before = { lineStart: this.#before.lineStart || region.kind === 'stray', character: '' };
		if (region.kind === 'end') {
			this.#mode = 'done';
			this.#goesOn = region.goesOn;
		} else if (region.kind === 'stray') {
			this.#spans.push({ type: 'stray', text: opening });
		} else if (region.kind === 'thinking') {
			this.#mode = 'channel-name';
			this.#thinking = region;
		} else {
			const place = this.#mode === 'thinking' ? 'thinking' : 'text';
			this.#mode = 'call';
			this.#call = { region, walk: region.walk(opening), raw: [opening], place };
			this.#spans.push({ type: 'call-open' });
		}
	}

	#readChannelName(ended: boolean): boolean {
		const region = this.#thinking;
		if (region === undefined) return false;
		const name = matchChannelName(this.#buffer, region, ended);
		if (name === 'maybe') return false;
		this.#take(name.length);
		this.#mode = 'thinking';
		if (name.spoken) this.#speak();
		return true;
	}

	#speak(): void {
		this.#mode = 'text';
		this.#before = BEGINNING;
	}

	/** Thinking that was never closed ends where another channel opens or the turn ends; a call only interrupts it. */
	#readThinking(ended: boolean): boolean {
		const close = this.#thinking?.close ?? '';
		const regions = this.#regions.filter((region) => region.kind !== 'call' || region.notInThinking !== true);
		for (let at = 0; at < this.#buffer.length; at++) {
			const closing = matchLiteral(this.#buffer, at, close);
			const opened = this.#openingAt(at, regions);
			if (typeof closing === 'number') {
				this.#emit('thinking', this.#take(at));
				this.#take(closing);
				this.#speak();
				return true;
			}
			if (typeof opened === 'object') {
				this.#emit('thinking', this.#take(at));
				this.#open(opened.region, opened.length);
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
				this.#closeCall(call, call.raw.join(''), advance.closed);
				return true;
			}
			if (advance === 'maybe' && !ended) break;
			at += advance === 'maybe' ? 1 : advance;
		}
		call.raw.push(this.#take(at));
		if (!ended) return false;
		this.#closeCall(call, call.raw.join(''), false);
		return true;
	}

	/** Text that the region gives back at its end goes before what follows, so that it is read where it stands. */
	#closeCall({ region, place }: OpenCall, raw: string, closed: boolean): void {
		this.#call = undefined;
		this.#mode = place;
		const spans: readonly ParsedSpan[] =
			raw.length > (region.maxLength ?? MAX_CALL_LENGTH)
				? [{ type: 'malformed', reason: 'too-long', raw }]
				: region.read(raw, closed, place);
		const last = spans.at(-1);
		const rest = last?.type === 'text' ? last.text : '';
		this.#spans.push(...(last?.type === 'text' ? spans.slice(0, -1) : spans));
		this.#buffer = rest + this.#buffer;
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
