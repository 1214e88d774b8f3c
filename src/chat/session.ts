import { detached } from '../base/json-loss.ts';
import { callHook } from '../base/thrown.ts';
import type { Conversation, ToolResponse } from '../model/conversation.ts';
import { appWords } from '../text/app-words.ts';
import type { ToolDispatcher } from '../tool/dispatcher.ts';
import type { ConfirmGate, FailureForm } from '../tool/tool.ts';
import type { CorpusLogger } from './corpus-log.ts';
import { type ChatMessage, type ChatSessionState, type PrefixPolicy, runTurnLoop } from './turn-loop.ts';

/** A gate that answers no, to pending questions too, once the signal is aborted. */
function closableGate(gate: ConfirmGate, signal: AbortSignal): ConfirmGate {
	return async (question) => {
		if (signal.aborted) return false;
		const closed = Promise.withResolvers<boolean>();
		const close = (): void => closed.resolve(false);
		signal.addEventListener('abort', close, { once: true });
		try {
			const answer = await Promise.race([gate(question), closed.promise]);
			return answer === true && !signal.aborted;
		} finally {
			signal.removeEventListener('abort', close);
		}
	};
}

/** Options of a chat session. */
export interface ChatSessionOptions<Deps> {
	/** Opened with the declarations of the dispatcher's registry. */
	readonly conversation: Conversation;
	readonly dispatcher: ToolDispatcher<Deps>;
	/** Passed to the handlers of tools. */
	readonly deps: Deps;
	/** Path A (`push`) or path B (`discard`). */
	readonly policy: PrefixPolicy;
	/** Default: destructive tools are cancelled. */
	readonly confirm?: ConfirmGate;
	/** Null, as of `JsonLineLogger.maybeCreate()`: none. */
	readonly logger?: CorpusLogger | null;
	/** Whether failed calls are followed by the reflection message (default false). */
	readonly reflection?: boolean;
	/** BCP 47 tag of the language of hints, errors and the reflection: `ko` (default), English for every other. */
	readonly language?: string;
	/** How the model reads a failed call; default: of an MCP server's tool as MCP hosts write it, else the app's envelope. */
	readonly failureForm?: FailureForm;
	readonly onState?: StateListener;
}

type StateListener = (state: ChatSessionState) => void;

interface UserTurnOptions {
	/** Ends the turn without an error: generations stop, pending calls are cancelled, messages stay. */
	readonly signal?: AbortSignal;
	/** Overrides the gate of the session. */
	readonly confirm?: ConfirmGate;
}

/** The session asks whether to clean up after the first turn beyond these. */
export const HINT_AFTER_TURNS = 8;

/** Runs user turns through the loop of model and tools, and keeps the messages. */
export class ChatSessionController<Deps> {
	readonly #options: ChatSessionOptions<Deps>;
	readonly #listeners = new Set<StateListener>();
	readonly #disposal = new AbortController();
	readonly #cleanUpHint: ChatMessage;
	#conversation: Conversation;
	#state: ChatSessionState = { isStreaming: false, messages: [] };
	#userTurns = 0;
	#unsent: readonly ToolResponse[] = [];
	readonly #unpublished: ChatSessionState[] = [];
	/** Copies for listeners, which may change them in place. */
	#copies: readonly ChatMessage[] = [];
	#shown: readonly ChatMessage[] = [];

	/** Throws `ConfigError` if the language is not a BCP 47 tag. */
	constructor(options: ChatSessionOptions<Deps>) {
		this.#options = options;
		this.#cleanUpHint = { role: 'system', text: appWords(options.language).cleanUpHint };
		this.#conversation = options.conversation;
		if (options.onState !== undefined) this.#listeners.add(options.onState);
	}

	get state(): ChatSessionState {
		return this.#state;
	}

	/** Calls the listener with every later state, in order; returns a function that unsubscribes. Its errors are swallowed. */
	subscribe(listener: StateListener): () => void {
		this.#listeners.add(listener);
		return () => void this.#listeners.delete(listener);
	}

	/**
	 * Never rejects: failures are in the state. Does nothing if the text is blank, a turn is streaming, the signal is already
	 * aborted or the session is disposed.
	 */
	async userTurn(text: string, options: UserTurnOptions = {}): Promise<void> {
		const { signal } = options;
		if (text.trim() === '' || this.#state.isStreaming || signal?.aborted || this.#disposal.signal.aborted) return;
		const { logger } = this.#options;
		const said = text.normalize('NFC');
		this.#userTurns += 1;
		this.#set({
			isStreaming: true,
			messages: [...this.#state.messages, { role: 'user', text: said }],
			streamingText: '',
		});
		callHook(() => logger?.onUserTurn?.(said));
		const end = await this.#runLoop(said, options);
		this.#unsent = end.unsent;
		const messages =
			this.#userTurns === HINT_AFTER_TURNS + 1 ? [...this.#state.messages, this.#cleanUpHint] : this.#state.messages;
		callHook(() => logger?.onTurnEnd?.(end.error, end.finish, end.earlier));
		this.#set({ isStreaming: false, messages, error: end.error });
	}

	/** Drops all messages and continues in a new conversation. Does nothing while streaming. */
	clear(conversation: Conversation): void {
		if (this.#state.isStreaming) return;
		this.#conversation = conversation;
		this.#userTurns = 0;
		this.#unsent = [];
		this.#set({ isStreaming: false, messages: [] });
	}

	/**
	 * Freezes the state and answers a pending confirmation with no. A generation and handlers under way finish, side effects
	 * included; no new generation starts.
	 */
	dispose(): void {
		this.#disposal.abort();
		this.#listeners.clear();
	}

	#runLoop(text: string, options: UserTurnOptions): ReturnType<typeof runTurnLoop> {
		const { dispatcher, deps, policy, logger, language, failureForm, reflection = false } = this.#options;
		const { signal } = options;
		const disposed = this.#disposal.signal;
		const gate = options.confirm ?? this.#options.confirm;
		const closing = signal === undefined ? disposed : AbortSignal.any([signal, disposed]);
		const confirm = gate === undefined ? undefined : closableGate(gate, closing);
		return runTurnLoop(text, this.#unsent, {
			conversation: this.#conversation,
			policy,
			reflection,
			logger: logger ?? undefined,
			language,
			failureForm,
			signal,
			disposed,
			dispatch: (call) => dispatcher.dispatch({ toolName: call.name, rawArgs: call.arguments, confirm, deps }),
			push: (...messages) => this.#stream([...this.#state.messages, ...messages], ''),
			showText: (streamingText) => this.#stream(this.#state.messages, streamingText),
		});
	}

	#stream(messages: readonly ChatMessage[], streamingText: string): void {
		this.#set({ isStreaming: true, messages, streamingText });
	}

	#set(state: ChatSessionState): void {
		if (this.#disposal.signal.aborted) return;
		if (state.messages !== this.#state.messages) {
			const known = this.#copies.slice(0, state.messages.length);
			this.#copies = [...known, ...detached(state.messages.slice(known.length))];
			this.#shown = [...this.#copies];
		}
		this.#state = state;
		// A listener may start the next turn: the others first hear of the state that it answers.
		if (this.#unpublished.push({ ...state, messages: this.#shown }) > 1) return;
		for (const next of this.#unpublished) for (const listener of this.#listeners) callHook(() => listener(next));
		this.#unpublished.length = 0;
	}
}
