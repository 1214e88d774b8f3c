import { terminalText } from '../../reports/terminal/text.ts';
import { withoutAnySecrets } from '../../src/text/secrets.ts';

interface Stream {
	write(...args: never[]): unknown;
}

/** Streams that escape nothing, for what gemmark draws by itself. */
const unguarded = new WeakMap<Stream, Stream>();

/**
 * Has everything that a stream is given as text escaped by {@link terminalText}, without this process's secrets: logs,
 * models and servers come from strangers, and no place that prints them can forget it.
 */
export function guardTerminal(stream: NodeJS.WriteStream): void {
	const write = stream.write.bind(stream) as (...args: readonly unknown[]) => boolean;
	const guarded =
		(safe: (text: string) => string) =>
		(chunk: unknown, ...others: readonly unknown[]): boolean =>
			write(typeof chunk === 'string' ? safe(withoutAnySecrets(chunk)) : chunk, ...others);
	// Reads and listens as the stream does; what moves the cursor is gemmark's own.
	unguarded.set(stream, Object.create(stream, { write: { value: guarded((text) => text) } }) as Stream);
	stream.write = guarded(terminalText) as typeof stream.write;
}

/** The stream for gemmark's own cursor movements: bars, and questions that are asked. Untrusted text in it must be a {@link singleLine}. */
export function drawingOn<S extends Stream>(stream: S): S {
	return (unguarded.get(stream) as S | undefined) ?? stream;
}
