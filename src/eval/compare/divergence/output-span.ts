import type { LoggedEvent, LoggedGeneration } from '../../sample.ts';

/** What a part of an output is: a quantization may harm each of them otherwise. */
export const OUTPUT_SPANS = ['prose', 'control', 'tool-name', 'hangul-value', 'ascii-value', 'number'] as const;
export type OutputSpan = (typeof OUTPUT_SPANS)[number];

/**
 * The span of each token of a generation, and of the end behind the last one. Control is what the dialect writes around
 * names and values, keys among it, and special tokens anywhere. Undefined where the generation does not tell its tokens.
 */
export function tokenSpans({ tokens, pieces, events }: LoggedGeneration): readonly OutputSpan[] | undefined {
	if (tokens === undefined || tokens.length !== pieces.length) return undefined;
	const text = pieces.join('');
	const spans = characterSpans(text, events.flatMap(attemptIn));
	let start = 0;
	const own = pieces.map((piece) => {
		const span = spanOf(piece, spans, start);
		start += piece.length;
		return span;
	});
	return [...own, 'control'];
}

/** A call that could not be read is no prose either; what it names is not known. */
function attemptIn(event: LoggedEvent): readonly { readonly name: string; readonly raw: string }[] {
	if (event.type === 'malformed') return [{ name: '', raw: event.raw }];
	return event.type === 'call' && event.call.raw !== undefined ? [{ name: event.call.name, raw: event.call.raw }] : [];
}

/** A piece is of the span that its first telling character is of. */
function spanOf(piece: string, spans: readonly OutputSpan[], start: number): OutputSpan {
	if (SPECIAL.test(piece)) return 'control';
	for (let offset = 0; offset < piece.length; offset += 1) {
		const span = spans[start + offset];
		if (span !== undefined && span !== 'control') return span;
	}
	return spans[start] ?? 'prose';
}

const SPECIAL = /^<[^<>\s]*>$/u;

function characterSpans(
	text: string,
	calls: readonly { readonly name: string; readonly raw: string }[],
): readonly OutputSpan[] {
	const spans: OutputSpan[] = Array.from({ length: text.length }, () => 'prose');
	let from = 0;
	for (const { name, raw } of calls) {
		const start = text.indexOf(raw, from);
		if (raw === '' || start < 0) continue;
		from = start + raw.length;
		for (const [offset, span] of callSpans(raw, name).entries()) spans[start + offset] = span;
	}
	return spans;
}

/** Strings stand between the delimiters of Gemma's dialects, or in quotation marks; a key of JSON is passed over whole. */
const VALUE =
	/"(?:[^"\\]|\\.)*"\s*:|<\|"\|>([\s\S]*?)(?:<\|"\|>|$)|<escape>([\s\S]*?)(?:<escape>|$)|"((?:[^"\\]|\\.)*)"|-?\d+(?:\.\d+)?/gu;

function callSpans(raw: string, name: string): readonly OutputSpan[] {
	const spans: OutputSpan[] = Array.from({ length: raw.length }, () => 'control');
	const named = name === '' ? -1 : raw.indexOf(name);
	if (named >= 0) spans.fill('tool-name', named, named + name.length);
	for (const match of raw.matchAll(VALUE)) {
		const inner = match[1] ?? match[2] ?? match[3];
		if (inner === undefined && (match[0].startsWith('"') || match.index < named + name.length)) continue;
		const value = inner ?? match[0];
		if (inner === name && match.index <= named) continue;
		const start = match.index + match[0].indexOf(value);
		const span =
			inner === undefined || /^-?[\d.,]+$/u.test(value)
				? 'number'
				: /[가-힣]/u.test(value)
					? 'hangul-value'
					: 'ascii-value';
		spans.fill(span, start, start + value.length);
	}
	return spans;
}
