import type { JsonObject } from '../../src/base/json.ts';
import type { AppSession } from '../../src/eval/app.ts';
import { ToolRegistry } from '../../src/tool/declaration.ts';
import { ToolDispatcher } from '../../src/tool/dispatcher.ts';
import type { ConfirmGate, ToolResult } from '../../src/tool/tool.ts';
import { type HabitCoachOptions, habitCoach } from './index.ts';

/** A session of the habit coach whose tools are called through the dispatcher, as a model's calls are. */
export interface SessionFixture {
	readonly session: AppSession;
	call(toolName: string, args: unknown): Promise<ToolResult>;
}

/** Confirmations are answered yes, unless `confirm` says otherwise. */
export function openSession(options: HabitCoachOptions = {}, confirm: ConfirmGate = () => true): SessionFixture {
	const session = habitCoach(options).open();
	const dispatcher = new ToolDispatcher<undefined>(new ToolRegistry(session.tools));
	return {
		session,
		call: (toolName, rawArgs) => dispatcher.dispatch({ toolName, rawArgs, confirm, deps: undefined }),
	};
}

/** The snapshot of an unchanged session. */
export const NOTHING_ADDED: JsonObject = { added_habits: [], added_entries: [] };
