import {
	type AppTurn,
	type Conversation,
	type ConversationOptions,
	type GenerationEvent,
	type ToolCall,
	type TurnInput,
	type TurnOptions,
	UsageError,
} from '../../src/index.ts';
import { askApp } from './link/ask-app.ts';
import { type Connection, lost, wrong } from './link/connection.ts';
import type { DeviceLink } from './link/device-link.ts';
import type { AnswerEnd, ChatAsk, Opened } from './protocol/messages.ts';
import { GenerationTold } from './told/generation-told.ts';
import { type AskedTurn, keptMessages } from './told/kept-messages.ts';

/** A conversation with the app's runtime, which renders and reads by itself. */
export class ChatConversation implements Conversation {
	readonly #link: DeviceLink;
	readonly #options: ConversationOptions;
	readonly #opening: Opening;
	#calls = 0;

	constructor(link: DeviceLink, options: ConversationOptions) {
		this.#link = link;
		this.#options = options;
		this.#opening = new Opening(link, 'chat', options);
	}

	async *sendChatTurn(input: TurnInput, { signal }: TurnOptions = {}): AsyncGenerator<GenerationEvent, void, void> {
		const { deadlineMs, maxTokens, onGeneration } = this.#options;
		const generation = new GenerationTold({ link: this.#link, maxTokens }, this.#calls);
		const asked = { level: 'chat' as const, conversation: this.#opening.conversation, deadlineMs, ...saidOf(input) };
		const limited = { deadlineMs, maxTokens, signal, before: this.#opening.ensure };
		try {
			for await (const part of askApp(this.#link, asked, limited)) {
				if (part.type !== 'end' && part.type !== 'over') yield generation.read(part);
				else {
					const end = generation.end(part);
					this.#calls += generation.calls;
					yield end;
				}
			}
		} finally {
			onGeneration?.(generation.record());
		}
	}
}

/** A chat of the app itself: its own controller takes the user's turn, with its own prompts and tools. */
export class AppConversation implements Conversation {
	readonly #link: DeviceLink;
	readonly #options: ConversationOptions;
	readonly #opening: Opening;

	constructor(link: DeviceLink, options: ConversationOptions) {
		this.#link = link;
		this.#options = options;
		this.#opening = new Opening(link, 'app', options);
	}

	// biome-ignore lint/correctness/useYield: it refuses.
	async *sendChatTurn(): AsyncGenerator<GenerationEvent, void, void> {
		throw new UsageError('--level app: the app takes whole user turns, and this suite asks for single generations', {
			hint: 'Leave the suite out with --suite, or use --level engine.',
		});
	}

	/** Tells the turn's generations one after another, and what the app kept of it. */
	async userTurn(text: string, { signal }: TurnOptions = {}): Promise<AppTurn> {
		const { deadlineMs, maxTokens, onGeneration } = this.#options;
		const limits = { link: this.#link, maxTokens };
		const asked = { level: 'app' as const, conversation: this.#opening.conversation, text, deadlineMs };
		const limited = { deadlineMs, maxTokens, signal, before: this.#opening.ensure };
		const calls: ToolCall[] = [];
		const events: GenerationEvent[] = [];
		let turn: AppTurn = { messages: [{ role: 'user', text }] };
		let generation: GenerationTold | undefined = new GenerationTold(limits, 0);
		try {
			for await (const part of askApp(this.#link, asked, limited)) {
				generation ??= new GenerationTold(limits, calls.length);
				if (part.type !== 'end' && part.type !== 'over') {
					const event = generation.read(part);
					events.push(event);
					if (event.type === 'call') calls.push(event.call);
					continue;
				}
				generation.end(part);
				onGeneration?.(generation.record());
				generation = part.type === 'end' && part.more ? new GenerationTold(limits, calls.length, part.atMs) : undefined;
				if (part.type === 'end' && !part.more) turn = this.#turnOf(part, { text, calls, events });
			}
			return turn;
		} finally {
			if (generation !== undefined) onGeneration?.(generation.record());
		}
	}

	#turnOf(end: AnswerEnd, told: Pick<AskedTurn, 'text' | 'calls' | 'events'>): AppTurn {
		const { messages, error, finish } = end;
		// A turn that was cut short, or that failed, may leave nothing but the user's words.
		if (messages === undefined && error === undefined && finish !== 'aborted' && finish !== 'deadline') {
			throw wrong(this.#link.hello.device, 'the last end of a turn has no messages');
		}
		const kept = messages && keptMessages(messages, { ...told, failed: error !== undefined, link: this.#link });
		return { messages: kept ?? [{ role: 'user', text: told.text }], ...(error !== undefined && { error }) };
	}
}

/** Opens a conversation on the device when it is first asked; one that the app lost is cut, with its sample. */
class Opening {
	readonly conversation: number;
	readonly #message: Opened;
	#held: Connection | undefined;

	constructor(link: DeviceLink, level: Opened['level'], options: ConversationOptions) {
		const { system, tools, sampling, maxTokens, thinking } = options;
		this.conversation = link.nextConversation();
		const declared = tools.map(({ name, description, parameters }) => ({ name, description, parameters }));
		const { conversation } = this;
		this.#message = { type: 'open', conversation, level, system, tools: declared, sampling, maxTokens, thinking };
	}

	readonly ensure = (connection: Connection): void => {
		if (this.#held === connection) return;
		if (this.#held !== undefined) throw lost(connection.hello.device, 'the app lost its conversation');
		connection.open(this.#message);
		this.#held = connection;
	};
}

function saidOf(input: TurnInput): Pick<ChatAsk, 'results' | 'text'> {
	const answers = input.type === 'user' ? (input.unsent ?? []) : input.results;
	const results = answers.map(({ call, response }) => ({ name: call.name, arguments: call.arguments, response }));
	return { results, text: input.type === 'user' ? input.text : input.reflection };
}
