import type { EngineFailure, Finish, JsonObject, LoadProgress, Sampling, Usage } from '../../src/index.ts';

/** What the page tells through its one binding. `t` is the page's clock in milliseconds, `seq` counts from 0 without gaps. */
export type PageEvent = { readonly run: number; readonly seq: number; readonly t: number } & PageEventBody;

export type PageEventBody =
	| { readonly type: 'page-ready' }
	| { readonly type: 'progress'; readonly progress: LoadProgress }
	/** The engine is at work on the prompt; keeps the idle timer from running out. */
	| { readonly type: 'alive' }
	/** A generation was accepted: its times count from this event's `t`. */
	| { readonly type: 'start' }
	| { readonly type: 'delta'; readonly pieces: readonly PagePiece[] }
	| { readonly type: 'page-error'; readonly message: string };

/** What was generated at `t` on the page's clock: a token's text, or what a chat engine read out of it. */
export interface PagePiece {
	readonly text: string;
	readonly t: number;
	/** Absent: text for the user. A call is the engine's own object as JSON; `malformed` is one that it could not read. */
	readonly as?: 'thinking' | 'call' | 'malformed';
}

/** What kind of browser this is. */
export interface PageProbe {
	readonly userAgent: string;
	/** Threads need it. */
	readonly crossOriginIsolated: boolean;
	readonly hardwareConcurrency: number;
	/** Absent without WebGPU. */
	readonly adapter?: GpuAdapter;
}

export interface GpuAdapter {
	readonly vendor: string;
	readonly architecture: string;
	readonly description: string;
	/** Computed on the CPU: SwiftShader, WARP, llvmpipe. */
	readonly software: boolean;
	/** Such as `shader-f16`. */
	readonly features: readonly string[];
	readonly maxBufferSize: number;
}

export interface PageLoadRequest {
	/** URL path of the model file, or the name the engine knows it by. */
	readonly model: string;
	readonly contextSize: number;
	readonly threads?: number | undefined;
	readonly gpu: boolean;
	readonly flashAttention: boolean;
	/** Features the GPU must have; given only where there must be one. */
	readonly requiredFeatures?: readonly string[];
}

/** What the engine tells once its model is loaded. Unknown is absent. */
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
	/** Leading characters of the prompt that other prompts share; the prefill is cut there. */
	readonly sharedChars: number;
	readonly promptCache: boolean;
	readonly stop: readonly string[];
	readonly maxTokens: number;
	readonly sampling: Sampling;
	readonly grammar?: string;
}

/** The next turn of a conversation that the engine keeps. Messages and tools are in the engine's own JSON. */
export interface PageChatTurn {
	readonly type: 'chat';
	readonly conversation: number;
	/** What a conversation that is not the one before begins with. */
	readonly preface: { readonly messages: readonly JsonObject[]; readonly tools: readonly JsonObject[] };
	readonly messages: readonly JsonObject[];
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

/** Answers cross the boundary as data: an Error would lose its kind. */
export type PageAnswer<Value> =
	| { readonly ok: true; readonly value: Value }
	| { readonly ok: false; readonly failure: EngineFailure; readonly message: string };

/** `window.harness`. A generation is told apart by `run`; after `abort` it ends with finish `aborted`. */
export interface PageHarness {
	probe(): Promise<PageAnswer<PageProbe>>;
	load(request: PageLoadRequest): Promise<PageAnswer<PageLoaded>>;
	generate(run: number, request: PageRequest): Promise<PageAnswer<PageGenerated>>;
	abort(run: number): Promise<PageAnswer<null>>;
	dispose(): Promise<PageAnswer<null>>;
}

export type PageMethod = keyof PageHarness;

/** Name of the binding through which the page tells its events. */
export const EVENT_BINDING = 'gemmarkEvent';
