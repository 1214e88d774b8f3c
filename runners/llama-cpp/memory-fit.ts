import { totalmem } from 'node:os';
import { basename } from 'node:path';
import { EngineError } from '../../src/index.ts';

/**
 * Refuses weights that are larger than all memory of the machine, or of the container: llama.cpp maps them, and would read
 * them from the disk for every token until the system ends it. Throws {@link EngineError} `out-of-memory` with the estimate.
 */
export function requireMemoryFor(
	model: string,
	{ sizeBytes }: { readonly sizeBytes: number },
	{ gpu = false }: { readonly gpu?: boolean | undefined } = {},
	memoryBytes: number = ownMemory(),
): void {
	// On a GPU the weights are elsewhere.
	if (gpu || sizeBytes <= memoryBytes) return;
	throw new EngineError(
		'out-of-memory',
		`${basename(model)} needs about ${gibibytes(sizeBytes)} GiB for its weights alone, and this machine has ${gibibytes(memoryBytes)} GiB`,
		{ hint: 'Use a smaller quantization, such as Q4_0, or a smaller model.' },
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
