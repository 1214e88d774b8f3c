import { availableParallelism, totalmem } from 'node:os';
import { basename } from 'node:path';
import { EngineError } from '../../src/base/errors.ts';
import { message } from '../../src/base/message.ts';
import type { GgufHeader } from '../../src/gguf/header.ts';
import type { KvCacheType, ProcessRoom } from '../../src/model/runner.ts';
import { STEP_TOKENS } from './engine/evaluation-plan.ts';
import type { LlamaCppOptions } from './options.ts';
import { DEFAULT_CONTEXT } from './protocol.ts';

/** How the model is asked for. */
type AskedContext = Pick<
	LlamaCppOptions,
	'gpu' | 'threads' | 'contextSize' | 'sequences' | 'flashAttention' | 'kvCacheType'
>;

/** Bytes that llama.cpp will take; all but the weights are absent where the header does not have them. */
interface MemoryEstimate {
	readonly weights: number;
	/** Keys and values of every token of the context. */
	readonly cache?: number;
	/** What one step is computed in. */
	readonly compute?: number;
}

type ModelSize = Pick<GgufHeader, 'sizeBytes' | 'network' | 'contextLength'>;

/**
 * Refuses a model that takes more than all memory of the machine, or of the container: llama.cpp maps the weights, and
 * would read them from the disk for every token until the system ends it. Throws {@link EngineError} `out-of-memory` with
 * the estimate.
 */
export function requireMemoryFor(
	model: string,
	header: ModelSize,
	asked: AskedContext = {},
	memoryBytes: number = ownMemory(),
): void {
	const { weights, cache = 0, compute = 0 } = estimateMemory(header, asked);
	// On a GPU the weights are elsewhere.
	if (asked.gpu === true || weights + cache + compute <= memoryBytes) return;
	const sizes = { model: basename(model), weights: gibibytes(weights), memory: gibibytes(memoryBytes) };
	if (cache === 0 || weights > memoryBytes)
		throw new EngineError('out-of-memory', message('engine.weights-need-memory', sizes));
	const context = { tokens: contextTokens(header, asked), cache: gibibytes(cache), compute: gibibytes(compute) };
	throw new EngineError('out-of-memory', message('engine.context-needs-memory', { ...sizes, ...context }));
}

/** Processes with one model share its weights, which are mapped from the file. Small models alone are worth several unasked. */
export function processRoom(
	header: ModelSize,
	asked: AskedContext = {},
	{ cores, memoryBytes } = { cores: availableParallelism(), memoryBytes: process.availableMemory() },
): ProcessRoom {
	const { weights, cache = 0, compute = 0 } = estimateMemory(header, asked);
	const room = {
		cores: Math.max(1, Math.floor(cores / (asked.threads ?? 1))),
		memory: Math.max(1, Math.floor((memoryBytes - weights) / (cache + compute + PROCESS_BYTES))),
	};
	const isSmall = weights < SMALL_BYTES && asked.gpu !== true && (asked.sequences ?? 1) === 1;
	return { ...room, usual: isSmall ? Math.min(room.cores, room.memory) : 1 };
}

/** A model above it keeps all cores of a usual machine busy in one process. */
const SMALL_BYTES = 1e9;

/** Resident set of an engine's process beside weights and context. */
const PROCESS_BYTES = 150e6;

/**
 * What llama.cpp allocates of a context at least: the tensors that must live at once where the graph of one step is widest,
 * in the attention of a layer over the whole context, or in the logits of all its tokens. What its allocator loses between
 * them is not in it: docs/limits.md has how much that is. Source: llama.cpp v0.5.0, src/llama-context.cpp (`sched_reserve`:
 * as many outputs as tokens), src/llama-graph.cpp (`build_attn_mha`; one mask for full and one for sliding attention) and
 * src/llama-kv-cache.cpp (without flash attention, values of every layer as wide as the widest).
 */
export function estimateMemory(header: ModelSize, asked: AskedContext = {}): MemoryEstimate {
	const { sizeBytes: weights, network } = header;
	if (network === undefined) return { weights };
	const { sequences = 1, flashAttention = false, kvCacheType = 'f16' } = asked;
	const { kept, width, vocabulary, feedForward, perLayerInputs, heads = 0 } = network;
	const widest = Math.max(...kept.map(({ values }) => values));
	const perToken = kept.reduce((sum, { keys, values }) => sum + keys + (flashAttention ? values : widest), 0);
	const context = contextSize(header, asked);
	// A cell of the context costs a score of each head and two masks; flash attention keeps masks of half the size, and no scores.
	const attention = context * (flashAttention ? 1 : heads + 2);
	const layer = attention + 2 * perLayerInputs + feedForward + 3 * width;
	return {
		weights,
		cache: BYTES[kvCacheType] * perToken * context * sequences,
		compute: 4 * STEP_TOKENS * sequences * Math.max(vocabulary + width, layer),
	};
}

/** Sequences beyond those at work that cost little memory: as many branches of its conversations a model keeps. */
export function spareSequences(header: ModelSize, asked: AskedContext): number {
	const { cache } = estimateMemory(header, { ...asked, sequences: 1 });
	return cache === undefined || asked.gpu === true ? 0 : Math.min(MOST_SPARE, Math.floor(SPARE_BYTES / cache));
}

const MOST_SPARE = 5;
const SPARE_BYTES = 64e6;

/** Of a value, with its share of the scale of its block of 32. */
const BYTES: Readonly<Record<KvCacheType, number>> = {
	f32: 4,
	f16: 2,
	q8_0: 34 / 32,
	q5_1: 24 / 32,
	q5_0: 22 / 32,
	q4_1: 20 / 32,
	q4_0: 18 / 32,
};

function contextTokens(header: ModelSize, asked: AskedContext): number {
	return contextSize(header, asked) * (asked.sequences ?? 1);
}

/** Of one sequence. */
function contextSize({ contextLength = DEFAULT_CONTEXT }: ModelSize, asked: AskedContext): number {
	return asked.contextSize ?? Math.min(DEFAULT_CONTEXT, contextLength);
}

/** Containers have less than their machine; without a limit the system reports more than there is. */
function ownMemory(): number {
	const limit = process.constrainedMemory();
	return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

function gibibytes(bytes: number): string {
	return (bytes / 2 ** 30).toFixed(1);
}
