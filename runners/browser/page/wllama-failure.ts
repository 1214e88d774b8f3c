import { PageFailure } from './page-engine.ts';

/** Why loading failed, as far as the engine's words tell. */
export function loadFailure(error: unknown): PageFailure {
	const message = messageOf(error);
	if (/memory|allocat/i.test(message)) return new PageFailure('out-of-memory', message);
	return new PageFailure('model-invalid', `the model cannot be loaded: ${message}`);
}

/** Why generating failed. */
export function generationFailure(error: unknown): Error {
	const message = messageOf(error);
	if (/exceeds the available context size/.test(message)) return new PageFailure('context-overflow', message);
	if (error instanceof Error && error.name === 'RuntimeError') return new PageFailure('crashed', message);
	return new PageFailure('protocol', message);
}

function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
