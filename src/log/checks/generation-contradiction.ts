import { counted, plural } from '../../base/message.ts';
import { ENGINE_DIALECT } from '../../dialects/conversation/open-conversation.ts';
import { DIALECT_NAMES } from '../../dialects/dialect.ts';
import { bareText } from '../../eval/capture/contradiction.ts';
import type { LoggedEvent, LoggedGeneration } from '../../eval/sample.ts';
import type { LogSample } from '../record.ts';

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
	if (clocks.length !== generations.length)
		return `${counted(clocks.length, 'clock')} of ${counted(generations.length, 'generation')}`;
	const inTurns = timings.userTurns?.reduce((sum, turn) => sum + turn.generations, 0) ?? generations.length;
	if (inTurns !== generations.length)
		return `user turns of ${counted(inTurns, 'generation')}, where there ${plural(generations.length, 'is', 'are')} ${generations.length}`;
	for (const [index, generation] of generations.entries()) {
		const { pieceAtMs = [], eventAtMs = [] } = clocks[index] ?? {};
		const place = `generation ${index + 1}`;
		const { pieces, events } = generation;
		if (pieceAtMs.length !== pieces.length)
			return `${place}: ${counted(pieceAtMs.length, 'clock')} of ${counted(pieces.length, 'piece')}`;
		if (eventAtMs.length !== events.length)
			return `${place}: ${counted(eventAtMs.length, 'clock')} of ${counted(events.length, 'event')}`;
		if (dialect !== undefined && tellsOther(generation, dialect)) return `${place}: its events are not of its pieces`;
	}
	return undefined;
}

function tellsOther({ pieces, events, finish }: LoggedGeneration, dialect: string): boolean {
	const written = pieces.join('');
	if (!DIALECT_NAMES.includes(dialect)) {
		if (dialect !== ENGINE_DIALECT) return false;
		// An engine that reads by itself keeps its calls; an app may tell the text before a call whole, or its chunks alone.
		const said = events.flatMap((event) => (event.type === 'text' ? [bareText(event.text)] : []));
		return without(bareText(written), said) === undefined && without(said.join(''), pieces.map(bareText)) === undefined;
	}
	const told = events.flatMap(rawOf);
	if (told.length === 1 && told[0] === written) return false;
	const left = without(written, told);
	if (left === undefined) return true;
	// What was held back when a generation was cut is in no event.
	const whole = finish.unified === 'stop' || finish.unified === 'tool-call';
	return whole && left.some(isSaid);
}

/**
 * Whether what lies between events is more than markers: their words are few and none of Hangul, such as the name of a
 * thinking channel, or `print(tool_code)`.
 */
function isSaid(text: string): boolean {
	if (text === '') return false;
	const words = text.replace(/<[^<>\s]{1,40}>/gu, '');
	return /[가-힣]/u.test(words) || (words.match(/[\p{L}\p{N}]/gu)?.length ?? 0) > MARKER_LETTERS;
}

const MARKER_LETTERS = 16;

/** What is left of a text before, between and behind its parts, up to a stop; undefined where a part is not in it, in its order. */
function without(text: string, parts: readonly string[]): readonly string[] | undefined {
	const left: string[] = [];
	let from = 0;
	for (const part of parts) {
		const at = text.indexOf(part, from);
		if (at < 0) return undefined;
		left.push(text.slice(from, at));
		from = at + part.length;
	}
	// A recording may have more behind what the engine stopped at.
	return [...left, text.slice(from).split('<')[0] ?? ''];
}

function rawOf(event: LoggedEvent): readonly string[] {
	if (event.type === 'call') return event.call.raw === undefined ? [] : [event.call.raw];
	return [event.type === 'malformed' ? event.raw : event.text];
}
