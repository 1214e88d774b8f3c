import type {
	Conversation,
	ConversationOptions,
	Finish,
	GenerationEvent,
	GenerationTimings,
	JsonObject,
	TurnInput,
	TurnOptions,
	Usage,
} from '../../src/index.ts';
import type { EnginePage } from '../browser/engine-page.ts';
import { type GeneratedPiece, generateInPage } from '../browser/page-generation.ts';
import type { PageChatTurn } from '../browser/page-protocol.ts';
import type { PageSession } from '../browser/page-session.ts';
import type { Turns } from '../supervisor/turns.ts';
import { assistantMessage, prefaceMessages, readCall, toolOf, turnMessages } from './messages.ts';

export interface ConversationPorts {
	readonly session: PageSession;
	/** Shared by all conversations of a model: its engine generates one thing at a time. */
	readonly turns: Turns;
	readonly graceMs: number;
	readonly idleMs: number;
}

type End = Extract<GenerationEvent, { type: 'end' }>;

let opened = 0;

/**
 * A conversation in LiteRT-LM, which renders and parses by itself. The engine keeps it; after a turn that failed, or
 * when the page was loaded again, another one is opened there with the history of this one.
 */
export class LiteRtConversation implements Conversation {
	readonly #ports: ConversationPorts;
	readonly #options: ConversationOptions;
	#history: readonly JsonObject[];
	/** The engine's conversation that holds exactly the history, and where it is. */
	#held: { readonly page: EnginePage; readonly id: number } | undefined;
	#calls = 0;

	constructor(ports: ConversationPorts, options: ConversationOptions) {
		this.#ports = ports;
		this.#options = options;
		this.#history = prefaceMessages(options);
	}

	async *sendChatTurn(input: TurnInput, { signal }: TurnOptions = {}): AsyncGenerator<GenerationEvent, void, void> {
		const release = await this.#ports.turns.take();
		const acceptedAt = performance.now();
		const turn = new Turn();
		try {
			if (signal?.aborted) {
				yield turn.aborted(0);
				return;
			}
			const page = await this.#ports.session.page();
			try {
				yield* this.#generate(page, turnMessages(input), turn, signal);
			} catch (error) {
				this.#held = undefined;
				if (!this.#ports.session.isDisposed && signal?.aborted !== true) throw error;
				yield turn.aborted(performance.now() - acceptedAt);
			}
		} finally {
			release();
			this.#options.onGeneration?.(turn.record());
		}
	}

	async *#generate(
		page: EnginePage,
		messages: readonly JsonObject[],
		turn: Turn,
		signal: AbortSignal | undefined,
	): AsyncGenerator<GenerationEvent, void, void> {
		const { deadlineMs, maxTokens, sampling, tools } = this.#options;
		const id = this.#held?.page === page ? this.#held.id : opened++;
		// Until this turn has ended well, what the engine holds is not the history.
		this.#held = undefined;
		const request: PageChatTurn = {
			type: 'chat',
			conversation: id,
			preface: { messages: this.#history, tools: tools.map(toolOf) },
			messages,
			maxTokens,
			sampling,
		};
		const { graceMs, idleMs, session } = this.#ports;
		const limits = { deadlineMs, graceMs, idleMs, ...(signal === undefined ? {} : { signal }) };
		for await (const item of generateInPage(page, session.modelName, request, limits)) {
			if (item.type === 'pieces') {
				for (const piece of item.pieces) yield turn.read(piece, `call-${this.#calls + turn.calls}`);
				continue;
			}
			const end = turn.end(item);
			this.#history = [...this.#history, ...messages, assistantMessage(turn.events)];
			this.#calls += turn.calls;
			if (end.finish.unified !== 'aborted' && end.finish.unified !== 'deadline') this.#held = { page, id };
			yield end;
		}
	}
}

/** One generation as it comes. */
class Turn {
	readonly events: GenerationEvent[] = [];
	readonly #pieces: GeneratedPiece[] = [];
	#end: End = endOf({ finish: { unified: 'unknown', raw: 'failed' }, usage: {}, totalMs: 0 }, []);

	get calls(): number {
		return this.events.filter((event) => event.type === 'call').length;
	}

	read(piece: GeneratedPiece, nextId: string): GenerationEvent {
		this.#pieces.push(piece);
		const event = readPiece(piece, nextId);
		this.events.push(event);
		return event;
	}

	end(told: {
		readonly finish: Finish;
		readonly usage: Usage;
		readonly prefillMs?: number;
		readonly totalMs: number;
	}): End {
		this.#end = endOf(told, this.#pieces);
		this.events.push(this.#end);
		return this.#end;
	}

	aborted(totalMs: number): End {
		return this.end({ finish: { unified: 'aborted', raw: 'abort' }, usage: {}, totalMs });
	}

	record(): Parameters<NonNullable<ConversationOptions['onGeneration']>>[0] {
		const { finish, usage, timings } = this.#end;
		return {
			pieces: this.#pieces.map((piece) => piece.text),
			pieceAtMs: this.#pieces.map((piece) => piece.atMs),
			events: this.events,
			finish,
			usage,
			timings,
		};
	}
}

function readPiece({ text, atMs, as }: GeneratedPiece, nextId: string): GenerationEvent {
	if (as === 'call') return readCall(text, nextId, atMs);
	// The engine's error tells no reason that would hold for every grammar.
	if (as === 'malformed') return { type: 'malformed', reason: 'bad-arguments', raw: text, atMs };
	return { type: as ?? 'text', text, atMs };
}

function endOf(
	told: { readonly finish: Finish; readonly usage: Usage; readonly prefillMs?: number; readonly totalMs: number },
	pieces: readonly GeneratedPiece[],
): End {
	const [first, last] = [pieces[0], pieces.at(-1)];
	const called = pieces.find((piece) => piece.as === 'call');
	const timings: GenerationTimings = {
		source: 'engine',
		...(told.prefillMs === undefined ? {} : { prefillMs: told.prefillMs }),
		...(first === undefined || last === undefined ? {} : { firstTokenMs: first.atMs, lastTokenMs: last.atMs }),
		...(called === undefined ? {} : { callCompleteMs: called.atMs }),
		totalMs: told.totalMs,
	};
	return { type: 'end', finish: told.finish, usage: told.usage, timings };
}
