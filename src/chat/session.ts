import { detached } from '../base/json-loss.ts';
import { callHook } from '../base/thrown.ts';
import type { Conversation, ToolResponse } from '../model/conversation.ts';
import { appWords } from '../text/app-words.ts';
import type { ToolDispatcher } from '../tool/dispatcher.ts';
import type { ConfirmGate } from '../tool/tool.ts';
import type { CorpusLogger } from './corpus-log.ts';
import { type ChatMessage, type ChatSessionState, type PrefixPolicy, runTurnLoop } from './turn-loop.ts';

/** The gate as long as someone may answer: once the signal is aborted, pending and later questions are answered no. */
export function closableGate(gate: ConfirmGate, signal: AbortSignal): ConfirmGate {
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

/** What a chat session works with. */
export interface ChatSessionOptions<Deps> {
	/** Opened with the declarations of the dispatcher's registry. */
	readonly conversation: Conversation;
	readonly dispatcher: ToolDispatcher<Deps>;
	/** What the tools' handlers need of the app. */
	readonly deps: Deps;
	/** Path A (`push`) or path B (`discard`). */
	readonly policy: PrefixPolicy;
	/** Absent: destructive tools are cancelled. */
	readonly confirm?: ConfirmGate | undefined;
	readonly logger?: CorpusLogger | undefined;
	/** Whether failed calls are followed by the reflection message (default false). */
	readonly reflection?: boolean | undefined;
	/** BCP 47 tag of the language of hints, errors and the reflection: `ko` (default), English for every other. */
	readonly language?: string | undefined;
	readonly onState?: StateListener | undefined;
}

type StateListener = (state: ChatSessionState) => void;

interface UserTurnOptions {
	/** Ends the turn: generations stop, calls not yet dispatched are cancelled, messages so far stay. No error. */
	readonly signal?: AbortSignal | undefined;
	/** Instead of the session's own gate. */
	readonly confirm?: ConfirmGate | undefined;
}

/** User turns after which the session asks whether to clean up. */
export const HINT_AFTER_TURNS = 8;

/** Takes the user's words and runs the loop of model and tools on them, keeping the messages. */
export class ChatSessionController<Deps> {
	readonly #options: ChatSessionOptions<Deps>;
	readonly #listeners = new Set<StateListener>();
	readonly #disposal = new AbortController();
	readonly #cleanUpHint: ChatMessage;
	#conversation: Conversation;
	#state: ChatSessionState = { isStreaming: false, messages: [] };
	#userTurns = 0;
	#unsent: readonly ToolResponse[] = [];
	readonly #untold: ChatSessionState[] = [];
	/** What listeners are shown: what they do to it in place is not in the state. */
	#copies: readonly ChatMessage[] = [];
	#shown: readonly ChatMessage[] = [];

	/** Throws `ConfigError` where the language is no BCP 47 tag. */
	constructor(options: ChatSessionOptions<Deps>) {
		this.#options = options;
		this.#cleanUpHint = { role: 'system', text: appWords(options.language).cleanUpHint };
		this.#conversation = options.conversation;
		if (options.onState !== undefined) this.#listeners.add(options.onState);
	}

	get state(): ChatSessionState {
		return this.#state;
	}

	/** Tells the listener every later state, in order; returns how to stop that. What a listener throws is swallowed. */
	subscribe(listener: StateListener): () => void {
		this.#listeners.add(listener);
		return () => void this.#listeners.delete(listener);
	}

	/**
	 * Never rejects: failures are in the state. Returns at once and changes nothing when the text is blank, a turn is
	 * streaming, the signal is aborted already or the session is disposed.
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
			this.#userTurns === HINT_AFTER_TURNS ? [...this.#state.messages, this.#cleanUpHint] : this.#state.messages;
		callHook(() => logger?.onTurnEnd?.(end.error, end.finish, end.earlier));
		this.#set({ isStreaming: false, messages, ...(end.error === undefined ? {} : { error: end.error }) });
	}

	/** The user's answer to the hint: forgets all messages and goes on in a fresh conversation. Not while streaming. */
	clear(conversation: Conversation): void {
		if (this.#state.isStreaming) return;
		this.#conversation = conversation;
		this.#userTurns = 0;
		this.#unsent = [];
		this.#set({ isStreaming: false, messages: [] });
	}

	/**
	 * The screen is gone: the state changes no more and a pending confirmation is answered no. The generation and the
	 * handlers under way run on and their side effects stay, but no new generation is started.
	 */
	dispose(): void {
		this.#disposal.abort();
		this.#listeners.clear();
	}

	#runLoop(text: string, options: UserTurnOptions): ReturnType<typeof runTurnLoop> {
		const { dispatcher, deps, policy, logger, language, reflection = false } = this.#options;
		const { signal } = options;
		const disposed = this.#disposal.signal;
		const gate = options.confirm ?? this.#options.confirm;
		const closing = signal === undefined ? disposed : AbortSignal.any([signal, disposed]);
		const confirm = gate === undefined ? undefined : closableGate(gate, closing);
		return runTurnLoop(text, this.#unsent, {
			conversation: this.#conversation,
			policy,
			reflection,
			logger,
			language,
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
		if (this.#untold.push({ ...state, messages: this.#shown }) > 1) return;
		for (const next of this.#untold) for (const listener of this.#listeners) callHook(() => listener(next));
		this.#untold.length = 0;
	}
}
