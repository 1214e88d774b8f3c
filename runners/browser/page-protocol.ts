import type { EngineFailure } from '../../src/base/errors.ts';
import type { JsonObject } from '../../src/base/json.ts';
import type { Message } from '../../src/base/message.ts';
import type { Sampling } from '../../src/model/completer.ts';
import type { Finish, Usage } from '../../src/model/generation.ts';
import type { KvCacheType, LoadProgress } from '../../src/model/runner.ts';

// The page gets this file too: it may import types only.

/** The name of the binding through which the page sends its events. */
export const EVENT_BINDING = 'gemmarkEvent';

/** An event of the page, at `t` milliseconds of its clock. */
export type PageEvent = { readonly run: number; readonly t: number } & PageEventBody;

export type PageEventBody =
	| { readonly type: 'progress'; readonly progress: LoadProgress }
	/** The engine is working on the prompt. */
	| { readonly type: 'alive' }
	/** A generation was accepted: its times count from the `t` of this event. */
	| { readonly type: 'start' }
	| { readonly type: 'delta'; readonly pieces: readonly PagePiece[] }
	| { readonly type: 'page-error'; readonly text: string };

/** What was generated at `t`: the text of a token, or what a chat engine read from it. */
export interface PagePiece {
	readonly text: string;
	readonly t: number;
	/** Absent: text for the user. A call is the engine's object as JSON; `malformed` is one that it could not read. */
	readonly as?: 'thinking' | 'call' | 'malformed';
}

export interface GpuAdapter {
	readonly vendor: string;
	readonly architecture: string;
	readonly description: string;
	/** Computed on the CPU: SwiftShader, WARP, llvmpipe. */
	readonly software: boolean;
	/** Such as `shader-f16`. */
	readonly features: readonly string[];
}

export interface PageLoadRequest {
	/** URL path of the model file, or the engine's name for the model. */
	readonly model: string;
	readonly contextSize: number;
	readonly threads?: number;
	/** Absent: where there is one that is not emulated. */
	readonly gpu?: boolean;
	readonly flashAttention: boolean;
	/** Of keys and values; absent: the engine's. */
	readonly kvCacheType?: KvCacheType;
	/** Features that the GPU must have. */
	readonly requiredFeatures?: readonly string[];
}

/** Facts of a loaded model. */
export interface PageLoaded {
	/** Of the engine inside the package, such as a llama.cpp release. */
	readonly engineVersion?: string;
	readonly backend: string;
	readonly threads?: number;
	readonly contextSize?: number;
	readonly batchSize?: number;
	readonly bosToken?: string;
	readonly eosToken?: string;
	readonly chatTemplate?: string;
}

/** A raw completion. */
export interface PageCompletion {
	readonly type: 'completion';
	readonly prompt: string;
	/** Leading characters that other prompts share; the prefill is cut there. */
	readonly sharedChars: number;
	readonly promptCache: boolean;
	readonly stop: readonly string[];
	readonly maxTokens: number;
	readonly sampling: Sampling;
	readonly grammar?: string;
}

/** The next turn of a conversation that the engine keeps. Messages and tools are in the engine's JSON. */
export interface PageChatTurn {
	readonly type: 'chat';
	readonly conversation: number;
	/** The beginning of a conversation that the engine does not hold. */
	readonly preface: { readonly messages: readonly JsonObject[]; readonly tools: readonly JsonObject[] };
	readonly messages: readonly JsonObject[];
	/** For an engine that hears nothing while it generates. */
	readonly deadlineMs: number;
	readonly maxTokens: number;
	readonly sampling: Sampling;
}

export type PageRequest = PageCompletion | PageChatTurn;

export interface PageGenerated {
	readonly finish: Finish;
	readonly usage: Usage;
	readonly prefillMs?: number;
	/** From acceptance to the end, on the page's clock. */
	readonly totalMs: number;
}

/** Errors cross the boundary as data, because an Error would lose its kind. */
export type PageAnswer<Value> =
	| { readonly ok: true; readonly value: Value }
	| { readonly ok: false; readonly failure: EngineFailure; readonly said: Message };

/** `window.harness`. A generation is named by its `run`; after `abort` it ends with finish `aborted`. */
export interface PageHarness {
	/** The GPU; undefined without WebGPU. */
	probe(): Promise<PageAnswer<GpuAdapter | undefined>>;
	load(request: PageLoadRequest): Promise<PageAnswer<PageLoaded>>;
	generate(run: number, request: PageRequest): Promise<PageAnswer<PageGenerated>>;
	abort(run: number): Promise<PageAnswer<null>>;
}

export type PageMethod = keyof PageHarness;
