import type { JsonObject } from '../json/json-value.ts';
import type { ToolDefinition } from '../tool/definition.ts';

/** The app under test, as suites see it: its system prompt, its tools, and a fresh state per sample. */
export interface AppUnderTest {
	readonly name: string;
	readonly version: string;
	readonly system: string;
	/** BCP 47 tag of the language it speaks, or `any`; absent: `ko`. */
	readonly language?: string | undefined;
	open(): AppSession;
}

/** One sample's own app state. */
export interface AppSession {
	/** Tools with their dependencies already bound. */
	readonly tools: readonly ToolDefinition<undefined>[];
	/** The state that tools have changed, for comparison before and after. */
	snapshot(): JsonObject;
	close(): void;
}
