import type { Completer, CompletionRequest, PromptPart } from '../../model/completer.ts';
import type {
	Conversation,
	ConversationOptions,
	HistoryMessage,
	ToolDeclaration,
	TurnInput,
	TurnOptions,
} from '../../model/conversation.ts';
import type { GenerationEvent } from '../../model/generation.ts';
import { mayThink } from '../../model/thinking.ts';
import type { Dialect } from '../dialect.ts';
import type { PromptRenderer } from '../prompt/prompt-renderer.ts';
import { responseOpening } from '../prompt/response-opening.ts';
import { modelTurn, templateHistory } from '../prompt/template-history.ts';
import { withTrigger } from '../prompt/trigger.ts';
import { GenerationReader } from './generation-reader.ts';

/** What a conversation over a raw engine needs. */
export interface RawConversationPorts {
	readonly completer: Completer;
	readonly renderer: PromptRenderer;
	readonly dialect: Dialect;
}

/** The prompt so far: everything the next generation sees, in the order it came. */
interface History {
	readonly parts: readonly PromptPart[];
	readonly sharedChars: number;
	/** What the template adds behind the dialect's own opening of a model turn, such as an empty thinking channel. */
	readonly modelOpening: string;
	/** What it adds behind the responses of tools: a thought that it opens. */
	readonly responseOpening: string;
}

/**
 * A conversation over a raw engine. Only the first user turn is rendered, behind the history where one is given (or, where
 * the history ends with calls that are answered now, its last user turn); from then on text is appended: what the model
 * wrote stays as it wrote it, token for token, and is followed by the answers to its calls in the same model turn, or
 * by the next user turn. A reflection message stands behind the answers as the model's own words, and it goes on from there.
 * Every generation that reaches its end is history, also one that was aborted or ran into its deadline; one that throws,
 * or whose reader leaves early, is not, and neither is its input.
 */
export class RawConversation implements Conversation {
	/** Every dialect leaves the model's turn open behind the answers. */
	readonly reflectsAs = 'model';
	readonly #ports: RawConversationPorts;
	readonly #options: ConversationOptions;
	#history: History | undefined;
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
		prompt: History,
		reader: GenerationReader,
		signal: AbortSignal | undefined,
	): AsyncGenerator<GenerationEvent, void, undefined> {
		let thrown: unknown;
		try {
			for await (const event of this.#ports.completer.complete(this.#request(prompt, signal))) {
				if (event.type === 'pieces') {
					for (const piece of event.pieces) yield* reader.read(piece);
					continue;
				}
				const last = reader.end(event);
				this.#history = { ...prompt, parts: [...prompt.parts, reader.output()] };
				this.#calls = reader.nextCall();
				yield* last;
				return;
			}
			throw new Error('the completer ended without an end');
		} catch (error) {
			thrown = error;
			throw error;
		} finally {
			this.#options.onGeneration?.(reader.record(thrown));
		}
	}

	#request(prompt: History, signal: AbortSignal | undefined): CompletionRequest {
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

	#prompt(input: TurnInput): History {
		const history = this.#history;
		if (history === undefined) return this.#firstPrompt(input);
		const text = this.#continuation(input, history);
		return { ...history, parts: [...history.parts, { text }] };
	}

	#firstPrompt(input: TurnInput): History {
		const { history = [] } = this.#options;
		return input.type === 'user' ? this.#rendered(history, input.text) : this.#midTurn(history, input);
	}

	/** The answers to calls that the history ends with: no template renders half a model's turn, so it is written behind the user's. */
	#midTurn(history: readonly HistoryMessage[], input: TurnInput): History {
		const { dialect } = this.#ports;
		const last = history.findLastIndex(({ role }) => role === 'user');
		const user = history[last];
		if (user?.role !== 'user') throw new Error('a conversation begins with a user turn');
		const prompt = this.#rendered(history.slice(0, last), user.content);
		const told = modelTurn(dialect, history.slice(last + 1)) + this.#continuation(input, prompt);
		// One part: parts take turns between what the model is told and what it writes.
		return { ...prompt, parts: [{ text: prompt.parts.map(({ text }) => text).join('') + told }] };
	}

	#rendered(history: readonly HistoryMessage[], userText: string): History {
		const { renderer, dialect } = this.#ports;
		const { tools, sharedUserText } = this.#options;
		const thinking = mayThink(this.#options.thinking);
		// The marker opens the system turn where the template has no switch that writes it.
		const marker = thinking && !renderer.switchesThinking() ? (dialect.thinking?.marker ?? '') : '';
		const text = joinParagraphs(withTrigger(dialect, this.#options.system, tools.length), declaration(dialect, tools));
		const system = marker === '' ? text : marker + (text ?? '');
		const rendered = renderer.render({
			...(system === undefined ? {} : { system }),
			tools: dialect.declareTools === undefined ? tools : [],
			history: templateHistory(renderer, dialect, history),
			userText,
			...(sharedUserText === undefined ? {} : { sharedUserText }),
			thinking,
		});
		const { afterUser, sharedChars } = rendered;
		const own = dialect.nextUserTurn('A');
		const ownAfterUser = own.slice(own.lastIndexOf('A') + 1);
		const modelOpening = afterUser.startsWith(ownAfterUser) ? afterUser.slice(ownAfterUser.length) : '';
		// Under a grammar there is no thought.
		const thinks = thinking && this.#options.constrainTo === undefined;
		return {
			parts: [{ text: rendered.text }],
			sharedChars,
			modelOpening,
			responseOpening: thinks ? responseOpening(renderer, dialect) : '',
		};
	}

	#continuation(input: TurnInput, { modelOpening, responseOpening }: History): string {
		const { dialect } = this.#ports;
		if (input.type === 'tool-results') {
			const { results, reflection } = input;
			const told = reflection === undefined ? '' : `${reflection}\n\n`;
			return dialect.toolResponses(results) + told + responseOpening;
		}
		const { text, unsent = [] } = input;
		return (unsent.length === 0 ? dialect.nextUserTurn(text) : dialect.toolResponses(unsent, text)) + modelOpening;
	}
}

function callsIn(history: readonly HistoryMessage[]): number {
	return history.reduce(
		(sum, message) => sum + (message.role === 'assistant' ? (message.tool_calls?.length ?? 0) : 0),
		0,
	);
}

function declaration(dialect: Dialect, tools: readonly ToolDeclaration[]): string | undefined {
	return tools.length === 0 ? undefined : dialect.declareTools?.(tools);
}

function joinParagraphs(...texts: readonly (string | undefined)[]): string | undefined {
	const present = texts.filter((text) => text !== undefined && text !== '');
	return present.length === 0 ? undefined : present.join('\n\n');
}
