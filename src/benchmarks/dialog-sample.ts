import type { ExpectingSample } from '../eval/scorers/calls.ts';
import type { JsonObject } from '../json/json-value.ts';
import type { HistoryMessage, ToolDeclaration } from '../model/conversation.ts';
import type { PossibleCall } from './bfcl-matching.ts';

/** What is right to do with what was said last: call, ask for what is missing, tell a result, or say that no tool fits. */
export const DIALOG_TURNS = ['call', 'slot', 'completion', 'relevance'] as const;
export type DialogTurn = (typeof DIALOG_TURNS)[number];

/** One turn of a dialog, with tools of its own. Benchmarks are imported as these. */
export interface DialogSample extends ExpectingSample {
	readonly turn: DialogTurn;
	/** Absent: the suite's own. */
	readonly system?: string | undefined;
	/** Declared for this sample alone, or names of the suite's tools. */
	readonly tools: readonly (ToolDeclaration | string)[];
	/** What was said before the input. */
	readonly history?: readonly HistoryMessage[] | undefined;
	/** Calls that the model made of the input, and what came back: it is to go on behind them. */
	readonly called?: readonly AnsweredCall[] | undefined;
	/** In place of `expected`, by BFCL's rules; `any`: some call is right. */
	readonly possible?: readonly PossibleCall[] | 'any' | undefined;
	/** Of each list at least one text must stand in the answer. */
	readonly answer?: readonly (readonly string[])[] | undefined;
	/** Of a benchmark. */
	readonly category?: string | undefined;
	/** Whether the tools beside the right one are like it. */
	readonly distractors?: 'close' | 'random' | undefined;
}

/** A call with what its tool answered. */
export interface AnsweredCall {
	readonly tool: string;
	readonly arguments: JsonObject;
	readonly response: JsonObject;
}
