import { styleText } from 'node:util';
import { type PaintedLine, terminalText } from '../../reports/terminal/text.ts';
import { withoutAnySecrets } from '../../src/text/secrets.ts';
import { drawingOn } from './guarded-terminal.ts';

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
