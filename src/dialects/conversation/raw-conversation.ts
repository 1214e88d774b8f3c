import type { Completer, CompletionRequest, PromptPart } from '../../model/completer.ts';
import {
	type Conversation,
	type ConversationOptions,
	type HistoryMessage,
	mayThink,
	type ToolDeclaration,
	type TurnInput,
	type TurnOptions,
} from '../../model/conversation.ts';
import type { GenerationEvent } from '../../model/generation.ts';
import type { Dialect } from '../dialect.ts';
import { keepsThoughts, modelTurn, responseOpening, templateHistory } from '../prompt/history.ts';
import { type PromptRenderer, withTrigger } from '../prompt/renderer.ts';
import { GenerationReader } from './generation-reader.ts';

/** Everything the next generation sees, in the order it came. */
interface PromptSoFar {
	readonly parts: readonly PromptPart[];
	/** The same without the model's thoughts. */
	readonly spoken: readonly PromptPart[];
	readonly sharedChars: number;
	/** What the template adds after the dialect's own opening of a model turn, such as an empty thinking channel. */
	readonly modelOpening: string;
	/** What it adds after the responses of tools: a thought that it opens. */
	readonly responseOpening: string;
}

interface PromptPorts {
	readonly renderer: PromptRenderer;
	readonly dialect: Dialect;
}

/** The prompt of a conversation's first turn, after the history where the options have one. */
function firstPrompt(ports: PromptPorts, options: ConversationOptions, input: TurnInput): PromptSoFar {
	const { history = [] } = options;
	return input.type === 'user'
		? rendered(ports, options, history, input.text)
		: midTurn(ports, options, history, input);
}

/** What a turn adds after what the model wrote. */
function continuation(dialect: Dialect, input: TurnInput, { modelOpening, responseOpening }: PromptSoFar): string {
	if (input.type === 'tool-results') {
		const { results, reflection } = input;
		const added = reflection === undefined ? '' : `${reflection}\n\n`;
		return dialect.toolResponses(results) + added + responseOpening;
	}
	const { text, unsent = [] } = input;
	return (unsent.length === 0 ? dialect.nextUserTurn(text) : dialect.toolResponses(unsent, text)) + modelOpening;
}

/** The answers to calls that the history ends with: no template renders half a model's turn, so it is written after the user's. */
function midTurn(
	ports: PromptPorts,
	options: ConversationOptions,
	history: readonly HistoryMessage[],
	input: TurnInput,
): PromptSoFar {
	const last = history.findLastIndex(({ role }) => role === 'user');
	const user = history[last];
	if (user?.role !== 'user') throw new Error('a conversation begins with a user turn');
	const prompt = rendered(ports, options, history.slice(0, last), user.content);
	const added = modelTurn(ports.dialect, history.slice(last + 1)) + continuation(ports.dialect, input, prompt);
	// One part: parts take turns between what the model reads and what it writes.
	return startingWith(prompt.parts.map(({ text }) => text).join('') + added, prompt);
}

function rendered(
	{ renderer, dialect }: PromptPorts,
	options: ConversationOptions,
	history: readonly HistoryMessage[],
	userText: string,
): PromptSoFar {
	const { tools, sharedUserText } = options;
	const thinking = mayThink(options.thinking);
	// The marker opens the system turn where the template has no switch that writes it.
	const marker = thinking && !renderer.switchesThinking() ? (dialect.thinking?.marker ?? '') : '';
	const text = joinParagraphs(withTrigger(dialect, options.system, tools.length), declaration(dialect, tools));
	const system = marker === '' ? text : marker + (text ?? '');
	const prompt = renderer.render({
		system,
		tools: dialect.declareTools === undefined ? tools : [],
		history: templateHistory(renderer, dialect, history),
		userText,
		sharedUserText,
		thinking,
	});
	const { afterUser, sharedChars } = prompt;
	const own = dialect.nextUserTurn('A');
	const ownAfterUser = own.slice(own.lastIndexOf('A') + 1);
	const modelOpening = afterUser.startsWith(ownAfterUser) ? afterUser.slice(ownAfterUser.length) : '';
	// Under a grammar there is no thought.
	const thinks = thinking && options.constrainTo === undefined;
	return startingWith(prompt.text, {
		sharedChars,
		modelOpening,
		responseOpening: thinks ? responseOpening(renderer, dialect) : '',
	});
}

function startingWith(text: string, rest: Omit<PromptSoFar, 'parts' | 'spoken'>): PromptSoFar {
	return { ...rest, parts: [{ text }], spoken: [{ text }] };
}

function declaration(dialect: Dialect, tools: readonly ToolDeclaration[]): string | undefined {
	return tools.length === 0 ? undefined : dialect.declareTools?.(tools);
}

function joinParagraphs(...texts: readonly (string | undefined)[]): string | undefined {
	const present = texts.filter((text) => text !== undefined && text !== '');
	return present.length === 0 ? undefined : present.join('\n\n');
}

/** What a conversation over a raw engine needs. */
interface RawConversationPorts {
	readonly completer: Completer;
	readonly renderer: PromptRenderer;
	readonly dialect: Dialect;
}

/**
 * A conversation over a raw engine. Only the first user turn is rendered, after the history where one is given (or, where
 * the history ends with calls that are answered now, its last user turn); from then on text is appended: what the model
 * wrote stays as it wrote it, token for token, and is followed by the answers to its calls in the same model turn, or
 * by the next user turn, before which its thoughts are taken out unless its template keeps them. A reflection message stands after the answers as the model's own words, and it goes on from there.
 * Every generation that reaches its end is history, also one that was aborted or ran into its deadline; one that throws,
 * or whose reader leaves early, is not, and neither is its input.
 */
export class RawConversation implements Conversation {
	/** Every dialect leaves the model's turn open after the answers. */
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

	/** The history becomes longer before the record is reported: a listener may send the next turn. */
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
				this.#history = this.#after(prompt, reader);
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
			grammar,
			signal,
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
		const added = { text: continuation(this.#ports.dialect, input, history) };
		const { parts, spoken } = input.type === 'user' ? this.#whenUserSpeaks(history) : history;
		return { ...history, parts: [...parts, added], spoken: [...spoken, added] };
	}

	#after(prompt: PromptSoFar, reader: GenerationReader): PromptSoFar {
		const isThought = (text: string): boolean => {
			const parser = this.#ports.dialect.parser(this.#options.reading);
			return [...parser.push(text), ...parser.end()].every(({ type }) => type === 'thinking' || type === 'stray');
		};
		const spoken = [...prompt.spoken.slice(0, -1), ...reader.spoken(prompt.spoken.at(-1), isThought)];
		return { ...prompt, parts: [...prompt.parts, reader.output()], spoken };
	}

	/** What the model thought before is dropped there, as its template does. */
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
