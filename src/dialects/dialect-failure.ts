import { GemmarkError } from '../errors/gemmark-error.ts';
import { thrownPlace } from '../errors/thrown-text.ts';
import { isJsonObject } from '../json/json-value.ts';
import type { Dialect, DialectParser, ParsedSpan } from './dialect.ts';

/** The code of a dialect failed: nothing that model or engine did. */
export class DialectFailure extends GemmarkError {
	readonly code = 'dialect';
	readonly exitCode = 2;

	constructor(message: string, cause?: unknown) {
		super(message, { hint: 'Correct the dialect.', cause });
	}
}

/** A new parser of the dialect. What it throws, and what it gives that is no span, is thrown as {@link DialectFailure}. */
export function heldParser(dialect: Dialect, reading: 'strict' | 'lenient'): DialectParser {
	const parser = orFailure(dialect, () => dialect.parser(reading));
	const held = (read: () => readonly ParsedSpan[]): readonly ParsedSpan[] => {
		const spans = orFailure(dialect, read);
		if (!Array.isArray(spans)) throw new DialectFailure(`dialect ${dialect.name}: its parser gives no list of spans`);
		for (const span of spans) {
			const odd = oddityOf(span);
			if (odd !== undefined) throw new DialectFailure(`dialect ${dialect.name}: its parser gives ${odd}`);
		}
		return spans;
	};
	return { push: (text) => held(() => parser.push(text)), end: () => held(() => parser.end()) };
}

function orFailure<T>({ name }: Dialect, call: () => T): T {
	try {
		return call();
	} catch (thrown) {
		throw new DialectFailure(`dialect ${name}: its parser throws ${thrownPlace(thrown)}`, thrown);
	}
}

function oddityOf(span: ParsedSpan): string | undefined {
	switch (span?.type) {
		case 'call-open':
			return undefined;
		case 'call':
			if (typeof span.name !== 'string') return 'a call whose name is no text';
			return isJsonObject(span.arguments) ? undefined : `a call of ${span.name} whose arguments are no object`;
		case 'malformed':
			return typeof span.raw === 'string' ? undefined : 'a malformed call whose raw is no text';
		case 'text':
		case 'thinking':
		case 'stray':
			return typeof span.text === 'string' ? undefined : `a span of type ${span.type} whose text is none`;
		default:
			return `a span of type ${String((span as ParsedSpan | undefined)?.type)}, which there is none of`;
	}
}
