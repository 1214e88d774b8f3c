import { attemptsIn, nestsTooDeep } from './call-attempts.ts';
import type { EngineAnswer, KnownTool } from './engine-answer.ts';
import { type Fate, fateOf } from './fate-outcome.ts';

/** One engine's rules for reading what a model wrote, and where they were read. */
export interface EngineFate {
	/** Word for metrics and columns, `[a-z0-9-]+`. */
	readonly engine: string;
	/** Name for people. */
	readonly title: string;
	/** Version or commit that the rules are of. */
	readonly version: string;
	/** Repository and files that they were read from, and when. */
	readonly source: string;
	/**
	 * Plays one generation, its token texts in order. Without `tools` every name counts as declared, by a tool whose
	 * parameters are not known. Undefined where the engine's rules for the dialect are not known here, or brackets nest
	 * deeper than any call's. Never throws: what fails in the engine is `error`.
	 */
	read(pieces: readonly string[], dialect: string, tools?: readonly KnownTool[]): Fate | undefined;
}

/** An engine's rules as its file states them; what they come to is told by comparison with our own lenient reading. */
export interface EngineRules extends Omit<EngineFate, 'read'> {
	answer(pieces: readonly string[], dialect: string, tools: readonly KnownTool[] | undefined): EngineAnswer | undefined;
}

export function engineFate({ answer, ...identity }: EngineRules): EngineFate {
	return {
		...identity,
		read(pieces, dialect, tools) {
			if (nestsTooDeep(pieces)) return undefined;
			const given = answer(pieces, dialect, tools);
			return given === undefined ? undefined : fateOf(given, attemptsIn(pieces, dialect), tools);
		},
	};
}
