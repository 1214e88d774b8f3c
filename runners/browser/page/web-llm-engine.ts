import { type CompletionUsage, CreateMLCEngine, type MLCEngine } from '@mlc-ai/web-llm';
import type { EngineFailure } from '../../../src/base/errors.ts';
import type { LoadProgress } from '../../../src/model/runner.ts';
import type { PageCompletion, PageLoaded, PageLoadRequest, PageRequest } from '../page-protocol.ts';
import {
	ABORTED,
	failureOf,
	type Generated,
	type GenerationSink,
	type PageEngine,
	PageFailure,
	requireGpu,
} from './harness.ts';
import { StopFilter } from './stop-filter.ts';

/**
 * web-llm over raw completions: it encodes special tokens of the prompt and keeps them in the output. For models with a
 * `model_manifest` it puts BOS before the prompt by itself.
 */
export class WebLlmEngine implements PageEngine {
	#engine: MLCEngine | undefined;
	/** BOS that the engine adds, and a prompt must not have; empty if it adds none. */
	#added = '';

	async load(request: PageLoadRequest, onProgress: (progress: LoadProgress) => void): Promise<PageLoaded> {
		await requireGpu(request.requiredFeatures);
		try {
			this.#engine = await CreateMLCEngine(
				request.model,
				{
					logLevel: 'ERROR',
					initProgressCallback: ({ progress, text }) =>
						onProgress({
							stage: /fetch|download/i.test(text) ? 'download' : 'load',
							done: progress,
							total: 1,
							unit: 'fraction',
						}),
				},
				{ context_window_size: request.contextSize },
			);
			this.#added = (await countEvaluated(this.#engine, BOS)) > 1 ? BOS : '';
		} catch (error) {
			throw engineFailure(error);
		}
		return { backend: 'webgpu', contextSize: request.contextSize };
	}

	async generate(request: PageRequest, sink: GenerationSink, signal: AbortSignal): Promise<Generated> {
		const engine = this.#engine;
		if (engine === undefined || request.type !== 'completion') throw new Error('web-llm continues text only');
		if (request.grammar !== undefined) throw new PageFailure('protocol', 'browser.no-grammar');
		if (request.sampling.topK !== undefined) throw new PageFailure('protocol', 'browser.no-top-k');
		const interrupt = (): void => void engine.interruptGenerate();
		signal.addEventListener('abort', interrupt);
		try {
			const prompt = request.prompt.startsWith(this.#added) ? request.prompt.slice(this.#added.length) : request.prompt;
			return await generateWith(engine, { ...request, prompt }, sink, signal, interrupt);
		} catch (error) {
			throw engineFailure(error);
		} finally {
			signal.removeEventListener('abort', interrupt);
		}
	}
}

const BOS = '<bos>';

/**
 * Tokens that the engine evaluates of a text. Source: @mlc-ai/web-llm 0.2.86, `getArtifactPrefillChunks`, which prepends
 * `system_prefix_token_ids` to text completions too.
 */
async function countEvaluated(engine: MLCEngine, prompt: string): Promise<number> {
	const sampling = { temperature: 0, seed: 1 };
	const stream = await engine.completions.create(completionParams({ prompt, maxTokens: 1, sampling }));
	let evaluated = 0;
	for await (const { usage } of stream) evaluated = usage?.prompt_tokens ?? evaluated;
	return evaluated;
}

async function generateWith(
	engine: MLCEngine,
	request: PageCompletion,
	sink: GenerationSink,
	signal: AbortSignal,
	interrupt: () => void,
): Promise<Generated> {
	const stops = new StopFilter(request.stop);
	let finish = 'end of stream';
	let usage: CompletionUsage | undefined;
	const emit = (texts: readonly string[]): void => {
		for (const text of texts) sink.piece(text);
	};
	const stream = await engine.completions.create(completionParams(request));
	for await (const chunk of stream) {
		usage = chunk.usage ?? usage;
		const choice = chunk.choices[0];
		if (choice === undefined) continue;
		if (choice.finish_reason !== null) finish = choice.finish_reason;
		// web-llm forgets an interrupt from before the request began.
		else if (signal.aborted) interrupt();
		else if (stops.found === undefined) {
			emit(stops.push(choice.text));
			if (stops.found !== undefined) interrupt();
		}
	}
	emit(stops.end());
	return {
		finish: finishOf(finish, stops.found, signal.aborted),
		usage: usage === undefined ? {} : { promptTokens: usage.prompt_tokens, outputTokens: usage.completion_tokens },
		...prefillOf(usage),
	};
}

/** Complete, because the model's package has its own defaults. */
function completionParams({ prompt, maxTokens, sampling }: Pick<PageCompletion, 'prompt' | 'maxTokens' | 'sampling'>) {
	return {
		prompt,
		max_tokens: maxTokens,
		temperature: sampling.temperature,
		top_p: sampling.topP ?? 1,
		seed: sampling.seed,
		frequency_penalty: 0,
		presence_penalty: 0,
		repetition_penalty: 1,
		stream: true,
		stream_options: { include_usage: true },
	} as const;
}

function finishOf(raw: string, stop: string | undefined, aborted: boolean): Generated['finish'] {
	if (aborted) return ABORTED.finish;
	if (stop !== undefined) return { unified: 'stop', raw: stop };
	return { unified: raw === 'stop' || raw === 'length' ? raw : 'unknown', raw };
}

function prefillOf(usage: CompletionUsage | undefined): { readonly prefillMs?: number } {
	const speed = usage?.extra?.prefill_tokens_per_s;
	if (usage === undefined || speed === undefined || !(speed > 0) || !Number.isFinite(speed)) return {};
	return { prefillMs: (usage.prompt_tokens / speed) * 1000 };
}

/** By the names of web-llm's errors. */
const FAILURES: Readonly<Record<string, EngineFailure>> = {
	DeviceLostError: 'out-of-memory',
	FeatureSupportError: 'model-unsupported',
	ModelNotFoundError: 'model-missing',
	ShaderF16SupportError: 'model-unsupported',
};

function engineFailure(error: unknown): PageFailure {
	if (error instanceof PageFailure) return error;
	const { name, message: reason } = error instanceof Error ? error : { name: '', message: String(error) };
	const failure = FAILURES[name];
	if (failure !== undefined) return failureOf(failure, error);
	if (/^WebGPUNot(?:Available|Found)Error$/.test(name)) {
		return new PageFailure('unavailable', 'browser.no-webgpu', { reason });
	}
	return /fetch|network/i.test(reason)
		? new PageFailure('unavailable', 'browser.not-downloaded', { reason })
		: failureOf('protocol', error);
}
