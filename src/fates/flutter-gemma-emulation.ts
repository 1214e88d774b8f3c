import type { ParsedSpan } from '../dialects/dialect.ts';
import { flutterGemma } from '../dialects/flutter-gemma.ts';
import { gemma4 } from '../dialects/gemma4.ts';
import type { JsonObject } from '../json/json-value.ts';
import { FlutterGemmaBuffer, hasFlutterGemmaCalls } from './flutter-gemma-buffer.ts';

export interface FlutterGemmaMode {
	/** `gemma4`: LiteRT-LM parses calls. `text`: every other Gemma, whose calls the plugin looks for in the text. */
	readonly modelType: 'gemma4' | 'text';
	readonly streaming: boolean;
}

/** What becomes of one generation in an app on flutter_gemma. */
export interface FlutterGemmaView {
	/** What the user sees as text. */
	readonly shown: string;
	/** What the plugin's history keeps of the turn. */
	readonly saved: string;
	/** What the user saw and the history does not keep. */
	readonly lost: string;
	/** The part of what is shown that is a call, not words. */
	readonly leaked: string;
}

/**
 * Plays one recorded generation through the rules of flutter_gemma's chat. `pieces` are the token texts, in order.
 * Source: its `chat.dart`, `json_function_call_format.dart` and `sdk_response_parser.dart`, August 2026. Simplified: how
 * LiteRT-LM treats a malformed Gemma 4 call is not known, so it is taken for text.
 */
export function emulateFlutterGemma(pieces: readonly string[], mode: FlutterGemmaMode): FlutterGemmaView {
	if (mode.modelType === 'gemma4') return gemma4View(pieces, mode.streaming);
	return mode.streaming ? streamedTextView(pieces) : wholeTextView(pieces.join(''));
}

/** A turn that begins with words is shown as it comes, the call's JSON too; one that begins with a call is held back. */
function gemma4View(pieces: readonly string[], streaming: boolean): FlutterGemmaView {
	const spans = spansOf(gemma4.parser('lenient'), pieces.join(''));
	const parts = spans.flatMap((span): { readonly text: string; readonly call: boolean }[] => {
		if (span.type === 'text') return [{ text: span.text, call: false }];
		if (span.type === 'malformed') return [{ text: span.raw, call: true }];
		return span.type === 'call' ? [{ text: sdkCall(span.name, span.arguments), call: true }] : [];
	});
	const saved = joined(parts);
	const called = spans.some((span) => span.type === 'call');
	if (called && (!streaming || saved.trimStart().startsWith('{'))) return { shown: '', saved, lost: '', leaked: '' };
	return { shown: saved, saved, lost: '', leaked: joined(parts.filter((part) => part.call)) };
}

/** The shape in which the SDK streams a call it has parsed. */
function sdkCall(name: string, args: JsonObject): string {
	return JSON.stringify({ role: 'assistant', tool_calls: [{ type: 'function', function: { name, arguments: args } }] });
}

/**
 * Every token that does not begin like a call is shown at once. With a call, the history keeps the call alone; without
 * one, it keeps what was shown at once, but not what was held back first.
 */
function streamedTextView(pieces: readonly string[]): FlutterGemmaView {
	const said: { readonly text: string; readonly atOnce: boolean }[] = [];
	const calls: string[] = [];
	const buffer = new FlutterGemmaBuffer();
	const outcomes = [...pieces.map((piece) => buffer.push(piece)), buffer.end()];
	for (const outcome of outcomes.filter((each) => each !== undefined)) {
		if (outcome.type === 'calls') calls.push(outcome.raw);
		else said.push({ text: outcome.text, atOnce: outcome.type === 'token' });
	}
	const kept = calls.length > 0 ? [] : said.filter((part) => part.atOnce);
	const shown = joined(said);
	return {
		shown,
		saved: calls.length > 0 ? calls.join('') : joined(kept),
		lost: joined(said.filter((part) => !kept.includes(part))),
		leaked: callsIn(shown),
	};
}

/** Without streaming, a turn with a call is saved whole, and none of it is shown. */
function wholeTextView(text: string): FlutterGemmaView {
	const saved = text.trim();
	if (hasFlutterGemmaCalls(saved)) return { shown: '', saved, lost: '', leaked: '' };
	return { shown: saved, saved, lost: '', leaked: callsIn(saved) };
}

function callsIn(shown: string): string {
	const spans = spansOf(flutterGemma.parser('lenient'), shown);
	return spans.map((span) => (span.type === 'call' || span.type === 'malformed' ? span.raw : '')).join('');
}

function spansOf(
	parser: { push(text: string): readonly ParsedSpan[]; end(): readonly ParsedSpan[] },
	text: string,
): readonly ParsedSpan[] {
	return [...parser.push(text), ...parser.end()];
}

function joined(parts: readonly { readonly text: string }[]): string {
	return parts.map((part) => part.text).join('');
}
