import { z } from 'zod';
import type { ToolDefinition, ToolResult } from '../../../src/index.ts';
import type { HabitDatabase } from '../database/habit-database.ts';

/** What the tools' handlers need. */
export interface HabitDeps {
	readonly database: HabitDatabase;
}

export interface HabitTool<S extends z.ZodObject> {
	readonly name: string;
	/** For the model, in Korean. */
	readonly description: string;
	readonly schema: S;
	readonly destructive: boolean;
	handle(args: z.output<S>, deps: HabitDeps): ToolResult;
}

/** A tool whose handler gets its arguments typed. */
export function habitTool<S extends z.ZodObject>({ handle, ...tool }: HabitTool<S>): ToolDefinition<HabitDeps> {
	return { ...tool, handler: (args, deps) => handle(tool.schema.parse(args), deps) };
}

/** Text that the database keeps, as counted by its bounds: in NFC, trimmed, and without U+0000, where SQLite ends a text. */
export function keptText(): z.ZodString {
	return z.string().overwrite((text) => text.replaceAll('\u0000', '').normalize('NFC').trim());
}

/** A rule of the app that a call breaks. `reason` is for people, in Korean. */
export function ruleBroken(code: 'r3_quota' | 'r3_frame' | 'r7_entry' | 'not_found', reason: string): ToolResult {
	return { type: 'error', code, reason, kind: 'result_error' };
}

/** An id the database does not know; a model may write one of any length. */
export function unknownId(what: string, id: string): ToolResult {
	return ruleBroken('not_found', `${what} 없습니다: ${id.length <= 40 ? id : `${id.slice(0, 40)}…`}`);
}
