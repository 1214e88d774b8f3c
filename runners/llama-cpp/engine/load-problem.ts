import { EngineProblem } from './engine-problem.ts';

const TRY_ANOTHER = 'Download the file again, or take another conversion of the model.';

/**
 * What kept the model from loading, from the error, from what llama.cpp logged about it, and from the signal that ended the
 * child in which node-llama-cpp tried its build.
 */
export function loadProblem(error: unknown, log: readonly string[], killedProbe?: NodeJS.Signals): EngineProblem {
	const name = error instanceof Error ? error.constructor.name : '';
	const text = [error instanceof Error ? error.message : String(error), ...log].join('\n');
	const detail = text;
	const architecture = /unknown (?:model )?architecture:?\s*'([^'\n]{1,60})'/.exec(text)?.[1];
	if (architecture !== undefined) {
		return new EngineProblem('model-unsupported', `llama.cpp does not know the architecture '${architecture}'`, {
			hint: 'Update node-llama-cpp, or use a Gemma model in GGUF format.',
			detail,
		});
	}
	if (name === 'NoBinaryFoundError' || name === 'NoBinaryFound') {
		if (killedProbe !== undefined) return probeProblem(killedProbe, detail);
		return new EngineProblem('environment', 'node-llama-cpp has no llama.cpp build for this machine', {
			hint: BUILD_ONE,
			detail,
		});
	}
	if (
		name === 'InsufficientMemoryError' ||
		/insufficient memory|failed to allocate|not enough (?:v?ram|memory)/i.test(text)
	) {
		return new EngineProblem('out-of-memory', `The model does not fit into memory: ${reason(error, log)}`, {
			hint: 'Close other programs, use a smaller quantization, or a smaller context.',
			detail,
		});
	}
	return new EngineProblem('model-invalid', `llama.cpp cannot load the model: ${reason(error, log)}`, {
		hint: TRY_ANOTHER,
		detail,
	});
}

function probeProblem(signal: NodeJS.Signals, detail: string): EngineProblem {
	if (CRASHES.has(signal)) {
		return new EngineProblem('environment', `node-llama-cpp's llama.cpp build crashes on this machine (${signal})`, {
			hint: BUILD_ONE,
			detail,
		});
	}
	return new EngineProblem('environment', `the process that tries node-llama-cpp's build was killed (${signal})`, {
		hint: 'The system was probably out of memory: close other programs, and run it again.',
		detail,
	});
}

const BUILD_ONE = 'npx --no node-llama-cpp source download builds one.';

/** Signals that a program brings upon itself. */
const CRASHES: ReadonlySet<string> = new Set(['SIGILL', 'SIGSEGV', 'SIGBUS', 'SIGABRT', 'SIGFPE', 'SIGTRAP']);

/** The most telling line: what llama.cpp says when loading fails, else the error itself. */
function reason(error: unknown, log: readonly string[]): string {
	const told = log.findLast((line) => /error loading model|missing tensor|failed to|corrupt|invalid/i.test(line));
	const line =
		log.find((one) => /error loading model/i.test(one)) ??
		told ??
		(error instanceof Error ? error.message : String(error));
	return line
		.replace(/^.*error loading model:\s*/i, '')
		.replaceAll(/\s+/g, ' ')
		.slice(0, 300);
}
