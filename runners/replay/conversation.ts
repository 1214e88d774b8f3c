import { EngineError } from '../../src/base/errors.ts';
import { message } from '../../src/base/message.ts';
import type { LogSample } from '../../src/log/record.ts';
import type { Conversation, ConversationOptions, TurnInput, TurnOptions } from '../../src/model/conversation.ts';
import type { GenerationEvent, GenerationTimings } from '../../src/model/generation.ts';
import { notRecorded, paceOf, type Replay, usageOf } from './completer.ts';
import { type RecordedGeneration, type Recording, recordedAt } from './recording.ts';

/**
 * Gives recorded events again, for recordings of engines that rendered and read by themselves: their raw text is not in
 * the log, so reading and dialect are those of the recording.
 */
export class ReplayConversation implements Conversation {
	readonly #recording: Recording;
	readonly #options: ConversationOptions;
	readonly #replay: Replay;
	#sample: LogSample | undefined;
	#next = 0;

	constructor(recording: Recording, options: ConversationOptions, replay: Replay) {
		this.#recording = recording;
		this.#options = options;
		this.#replay = replay;
	}

	async *sendChatTurn(input: TurnInput, { signal }: TurnOptions = {}): AsyncGenerator<GenerationEvent, void, void> {
		const { disposed, name, realTime } = this.#replay;
		if (disposed.aborted) throw new EngineError('unavailable', message('replay.over', { name }));
		const stop = signal === undefined ? disposed : AbortSignal.any([signal, disposed]);
		const pace = paceOf(realTime);
		const recorded = this.#recorded(input);
		const events: GenerationEvent[] = [];
		for (const event of eventsOf(recorded)) {
			await pace(event.atMs, stop);
			if (stop.aborted) break;
			events.push(event);
			yield event;
		}
		if (!stop.aborted) this.#next += 1;
		const { generation } = recorded;
		const timings = timingsOf(recorded);
		const finish = stop.aborted ? ({ unified: 'aborted', raw: 'replay' } as const) : generation.finish;
		const end: GenerationEvent = { type: 'end', finish, usage: usageOf(recorded), timings };
		this.#options.onGeneration?.({
			pieces: generation.pieces,
			pieceAtMs: recorded.timings.pieceAtMs,
			tokens: generation.tokens,
			events: [...events, end],
			finish,
			usage: end.usage,
			timings,
		});
		yield end;
	}

	#recorded(input: TurnInput): RecordedGeneration {
		const { sampling, constrainTo } = this.#options;
		if (input.type === 'user') {
			this.#sample ??= this.#recording.conversation(input.text, sampling.seed, constrainTo !== undefined);
		}
		const recorded = this.#sample && recordedAt({ sample: this.#sample, index: this.#next });
		if (recorded === undefined) throw notRecorded(this.#sample === undefined ? 0 : this.#next, this.#replay.name);
		return recorded;
	}
}

type ClockedEvent = Exclude<GenerationEvent, { type: 'end' }>;

function eventsOf({ generation, timings }: RecordedGeneration): readonly ClockedEvent[] {
	return generation.events.map((event, index): ClockedEvent => {
		const atMs = timings.eventAtMs[index] ?? 0;
		if (event.type !== 'call') return { ...event, atMs };
		const { name, arguments: args } = event.call;
		// A device does not report what its model wrote: the call stands for it, as with a chat server.
		return { type: 'call', call: { raw: `${name}(${JSON.stringify(args)})`, ...event.call }, atMs };
	});
}

function timingsOf({ timings }: RecordedGeneration): GenerationTimings {
	// A replay is never refused.
	const { pieceAtMs: _, eventAtMs: __, cachedPromptTokens: ___, refused: ____, ...rest } = timings;
	return rest;
}
