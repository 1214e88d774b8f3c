import type { Completer } from './completer.ts';
import type { Conversation, ConversationOptions } from './conversation.ts';
import type { EngineIdentity, ModelIdentity } from './identity.ts';

export type RunnerName = 'llama-cpp' | 'wllama' | 'web-llm' | 'litert-lm' | 'openai' | 'replay';

export interface LoadOptions {
	/** A path, `hf:user/repo:QUANT`, a URL or a served model's name, as the runner documents. */
	readonly model: string;
	readonly contextSize?: number;
	/** For engines behind HTTP. */
	readonly server?: ServerOptions;
	/** Absent: chosen by a short probe. */
	readonly threads?: number;
	readonly gpu?: boolean;
	readonly flashAttention?: boolean;
	/** For recordings: at the pace they were made in, instead of at once. */
	readonly realTime?: boolean;
	/** Reuse the shared prefix between conversations (default true). Results are the same either way. */
	readonly sharePrefix?: boolean;
	/** Conversations evaluated at once (default 1), where the engine can. Outputs are not those of one at a time. */
	readonly sequences?: number;
	/** Evaluate every prompt from its first token, nothing kept: what keeping is measured against. */
	readonly evaluateAnew?: boolean;
	/** Folder in which evaluated shared prefixes outlive the process, where the engine can. Results are the same either way. */
	readonly prefixCache?: string;
	readonly loadTimeoutMs?: number;
	readonly signal?: AbortSignal;
	readonly onProgress?: (progress: LoadProgress) => void;
}

/** Where a served model is. */
export interface ServerOptions {
	/** Such as `http://127.0.0.1:8080`; `/v1` may stand behind it. */
	readonly url: string;
	/** Sent as a bearer token; never logged. */
	readonly apiKey?: string;
	/** Jinja source of the model's chat template, where the server does not tell it: makes raw completion possible. */
	readonly chatTemplate?: string;
}

export interface LoadProgress {
	readonly stage: 'download' | 'load' | 'probe';
	/** Done and all of `unit`; `total` is absent when unknown. */
	readonly done: number;
	readonly total?: number;
	readonly unit: 'bytes' | 'fraction';
}

/** A loaded model. Raw engines continue our rendered prompts; chat engines render and parse by themselves. */
export type LoadedModel = RawModel | ChatOnlyModel;

interface LoadedModelBase {
	readonly identity: ModelIdentity;
	readonly engine: EngineIdentity;
	/** From the call to usable weights. */
	readonly loadMs: number;
	/** Highest resident set of the engine's process since load; absent when it cannot be told. */
	peakRssBytes(): Promise<number | undefined>;
	/** Ends the engine. Safe to call twice, and during a generation. */
	dispose(): Promise<void>;
}

export interface RawModel extends LoadedModelBase {
	readonly kind: 'raw';
	readonly completer: Completer;
	/** Jinja source of the model file's own template. */
	readonly chatTemplate: string;
	readonly bosToken: string;
	readonly eosToken: string;
	/** Whether `grammar` of a request is obeyed. */
	readonly grammar: boolean;
}

export interface ChatOnlyModel extends LoadedModelBase {
	readonly kind: 'chat';
	openConversation(options: ConversationOptions): Conversation;
}

/** One engine. Loading throws {@link EngineError} or {@link EnvironmentError}. */
export interface Runner {
	readonly name: RunnerName;
	load(options: LoadOptions): Promise<LoadedModel>;
}
