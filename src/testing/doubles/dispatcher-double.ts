import { ToolRegistry } from '../../tool/declaration.ts';
import { ToolDispatcher } from '../../tool/dispatcher.ts';
import type { ConfirmGate, DispatchFields, DispatchLog, ToolResult } from '../../tool/tool.ts';
import { type HandledCall, type HandlerDoubles, recordingTools } from './recording-tools.ts';

export interface DispatcherDouble {
	dispatch(toolName: string, rawArgs: unknown, confirm?: ConfirmGate): Promise<ToolResult>;
	readonly handled: readonly HandledCall[];
	/** Level, event and fields of a log entry. */
	readonly logged: readonly (readonly [keyof DispatchLog, string, DispatchFields])[];
}

/** A real dispatcher over recording tools, with its log. */
export function setUpDispatcher(handlers: HandlerDoubles = {}, language?: string): DispatcherDouble {
	const { tools, handled } = recordingTools(handlers);
	const logged: [keyof DispatchLog, string, DispatchFields][] = [];
	const dispatcher = new ToolDispatcher(new ToolRegistry(tools), {
		language,
		log: {
			warn: (event, fields) => void logged.push(['warn', event, fields]),
			info: (event, fields) => void logged.push(['info', event, fields]),
			error: (event, fields) => void logged.push(['error', event, fields]),
		},
	});
	return {
		dispatch: (toolName, rawArgs, confirm) => dispatcher.dispatch({ toolName, rawArgs, confirm, deps: undefined }),
		handled,
		logged,
	};
}
