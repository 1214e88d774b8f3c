import type { FileIdentity } from '../corpus/file-identity.ts';
import type { JsonObject, JsonValue } from '../json/json-value.ts';
import type { LocalizedText } from '../text/localized-text.ts';
import type { ToolDefinition } from '../tool/definition.ts';
import type { AppPart } from './app-content.ts';

/** The app under test, as suites see it: its system prompt, its tools, and a fresh state per sample. */
export interface AppUnderTest {
	readonly name: string;
	readonly version: string;
	/** Of its texts, BCP 47; Korean where absent. */
	readonly language?: string | undefined;
	readonly system: string;
	/** The files that it consists of, for the run's identity. */
	readonly files?: readonly FileIdentity[] | undefined;
	/** Of an app without code, what its tools answer and its state, for the run's identity. */
	readonly data?: { readonly answers: JsonValue; readonly state: JsonValue } | undefined;
	/** Of an app without code, and gemmark's own, the files that hold a part of it: it is known by its content alone. */
	readonly sources?: { readonly [Part in AppPart]?: string | undefined } | undefined;
	/** What it promises its users of times. */
	readonly budgets?: readonly TimeBudget[] | undefined;
	open(): AppSession;
	/** What has come to put the run in doubt since, such as a server with other tools; one line each. */
	doubts?(): Promise<readonly string[]>;
	/** Closes what all samples share, such as a pool: once, when the run is over. 5 s are waited for. */
	close?: (() => Promise<void> | void) | undefined;
}

/** The longest that a measured time of a user turn may be. */
export interface TimeBudget {
	readonly metric: 'timeToFirstTokenMs' | 'timeToCallMs' | 'endToEndMs';
	/** Milliseconds. */
	readonly atMost: number;
	/** Suites that ask for it, each as `SUITE`, or only samples of it as `SUITE[GROUP=VALUE]` or `SUITE[GROUP!=VALUE]`; absent: all. */
	readonly suites?: readonly string[] | undefined;
	/** Absent: cold and warm alike. */
	readonly state?: 'cold' | 'warm' | undefined;
	/** What is promised, in a word or two. */
	readonly title?: LocalizedText | undefined;
}

/** One sample's own app state. */
export interface AppSession {
	/** Tools with their dependencies already bound. */
	readonly tools: readonly ToolDefinition<undefined>[];
	/** The state that tools have changed, for comparison before and after: what JSON can hold. */
	snapshot(): JsonObject;
	close(): void;
}
