import type { EventEmitter } from 'node:events';
import { styleText } from 'node:util';
import { type PaintedLine, terminalText } from '../reports/terminal/text.ts';
import { EnvironmentError, type ExitCode } from '../src/base/errors.ts';
import { message } from '../src/base/message.ts';
import { withoutAnySecrets } from '../src/text/secrets.ts';
import { reportFailure } from './process.ts';

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

/** Where the CLI prints, and what happens when printing fails. */
interface OutputStreams {
	readonly stdout: EventEmitter;
	readonly stderr: EventEmitter & { write(text: string): unknown };
	readonly onFailure: (exitCode: ExitCode) => void;
}

/**
 * Keeps a failing stdout or stderr from ending a run that writes files: a reader that has seen enough (`| head -1`)
 * is no failure, a full disk after `>` is reported and gives exit code 3.
 */
export function surviveFailingOutput({ stdout, stderr, onFailure }: OutputStreams): void {
	stderr.on('error', () => {});
	stdout.on('error', (error: NodeJS.ErrnoException) => {
		if (error.code === 'EPIPE') return;
		const failure = new EnvironmentError(message('command.output-failed', { code: error.code ?? error.message }));
		onFailure(reportFailure(failure, (line) => stderr.write(`${line}\n`)));
	});
}

/**
 * Writes lines in colour where the stream is a terminal that has them; NO_COLOR and FORCE_COLOR decide where they are
 * set. Only the colours are gemmark's own: the texts are escaped as all others are.
 */
export function writePainted(stream: NodeJS.WriteStream, lines: readonly PaintedLine[]): void {
	drawingOn(stream).write(lines.map((line) => `${painted(line, stream)}\n`).join(''));
}

/** One such line, for what draws by itself. */
export function painted({ text, colour }: PaintedLine, stream: NodeJS.WriteStream): string {
	const safe = terminalText(withoutAnySecrets(text));
	return colour === undefined ? safe : styleText(colour, safe, { stream });
}
