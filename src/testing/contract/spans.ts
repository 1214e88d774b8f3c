import type { Dialect, ParsedSpan } from '../../dialects/dialect.ts';

/** Spans of a whole text, fed at once. */
export function readText(dialect: Dialect, reading: 'strict' | 'lenient', text: string): readonly ParsedSpan[] {
	const parser = dialect.parser(reading);
	return joinSpans([...parser.push(text), ...parser.end()]);
}

/** Spans of a text fed in chunks of these lengths, repeatedly; `[]`: by character. */
export function readChunks(
	dialect: Dialect,
	reading: 'strict' | 'lenient',
	text: string,
	lengths: readonly number[],
): readonly ParsedSpan[] {
	const parser = dialect.parser(reading);
	const spans: ParsedSpan[] = [];
	for (let at = 0, turn = 0; at < text.length; turn++) {
		const length = Math.max(lengths.length === 0 ? 1 : (lengths[turn % lengths.length] ?? 1), 1);
		spans.push(...parser.push(text.slice(at, at + length)));
		at += length;
	}
	return joinSpans([...spans, ...parser.end()]);
}

/** Joins adjacent text or thinking, wherever it was cut. */
export function joinSpans(spans: readonly ParsedSpan[]): readonly ParsedSpan[] {
	const joined: ParsedSpan[] = [];
	for (const span of spans) {
		const last = joined.at(-1);
		if ((span.type === 'text' || span.type === 'thinking') && last?.type === span.type) {
			joined[joined.length - 1] = { type: span.type, text: last.text + span.text };
		} else {
			joined.push(span);
		}
	}
	return joined;
}
