import type { Completer, CompletionRequest } from '../../model/completer.ts';
import type {
	Conversation,
	ConversationOptions,
	HistoryMessage,
	TurnInput,
	TurnOptions,
} from '../../model/conversation.ts';
import type { GenerationEvent } from '../../model/generation.ts';
import { mayThink } from '../../model/thinking.ts';
import type { Dialect } from '../dialect.ts';
import { keepsThoughts } from '../prompt/kept-thoughts.ts';
import type { PromptRenderer } from '../prompt/prompt-renderer.ts';
import { GenerationReader } from './generation-reader.ts';
import { continuation, firstPrompt, type PromptSoFar } from './prompt-so-far.ts';

/** What a conversation over a raw engine needs. */
export interface RawConversationPorts {
	readonly completer: Completer;
	readonly renderer: PromptRenderer;
	readonly dialect: Dialect;
}

/**
 * A conversation over a raw engine. Only the first user turn is rendered, behind the history where one is given (or, where
 * the history ends with calls that are answered now, its last user turn); from then on text is appended: what the model
 * wrote stays as it wrote it, token for token, and is followed by the answers to its calls in the same model turn, or
 * by the next user turn, before which its thoughts are taken out unless its template keeps them. A reflection message stands behind the answers as the model's own words, and it goes on from there.
 * Every generation that reaches its end is history, also one that was aborted or ran into its deadline; one that throws,
 * or whose reader leaves early, is not, and neither is its input.
 */
export class RawConversation implements Conversation {
	/** Every dialect leaves the model's turn open behind the answers. */
	readonly reflectsAs = 'model';
	readonly #ports: RawConversationPorts;
	readonly #options: ConversationOptions;
	#history: PromptSoFar | undefined;
	#calls = 0;
	#busy = false;

	constructor(ports: RawConversationPorts, options: ConversationOptions) {
		this.#ports = ports;
		this.#options = options;
		this.#calls = callsIn(options.history ?? []);
	}

	async *sendChatTurn(input: TurnInput, options: TurnOptions = {}): AsyncGenerator<GenerationEvent, void, undefined> {
		if (this.#busy) throw new Error('a conversation generates one turn at a time');
		this.#busy = true;
		try {
			const prompt = this.#prompt(input);
			const reader = new GenerationReader({
				parser: this.#ports.dialect.parser(this.#options.reading),
				firstCall: this.#calls,
				promptText: prompt.parts.map((part) => part.text).join(''),
				sharedChars: prompt.sharedChars,
				marks: this.#ports.dialect.thinking,
				thinks: mayThink(this.#options.thinking),
			});
			yield* this.#generate(prompt, reader, options.signal);
		} finally {
			this.#busy = false;
		}
	}

	/** The history becomes longer before the record is told: whoever listens may send the next turn. */
	async *#generate(
		prompt: PromptSoFar,
		reader: GenerationReader,
		signal: AbortSignal | undefined,
	): AsyncGenerator<GenerationEvent, void, undefined> {
		let failure: { readonly thrown: unknown } | undefined;
		try {
			for await (const event of this.#ports.completer.complete(this.#request(prompt, signal))) {
				if (event.type === 'pieces') {
					for (const piece of event.pieces) yield* reader.read(piece);
					continue;
				}
				const last = reader.end(event);
				this.#history = this.#behind(prompt, reader);
				this.#calls = reader.nextCall();
				yield* last;
				return;
			}
			throw new Error('the completer ended without an end');
		} catch (thrown) {
			failure = { thrown };
			throw thrown;
		} finally {
			this.#options.onGeneration?.(reader.record(failure));
		}
	}

	#request(prompt: PromptSoFar, signal: AbortSignal | undefined): CompletionRequest {
		const { sampling, maxTokens, deadlineMs } = this.#options;
		const grammar = this.#grammar();
		return {
			parts: prompt.parts,
			sharedChars: prompt.sharedChars,
			stop: this.#ports.dialect.stops,
			maxTokens,
			sampling,
			deadlineMs,
			...(grammar === undefined ? {} : { grammar }),
			...(signal === undefined ? {} : { signal }),
		};
	}

	#grammar(): string | undefined {
		const { constrainTo, tools } = this.#options;
		if (constrainTo === undefined) return undefined;
		const tool = tools.find((candidate) => candidate.name === constrainTo);
		if (tool === undefined) throw new Error(`constrainTo names no declared tool: ${constrainTo}`);
		return this.#ports.dialect.callGrammar(tool);
	}

	#prompt(input: TurnInput): PromptSoFar {
		const history = this.#history;
		if (history === undefined) return firstPrompt(this.#ports, this.#options, input);
		const told = { text: continuation(this.#ports.dialect, input, history) };
		const { parts, spoken } = input.type === 'user' ? this.#whenUserSpeaks(history) : history;
		return { ...history, parts: [...parts, told], spoken: [...spoken, told] };
	}

	#behind(prompt: PromptSoFar, reader: GenerationReader): PromptSoFar {
		const isThought = (text: string): boolean => {
			const parser = this.#ports.dialect.parser(this.#options.reading);
			return [...parser.push(text), ...parser.end()].every(({ type }) => type === 'thinking' || type === 'stray');
		};
		const spoken = [...prompt.spoken.slice(0, -1), ...reader.spoken(prompt.spoken.at(-1), isThought)];
		return { ...prompt, parts: [...prompt.parts, reader.output()], spoken };
	}

	/** What the model thought before is left out there, as its template does. */
	#whenUserSpeaks({ parts, spoken }: PromptSoFar): Pick<PromptSoFar, 'parts' | 'spoken'> {
		const { dialect, renderer } = this.#ports;
		const kept = dialect.thinking !== undefined && keepsThoughts(renderer) ? parts : spoken;
		return { parts: kept, spoken: kept };
	}
}

function callsIn(history: readonly HistoryMessage[]): number {
	return history.reduce(
		(sum, message) => sum + (message.role === 'assistant' ? (message.tool_calls?.length ?? 0) : 0),
		0,
	);
}
