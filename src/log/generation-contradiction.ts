import { ENGINE_DIALECT } from '../dialects/conversation/open-conversation.ts';
import { DIALECT_NAMES } from '../dialects/dialects.ts';
import type { LoggedEvent, LoggedGeneration } from '../eval/sample.ts';
import type { LogSample } from './record.ts';

/**
 * What of a sample's generations cannot be true at once, in words: clocks that are not those of what came, or events that
 * tell what the model did not write. Undefined where nothing is. A dialect of one's own may write its events as it likes.
 */
export function toldContradiction(
	{ transcript, timings }: Pick<LogSample, 'transcript' | 'timings'>,
	dialect: string | undefined,
): string | undefined {
	const { generations } = transcript;
	const clocks = timings.generations;
	if (clocks.length !== generations.length) return `${clocks.length} clocks of ${generations.length} generations`;
	for (const [index, generation] of generations.entries()) {
		const { pieceAtMs = [], eventAtMs = [] } = clocks[index] ?? {};
		const place = `generation ${index + 1}`;
		const { pieces, events } = generation;
		if (pieceAtMs.length !== pieces.length) return `${place}: ${pieceAtMs.length} clocks of ${pieces.length} pieces`;
		if (eventAtMs.length !== events.length) return `${place}: ${eventAtMs.length} clocks of ${events.length} events`;
		if (dialect !== undefined && tellsOther(generation, dialect)) return `${place}: its events are not of its pieces`;
	}
	return undefined;
}

function tellsOther({ pieces, events, finish }: LoggedGeneration, dialect: string): boolean {
	const written = pieces.join('');
	if (!DIALECT_NAMES.includes(dialect)) {
		if (dialect !== ENGINE_DIALECT) return false;
		// An engine that reads by itself keeps its calls; an app may tell the text before a call whole, or its chunks alone.
		const said = events.flatMap((event) => (event.type === 'text' ? [event.text] : []));
		return without(written, said) === undefined && without(said.join(''), pieces) === undefined;
	}
	const left = without(written, events.flatMap(rawOf));
	if (left === undefined) return true;
	// What was held back when a generation was cut is in no event.
	const whole = finish.unified === 'stop' || finish.unified === 'tool-call';
	return whole && wordsIn(left) > MARKER_LETTERS;
}

/** Letters between markers that a reader takes for its own: the name of a thinking channel, `print(tool_code)`. */
const MARKER_LETTERS = 24;

function wordsIn({ between, behind }: Left): number {
	const [tail = ''] = behind.split('<');
	return (between.replace(/<[^<>\s]{1,40}>/gu, '') + tail).match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}

/** What is left of a text without its parts, before the last of them and behind it. */
interface Left {
	readonly between: string;
	readonly behind: string;
}

/** Undefined where a part is not in the text, or not in its place. */
function without(text: string, parts: readonly string[]): Left | undefined {
	let between = '';
	let from = 0;
	for (const part of parts) {
		const at = text.indexOf(part, from);
		if (at < 0) return undefined;
		between += text.slice(from, at);
		from = at + part.length;
	}
	return { between, behind: text.slice(from) };
}

function rawOf(event: LoggedEvent): readonly string[] {
	if (event.type === 'call') return event.call.raw === undefined ? [] : [event.call.raw];
	return [event.type === 'malformed' ? event.raw : event.text];
}
