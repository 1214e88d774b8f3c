import type { FileIdentity } from '../corpus/file-identity.ts';
import type { JsonObject } from '../json/json-value.ts';
import type { ToolDefinition } from '../tool/definition.ts';

/** The app under test, as suites see it: its system prompt, its tools, and a fresh state per sample. */
export interface AppUnderTest {
	readonly name: string;
	readonly version: string;
	/** Of its texts, BCP 47; Korean where absent. */
	readonly language?: string | undefined;
	readonly system: string;
	/** The files that it consists of, for the run's identity. */
	readonly files?: readonly FileIdentity[] | undefined;
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
