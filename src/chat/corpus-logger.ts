import type { JsonObject } from '../json/json-value.ts';

/** Diagnostic hook of seed 001. Whatever an implementation throws is swallowed by the controller. */
export interface CorpusLogger {
	onTextChunk(turn: number, text: string): void;
	/** `prefix` is the turn's text before its first call, untrimmed, kept or not. */
	onFunctionCall(turn: number, prefix: string, name: string, args: JsonObject): void;
}
