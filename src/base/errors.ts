import { english, type Message, remedyOf } from './message.ts';

/** Exit codes of the CLI: 0 pass, 1 gate failed, 2 usage or configuration, 3 environment or engine. */
export type ExitCode = 0 | 1 | 2 | 3;

/** Shells' exit code of a process ended by SIGINT. */
export const INTERRUPTED_EXIT_CODE = 130;

interface GemmarkErrorOptions {
	/** The remedy in one sentence, if the message has none. */
	readonly hint?: string;
	/** Fields that may differ if the caller's option `allow` names them. */
	readonly allow?: readonly string[];
	/** Technical detail for the log, such as the end of an engine's stderr; not part of the one line. */
	readonly detail?: string;
	readonly cause?: unknown;
}

/**
 * A failure of operator, file or engine, shown to the user as one line: what, where, remedy. Mistakes of the model are
 * data, not errors.
 */
export abstract class GemmarkError extends Error {
	abstract readonly code: string;
	abstract readonly exitCode: ExitCode;
	/** The message; a given text becomes the code `said`. */
	readonly said: Message;
	readonly hint: string | undefined;
	readonly allow: readonly string[];
	readonly detail: string | undefined;

	constructor(said: Message | string, options: GemmarkErrorOptions = {}) {
		// A file name may contain line breaks.
		const line = english(said).replaceAll(/(?<!\s)\s*[\r\n\u2028\u2029]+\s*/gu, ' ');
		super(line, options.cause === undefined ? undefined : { cause: options.cause });
		this.name = new.target.name;
		this.said = typeof said === 'string' ? { code: 'said', params: { text: line } } : said;
		this.hint = options.hint ?? remedyOf(said);
		this.allow = options.allow ?? [];
		this.detail = options.detail;
	}
}

/** An invalid command line. */
export class UsageError extends GemmarkError {
	readonly code = 'usage';
	readonly exitCode = 2;
}

/** An invalid file of the operator: config, corpus, gate, labels, manifest. */
export class ConfigError extends GemmarkError {
	readonly code = 'config';
	readonly exitCode = 2;
	/** Mistakes in other files of the same config. */
	readonly others: ConfigError[] = [];
}

/** A log that is unreadable, or of an unknown version. */
export class LogError extends GemmarkError {
	readonly code = 'log';
	readonly exitCode = 2;
}

/** The machine lacks something: an engine package, a browser, memory, a file. */
export class EnvironmentError extends GemmarkError {
	readonly code = 'environment';
	readonly exitCode = 3;
}

/** Why an engine failed. `crashed`: a signal ended its process. */
export type EngineFailure =
	| 'model-missing'
	| 'model-invalid'
	| 'model-unsupported'
	| 'out-of-memory'
	| 'context-overflow'
	| 'load-timeout'
	| 'generation-timeout'
	| 'crashed'
	| 'protocol'
	/** The engine was lost during a request, which may be sent again. */
	| 'cut'
	/** A replayed conversation left its recording. */
	| 'not-recorded'
	/** The engine runs, and reports that this generation or turn failed. */
	| 'generation-failed'
	/** An app reports a turn for another prompt than it was sent. */
	| 'foreign'
	/** The system ended the app's process in this sample, again and again. */
	| 'killed'
	/** An engine contradicts itself about a generation. */
	| 'contradictory'
	/** Another model may be loaded: samples since the last confirmation are no evidence. */
	| 'unconfirmed'
	| 'unavailable';

/** The engine, or its model file, failed. */
export class EngineError extends GemmarkError {
	readonly code = 'engine';
	readonly exitCode = 3;
	readonly failure: EngineFailure;

	constructor(failure: EngineFailure, said: Message | string, options: GemmarkErrorOptions = {}) {
		super(said, options);
		this.failure = failure;
	}
}
