import { totalmem } from 'node:os';
import { basename } from 'node:path';
import { EngineError } from '../../src/index.ts';
import { DEFAULT_CONTEXT } from './default-context.ts';

/** What a header tells of the memory that its model takes. */
export interface ModelSize {
	readonly sizeBytes: number;
	readonly cacheBytesPerToken?: number | undefined;
	readonly contextLength?: number | undefined;
}

/** How the model is asked for. */
export interface AskedContext {
	readonly gpu?: boolean | undefined;
	readonly contextSize?: number | undefined;
	readonly sequences?: number | undefined;
}

/**
 * Refuses a model whose weights and context are larger than all memory of the machine, or of the container: llama.cpp maps
 * the weights, and would read them from the disk for every token until the system ends it. What it computes in is not
 * counted. Throws {@link EngineError} `out-of-memory` with the estimate.
 */
export function requireMemoryFor(
	model: string,
	{ sizeBytes, cacheBytesPerToken = 0, contextLength = DEFAULT_CONTEXT }: ModelSize,
	{ gpu = false, contextSize = Math.min(DEFAULT_CONTEXT, contextLength), sequences = 1 }: AskedContext = {},
	memoryBytes: number = ownMemory(),
): void {
	const cacheBytes = cacheBytesPerToken * contextSize * sequences;
	// On a GPU the weights are elsewhere.
	if (gpu || sizeBytes + cacheBytes <= memoryBytes) return;
	const ofContext =
		cacheBytes === 0 ? ' alone' : ` and ${gibibytes(cacheBytes)} GiB for ${contextSize * sequences} tokens of context`;
	throw new EngineError(
		'out-of-memory',
		`${basename(model)} needs about ${gibibytes(sizeBytes)} GiB for its weights${ofContext}, and this machine has ${gibibytes(memoryBytes)} GiB`,
		{
			hint:
				sizeBytes > memoryBytes
					? 'Use a smaller quantization, such as Q4_0, or a smaller model.'
					: 'Ask for less context with --context-size, for fewer samples at once, or use a smaller model.',
		},
	);
}

/** Containers have less than their machine; without a limit the system tells more than there is. */
function ownMemory(): number {
	const limit = process.constrainedMemory();
	return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

function gibibytes(bytes: number): string {
	return (bytes / 2 ** 30).toFixed(1);
}
