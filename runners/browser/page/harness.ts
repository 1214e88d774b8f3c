import type { EngineFailure } from '../../../src/base/errors.ts';
import type { Code, Message, message } from '../../../src/base/message.ts';
import type { LoadProgress } from '../../../src/model/runner.ts';
import {
	EVENT_BINDING,
	type GpuAdapter,
	type PageAnswer,
	type PageEvent,
	type PageEventBody,
	type PageGenerated,
	type PageHarness,
	type PageLoaded,
	type PageLoadRequest,
	type PagePiece,
	type PageRequest,
} from '../page-protocol.ts';

/** Receives what a generation produces. */
export interface GenerationSink {
	/** One token's text; '' for a token that only starts a character. `t`: when it came, where that is not now. */
	piece(text: string, as?: PagePiece['as'], t?: number): void;
	/** The engine is working, with nothing to show yet. */
	alive(): void;
}

/** The result of a generation; the harness adds the time. */
export type Generated = Omit<PageGenerated, 'totalMs'>;

/** An engine of the page: one model, one generation at a time. */
export interface PageEngine {
	load(request: PageLoadRequest, onProgress: (progress: LoadProgress) => void): Promise<PageLoaded>;
	/** Ends soon after `signal`, with finish `aborted`. */
	generate(request: PageRequest, sink: GenerationSink, signal: AbortSignal): Promise<Generated>;
}

/** A failure of a known kind. The page has no catalogue: it sends the code. */
export class PageFailure<C extends Code = Code> extends Error {
	readonly failure: EngineFailure;
	readonly said: Message;

	constructor(failure: EngineFailure, ...[code, params]: Parameters<typeof message<C>>) {
		super(code);
		this.failure = failure;
		this.said = { code, params: params ?? {} };
	}
}

export const ABORTED: Generated = { finish: { unified: 'aborted', raw: 'abort' }, usage: {} };

export function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}

/** A failure in the engine's words. */
export function failureOf(failure: EngineFailure, error: unknown): PageFailure {
	const text = messageOf(error);
	const own = failure === 'protocol' && CONTEXT_FULL.test(text) ? 'context-overflow' : failure;
	return new PageFailure(own, 'said', { text });
}

/** One prompt is too long: of wllama, web-llm and LiteRT-LM, in the words of their packages. */
const CONTEXT_FULL =
	/available context size|context size has been exceeded|context window|token ids are too long|max number of tokens reached/iu;

/** The page's side of the protocol, the same for every engine. */
export function harnessOf(engine: PageEngine, outbox: EventOutbox): PageHarness {
	const aborts = new Map<number, AbortController>();
	return {
		probe: () => answer(gpuAdapter),
		load: (request) =>
			answer(async () => {
				const loaded = await engine.load(request, (progress) => outbox.send(-1, { type: 'progress', progress }));
				await outbox.flush();
				return loaded;
			}),
		generate: (run, request) =>
			answer(async () => {
				const startedAt = performance.now();
				const abort = new AbortController();
				aborts.set(run, abort);
				outbox.send(run, { type: 'start' });
				const sink: GenerationSink = {
					piece: (text, as, t = performance.now()) => outbox.piece(run, { text, t, as }),
					alive: () => outbox.send(run, { type: 'alive' }),
				};
				try {
					const generated = await engine.generate(request, sink, abort.signal);
					return { ...generated, totalMs: performance.now() - startedAt };
				} finally {
					aborts.delete(run);
					await outbox.flush();
				}
			}),
		abort: (run) =>
			answer(async () => {
				aborts.get(run)?.abort();
				return null;
			}),
	};
}

async function answer<Value>(work: () => Promise<Value>): Promise<PageAnswer<Value>> {
	try {
		return { ok: true, value: await work() };
	} catch (error) {
		const { failure, said } = error instanceof PageFailure ? error : failureOf('protocol', error);
		return { ok: false, failure, said };
	}
}

const BATCH_MS = 30;

/** Sends events in order; pieces are batched for up to 30 ms. */
export class EventOutbox {
	#run = -1;
	#pieces: PagePiece[] = [];
	#timer: ReturnType<typeof setTimeout> | undefined;
	#sent: Promise<unknown> = Promise.resolve();

	send(run: number, body: PageEventBody): void {
		this.#flushPieces();
		this.#post({ run, t: performance.now(), ...body });
	}

	piece(run: number, piece: PagePiece): void {
		if (run !== this.#run) this.#flushPieces();
		this.#run = run;
		this.#pieces.push(piece);
		this.#timer ??= setTimeout(() => this.#flushPieces(), BATCH_MS);
	}

	/** Resolves when everything has been received. */
	async flush(): Promise<void> {
		this.#flushPieces();
		await this.#sent;
	}

	#flushPieces(): void {
		clearTimeout(this.#timer);
		this.#timer = undefined;
		const pieces = this.#pieces;
		this.#pieces = [];
		if (pieces.length > 0) this.#post({ run: this.#run, t: performance.now(), type: 'delta', pieces });
	}

	#post(event: PageEvent): void {
		type Binding = (event: PageEvent) => Promise<unknown>;
		const binding = (globalThis as unknown as Record<string, Binding>)[EVENT_BINDING] as Binding;
		this.#sent = Promise.allSettled([this.#sent, binding(event)]);
	}
}

/** Adapters that compute on the CPU. */
const SOFTWARE = /swiftshader|llvmpipe|lavapipe|software|basic render|warp/i;

export async function gpuAdapter(): Promise<GpuAdapter | undefined> {
	// Absent in browsers without WebGPU, against the types.
	const gpu: GPU | undefined = navigator.gpu;
	const adapter = await gpu?.requestAdapter().catch(() => null);
	if (adapter === null || adapter === undefined) return undefined;
	const { vendor, architecture, description, device, isFallbackAdapter } = adapter.info;
	return {
		vendor,
		architecture,
		description: description === '' ? device : description,
		software: isFallbackAdapter || SOFTWARE.test(`${vendor} ${architecture} ${description} ${device}`),
		features: [...adapter.features].sort(),
	};
}

/** The GPU that a model needs. Throws {@link PageFailure} before gigabytes are downloaded. */
export async function requireGpu(requiredFeatures: readonly string[] = []): Promise<void> {
	const adapter = await gpuAdapter();
	if (adapter === undefined) throw new PageFailure('unavailable', 'browser.no-webgpu', {});
	const missing = requiredFeatures.filter((feature) => !adapter.features.includes(feature));
	if (missing.length === 0) return;
	const code = missing.includes('shader-f16') ? 'browser.gpu-lacks-f16' : 'browser.gpu-lacks';
	throw new PageFailure('model-unsupported', code, { features: missing });
}
