import { availableParallelism } from 'node:os';
import {
	getLlama,
	getModuleVersion,
	type Llama,
	type LlamaContextSequence,
	LlamaLogLevel,
	type LlamaModel,
	type Token,
} from 'node-llama-cpp';
import { DEFAULT_CONTEXT } from '../default-context.ts';
import type { LoadMessage, ReadyMessage } from '../protocol.ts';
import { type ContextOptions, createContext } from './context/model-context.ts';
import { nativeContext } from './context/native-context.ts';
import type { StepThreads } from './context/step-threads.ts';
import { probeThreads } from './measure/thread-probe.ts';

/** A model at work, inside the engine's process. */
export interface Weights {
	readonly llama: Llama;
	readonly model: LlamaModel;
	readonly sequences: readonly LlamaContextSequence[];
	/** Whether the token ends a generation by the model's own vocabulary. */
	readonly endsGeneration: (token: Token) => boolean;
	readonly ready: ReadyMessage;
}

/** Loads the file and chooses the thread counts. `log` gets what llama.cpp says. */
export async function loadWeights(
	message: LoadMessage,
	log: (line: string) => void,
	onProgress: (stage: 'load' | 'probe', done: number) => void,
): Promise<Weights> {
	const cores = availableParallelism();
	const llama = await getLlama({
		build: 'never',
		gpu: message.gpu ? 'auto' : false,
		maxThreads: Math.max(cores, message.threads ?? 0, message.prefillThreads ?? 0),
		logLevel: LlamaLogLevel.warn,
		logger: (_level, line) => log(line),
		progressLogs: false,
	});
	const model = await llama.loadModel({
		modelPath: message.modelPath,
		onLoadProgress: (done) => onProgress('load', done),
	});
	const options = contextOptions(message, model);
	const probe = message.threads === undefined ? await probeThreads(model, cores, options, onProgress) : undefined;
	const decode = message.threads ?? probe?.threads.decode ?? 1;
	const threads: StepThreads = { decode, prefill: message.prefillThreads ?? probe?.threads.prefill ?? decode };
	const context = await createContext(model, { ...options, threads, sequences: message.sequences });
	return {
		llama,
		model,
		sequences: Array.from({ length: message.sequences }, () => context.getSequence()),
		endsGeneration: rememberEnds(model),
		ready: {
			type: 'ready',
			bosToken: model.tokens.bosString ?? '',
			eosToken: model.tokens.eosString ?? '',
			version: `node-llama-cpp ${await getModuleVersion()} (llama.cpp ${llama.llamaCppRelease.release})`,
			backend: llama.gpu === false ? 'cpu' : llama.gpu,
			threads: threads.decode,
			prefillThreads: nativeContext(context) === undefined ? threads.decode : threads.prefill,
			contextSize: context.contextSize,
			batchSize: context.batchSize,
			probeMs: probe?.tookMs ?? 0,
		},
	};
}

/** Asked for every token, where a call into the binding would be a noticeable part of a small model's token. */
function rememberEnds(model: LlamaModel): (token: Token) => boolean {
	const known = new Map<Token, boolean>();
	return (token) => {
		const before = known.get(token);
		if (before !== undefined) return before;
		const ends = model.isEogToken(token);
		known.set(token, ends);
		return ends;
	};
}

function contextOptions(message: LoadMessage, model: LlamaModel): ContextOptions {
	return {
		contextSize: message.contextSize ?? Math.min(DEFAULT_CONTEXT, model.trainContextSize || DEFAULT_CONTEXT),
		flashAttention: message.flashAttention,
	};
}
