import type { z } from 'zod';

/** What is wrong with what a tool's handler returned. */
export type BadResult = 'no-envelope' | 'no-reason' | 'no-data' | 'too-long' | 'not-json';

/** What the app's own loop says to its user and to the model, in one language. */
export interface AppWords {
	readonly unknownTool: (toolName: string) => string;
	readonly badArguments: (problem: string) => string;
	/** Arguments that are no object; `type` is what they are, such as `array`. */
	readonly noObject: (type: string) => string;
	/** What is wrong with one argument. */
	readonly argumentIssue: (issue: z.core.$ZodRawIssue) => string | undefined;
	/** The handler threw, which the type of its error tells, or gave a {@link BadResult}. */
	readonly toolFailed: (why: string) => string;
	readonly badResults: Readonly<Record<BadResult, string>>;
	/** What an MCP server said of its failure. */
	readonly toolRefused: (message: string) => string;
	/** The server of a tool gave no answer in time. */
	readonly serverSilent: (seconds: number) => string;
	/** The server of a tool has ended, or cannot be reached. */
	readonly serverGone: string;
	/** What the server of a tool answered is no MCP, or not what the tool promises. */
	readonly answerUnreadable: string;
	/** Characters. */
	readonly answerTooLarge: (chars: number, most: number) => string;
	readonly modelFailed: (failure: string) => string;
	/** The generation ran into its deadline. */
	readonly tooSlow: string;
	readonly tooManyTurns: string;
	/** One user turn made more calls than an app would carry out. */
	readonly tooManyCalls: string;
	readonly cleanUpHint: string;
	readonly reflection: (outcomes: ReflectedOutcomes) => readonly string[];
}

/** What a reflection is about. `failures` are its numbered lines; cancelled calls count in `calls` only. */
export interface ReflectedOutcomes {
	readonly calls: number;
	readonly succeeded: number;
	readonly failures: readonly string[];
}
