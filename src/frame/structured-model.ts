import type { JsonObject } from '../json/json-value.ts';
import type { ToolDeclaration } from '../model/conversation.ts';

/** An app's language model, as far as frames need it: one prompt in, the arguments of one demanded call out. */
export interface StructuredModel {
	/**
	 * Rejects with {@link NotLoadedError}, {@link GenerationTimeoutError}, {@link NoCallError}, with FormatError where a
	 * call could not be read, or with the engine's own error.
	 */
	generateStructured(
		prompt: string,
		tool: ToolDeclaration,
		options: { readonly signal: AbortSignal },
	): Promise<JsonObject>;
}

/** There is no model to ask (a StateError in the seed). */
export class NotLoadedError extends Error {
	constructor(message = 'no model is loaded') {
		super(message);
		this.name = 'NotLoadedError';
	}
}

/** The model took too long. */
export class GenerationTimeoutError extends Error {
	constructor(message: string) {
		super(message);
		this.name = 'GenerationTimeoutError';
	}
}

/** The model answered, but called nothing. */
export class NoCallError extends Error {
	constructor(message = 'the answer has no call') {
		super(message);
		this.name = 'NoCallError';
	}
}
