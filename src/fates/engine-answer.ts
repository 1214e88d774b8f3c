import type { JsonObject } from '../json/json-value.ts';

/** A tool that was declared to the model, as far as it is known. */
export interface KnownTool {
	readonly name: string;
	/** JSON Schema. */
	readonly parameters?: JsonObject | undefined;
}

/** Whether no call can depend on parameters that are not known. */
export function knowsParameters(tools: readonly KnownTool[] | undefined): boolean {
	return tools?.every(({ parameters }) => parameters !== undefined) ?? false;
}

/** A call as an engine hands it to the app. */
export interface FateCall {
	readonly name: string;
	readonly arguments: JsonObject;
}

/** What an engine makes of one generation. */
export interface EngineAnswer {
	readonly calls: readonly FateCall[];
	/** The other extreme of what the calls may be, where it depends on parameters that are not known; `calls` are those without any. */
	readonly orCalls?: readonly FateCall[] | undefined;
	/** What the user reads. */
	readonly shown: string;
	/** Of what is shown, calls in a form that is not the model's own; absent: those of the model are looked for. */
	readonly leaked?: string | undefined;
	/** What the engine's own history keeps; absent where the app keeps it. */
	readonly saved?: string | undefined;
	/** What was shown and is not kept. */
	readonly lost?: string | undefined;
	/** Why the engine fails the turn; `shown` came before. */
	readonly error?: string | undefined;
	/** What is odd about it, in one sentence. */
	readonly note?: string | undefined;
}
