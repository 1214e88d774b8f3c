import type { z } from 'zod';
import { english, type Message, remedyOf } from './message.ts';

/** Exit codes of the CLI: 0 pass, 1 gate failed, 2 usage or configuration, 3 environment or engine. */
export type ExitCode = 0 | 1 | 2 | 3;

/** Exit code of a process ended by SIGINT, as shells know it. */
export const INTERRUPTED_EXIT_CODE = 130;

interface GemmarkErrorOptions {
	/** What to do about it, one sentence, where the message's own remedy does not say it. */
	readonly hint?: string;
	/** Fields that may differ all the same where the caller's option `allow` names them. */
	readonly allow?: readonly string[];
	/** Technical detail for the log, such as the end of an engine's stderr. Never shown as the one line. */
	readonly detail?: string;
	readonly cause?: unknown;
}

/**
 * A failure caused by an operator, a file or an engine: it reaches the user as one line (what, where, what to do).
 * Mistakes of the model are data and never become one of these.
 */
export abstract class GemmarkError extends Error {
	abstract readonly code: string;
	abstract readonly exitCode: ExitCode;
	/** What it says, in no language yet; a text given as such is the code `said`. */
	readonly said: Message;
	readonly hint: string | undefined;
	readonly allow: readonly string[];
	readonly detail: string | undefined;

	constructor(said: Message | string, options: GemmarkErrorOptions = {}) {
		// A name out of a file may hold line breaks.
		const line = english(said).replaceAll(/\s*[\r\n\u2028\u2029]+\s*/gu, ' ');
		super(line, options.cause === undefined ? undefined : { cause: options.cause });
		this.name = new.target.name;
		this.said = typeof said === 'string' ? { code: 'said', params: { text: line } } : said;
		this.hint = options.hint ?? remedyOf(said);
		this.allow = options.allow ?? [];
		this.detail = options.detail;
	}
}

/** The command line cannot be obeyed. */
export class UsageError extends GemmarkError {
	readonly code = 'usage';
	readonly exitCode = 2;
}

/** A file that the operator wrote (corpus, gate, labels, manifest) is not valid. */
export class ConfigError extends GemmarkError {
	readonly code = 'config';
	readonly exitCode = 2;
}

/** A log cannot be read, or is of a version this gemmark does not know. */
export class LogError extends GemmarkError {
	readonly code = 'log';
	readonly exitCode = 2;
}

/** Something the machine should have is missing: an engine package, a browser, memory, a file. */
export class EnvironmentError extends GemmarkError {
	readonly code = 'environment';
	readonly exitCode = 3;
}

/** Why an engine failed. `crashed` means that its process ended by a signal. */
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
	/** The engine was lost in the middle: what was asked may be asked again, whole. */
	| 'cut'
	/** A replayed conversation went where its recording did not. */
	| 'not-recorded'
	/** The engine lives, and says that this one generation or turn came to nothing. */
	| 'generation-failed'
	/** An app tells a turn in which its user asks something else than it was asked. */
	| 'foreign'
	/** An engine tells two different things of one generation. */
	| 'contradictory'
	/** It is another model than was loaded, or may be: what was evaluated since it last was known is no evidence. */
	| 'unconfirmed'
	| 'unavailable';

/** The engine, or the model file in it, failed. */
export class EngineError extends GemmarkError {
	readonly code = 'engine';
	readonly exitCode = 3;
	readonly failure: EngineFailure;

	constructor(failure: EngineFailure, said: Message | string, options: GemmarkErrorOptions = {}) {
		super(said, options);
		this.failure = failure;
	}
}

/** What is expected of a field, for the end of `file:line: field: `. What it does not word it leaves to zod. */
export function issueText(issue: z.core.$ZodRawIssue): string | undefined {
	switch (issue.code) {
		case 'invalid_type':
			return issue.input === undefined ? 'is missing' : `must be ${TYPES[issue.expected] ?? issue.expected}`;
		case 'invalid_value':
			return `must be ${listed(issue.values.map((value) => JSON.stringify(value) ?? String(value)))}`;
		case 'too_small':
			if (issue.minimum === 1 && issue.origin !== 'number') return 'must not be empty';
			return `must ${issue.inclusive === false ? 'be more than' : (LEAST[issue.origin] ?? 'be at least')} ${issue.minimum}${unitOf(issue.origin)}`;
		case 'too_big':
			return `must ${issue.inclusive === false ? 'be less than' : (MOST[issue.origin] ?? 'be at most')} ${issue.maximum}${unitOf(issue.origin)}`;
		case 'invalid_union':
			return Array.isArray(issue.options)
				? `must be ${listed(issue.options.map((option) => JSON.stringify(option)))}`
				: undefined;
		default:
			return undefined;
	}
}

const TYPES: Readonly<Record<string, string>> = {
	string: 'text',
	number: 'a number',
	int: 'a whole number',
	boolean: 'true or false',
	array: 'a list',
	object: 'an object',
	record: 'an object',
};

const LEAST: Readonly<Record<string, string>> = { string: 'have at least', array: 'have at least' };
const MOST: Readonly<Record<string, string>> = { string: 'have at most', array: 'have at most' };

function unitOf(origin: string): string {
	if (origin === 'string') return ' characters';
	return origin === 'array' ? ' entries' : '';
}

function listed(values: readonly string[]): string {
	return values.length <= 1 ? values.join('') : `one of ${values.join(', ')}`;
}
