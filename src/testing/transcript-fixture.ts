import type { JsonObject } from '../base/json.ts';
import type { LoggedEvent, Transcript } from '../eval/sample.ts';
import type { Finish, Repair } from '../model/generation.ts';

export interface TranscriptFixture extends Partial<Omit<Transcript, 'generations'>> {
	/** Finish of the last generation; default: complete. */
	readonly finish?: Finish;
}

/** Fixture: a transcript of generations with these events. */
export function transcriptFixture(
	generations: readonly (readonly LoggedEvent[])[],
	{ finish, ...changes }: TranscriptFixture = {},
): Transcript {
	return {
		messages: [],
		facts: {},
		...changes,
		generations: generations.map((events, index) => ({
			pieces: [],
			events,
			finish: (index === generations.length - 1 ? finish : undefined) ?? finishOf(events),
			// Counted, so that an answer without a word is one.
			usage: events.length === 0 ? { outputTokens: 1 } : {},
		})),
	};
}

/** Fixture: a call event. */
export function callFixture(name: string, args: JsonObject = {}, repairs: readonly Repair[] = []): LoggedEvent {
	return { type: 'call', call: { id: `call-${name}`, name, arguments: args, raw: `call:${name}`, repairs } };
}

function finishOf(events: readonly LoggedEvent[]): Finish {
	return { unified: events.some(({ type }) => type === 'call') ? 'tool-call' : 'stop', raw: 'fixture' };
}
