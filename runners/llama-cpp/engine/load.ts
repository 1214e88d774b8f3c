import type { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
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
import { type Message, message } from '../../../src/base/message.ts';
import { DEFAULT_CONTEXT, EngineProblem, type LoadMessage, type ReadyMessage } from '../protocol.ts';
import { createContext, nativeContext, type StepThreads } from './context.ts';
import { PrefillWatch } from './prefill-watch.ts';
import { probeThreads } from './thread-probe.ts';

/** A model at work, inside the engine's process. */
export interface Weights {
	readonly llama: Llama;
	readonly model: LlamaModel;
	readonly sequences: readonly LlamaContextSequence[];
	/** Whether the token ends a generation by the model's own vocabulary. */
	readonly endsGeneration: (token: Token) => boolean;
	readonly ready: ReadyMessage;
	/** Of the only sequence, where a probe chose its threads; absent where they are given. */
	readonly watch?: { readonly threads: StepThreads; readonly prefill: PrefillWatch };
}

/** A model of a few megabytes has no work for a second thread. */
const ONE_THREAD_BYTES = 16 << 20;

/** Loads the file and chooses the thread counts. `log` gets what llama.cpp says. */
export async function loadWeights(
	request: LoadMessage,
	log: (line: string) => void,
	onProgress: (stage: 'load' | 'probe', done: number) => void,
): Promise<Weights> {
	const cores = availableParallelism();
	const llama = await getLlama({
		build: 'never',
		gpu: request.gpu ? 'auto' : false,
		maxThreads: Math.max(cores, request.threads ?? 0, request.prefillThreads ?? 0),
		logLevel: LlamaLogLevel.warn,
		logger: (_level, line) => log(line),
		progressLogs: false,
	});
	// The binding works.
	onProgress('load', 0);
	const model = await llama.loadModel({
		modelPath: request.modelPath,
		onLoadProgress: (done) => onProgress('load', done),
	});
	const isSmall = model.size < ONE_THREAD_BYTES;
	const isAsked = request.threads === undefined && !isSmall;
	const given = request.threads ?? (isSmall ? 1 : cores);
	const threads: StepThreads = { decode: given, prefill: request.prefillThreads ?? given };
	const context = await createContext(model, {
		adapter: request.adapter,
		contextSize: request.contextSize ?? Math.min(DEFAULT_CONTEXT, model.trainContextSize || DEFAULT_CONTEXT),
		flashAttention: request.flashAttention,
		kvCacheType: request.kvCacheType,
		threads,
		sequences: request.sequences,
		spare: request.spare,
	});
	const hasStepThreads = nativeContext(context) !== undefined;
	const sequences = Array.from({ length: request.sequences + request.spare }, () => context.getSequence());
	const [first] = sequences;
	const probe =
		isAsked && hasStepThreads && first !== undefined
			? await probeThreads(first, threads, cores, (done) => onProgress('probe', done))
			: undefined;
	const prefill = new PrefillWatch();
	prefill.probed(probe?.prefillSpeed);
	const isWatched = request.watchThreads === true && hasStepThreads && !isSmall && request.sequences === 1 && cores > 1;
	return {
		llama,
		model,
		sequences,
		...(isWatched && { watch: { threads, prefill } }),
		endsGeneration: rememberEnds(model),
		ready: {
			type: 'ready',
			bosToken: model.tokens.bosString ?? '',
			eosToken: model.tokens.eosString ?? '',
			version: `node-llama-cpp ${await getModuleVersion()} (llama.cpp ${llama.llamaCppRelease.release})`,
			backend: llama.gpu === false ? 'cpu' : llama.gpu,
			threads: threads.decode,
			prefillThreads: hasStepThreads ? threads.prefill : threads.decode,
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

/**
 * What kept the model from loading, from the error, from what llama.cpp logged about it, and from the signal that ended the
 * child in which node-llama-cpp tried its build.
 */
export function loadProblem(error: unknown, log: readonly string[], killedProbe?: NodeJS.Signals): EngineProblem {
	const name = error instanceof Error ? error.constructor.name : '';
	const detail = [error instanceof Error ? error.message : String(error), ...log].join('\n');
	const architecture = /unknown (?:model )?architecture:?\s*'([^'\n]{1,60})'/.exec(detail)?.[1];
	if (architecture !== undefined)
		return new EngineProblem('model-unsupported', message('engine.architecture-unknown', { architecture }), detail);
	if (name === 'NoBinaryFoundError' || name === 'NoBinaryFound')
		return new EngineProblem('environment', buildProblem(killedProbe), detail);
	const cause = { reason: reason(error, log) };
	const isMemory = /insufficient memory|failed to allocate|not enough (?:v?ram|memory)/i.test(detail);
	return name === 'InsufficientMemoryError' || isMemory
		? new EngineProblem('out-of-memory', message('engine.out-of-memory', cause), detail)
		: new EngineProblem('model-invalid', message('engine.model-invalid', cause), detail);
}

function buildProblem(signal: NodeJS.Signals | undefined): Message {
	if (signal === undefined) return message('engine.build-missing', {});
	return CRASHES.has(signal) ? message('engine.build-crashes', { signal }) : message('engine.build-killed', { signal });
}

/** Signals that a program brings upon itself. */
const CRASHES: ReadonlySet<string> = new Set(['SIGILL', 'SIGSEGV', 'SIGBUS', 'SIGABRT', 'SIGFPE', 'SIGTRAP']);

/** The most telling line: what llama.cpp says when loading fails, else the error itself. */
function reason(error: unknown, log: readonly string[]): string {
	const likely = log.findLast((line) => /error loading model|missing tensor|failed to|corrupt|invalid/i.test(line));
	const line =
		log.find((one) => /error loading model/i.test(one)) ??
		likely ??
		(error instanceof Error ? error.message : String(error));
	return line
		.replace(/^.*error loading model:\s*/i, '')
		.replaceAll(/\s+/g, ' ')
		.slice(0, 300);
}

/**
 * By what signal the latest child of this process ended, once one did: node-llama-cpp tries each build in a child first, and
 * reports a killed one as a machine without a build. Watches from the call on.
 */
export function watchProbes(): () => NodeJS.Signals | undefined {
	let killedBy: NodeJS.Signals | undefined;
	// Source: nodejs.org/api/diagnostics_channel.html, "Child Process", read 2026-11-22.
	subscribe('child_process', (message) => {
		const { process: child } = message as { readonly process: ChildProcess };
		// Before node-llama-cpp's own listener, which goes on at once.
		child.prependListener('exit', (_code, signal) => {
			killedBy = signal ?? undefined;
		});
	});
	return () => killedBy;
}
