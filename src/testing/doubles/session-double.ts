import type { CorpusLogger } from '../../chat/corpus-log.ts';
import { ChatSessionController } from '../../chat/session.ts';
import type { ChatSessionState, PrefixPolicy } from '../../chat/turn-loop.ts';
import type { Conversation } from '../../model/conversation.ts';
import { ToolRegistry } from '../../tool/declaration.ts';
import { ToolDispatcher } from '../../tool/dispatcher.ts';
import type { ConfirmGate, ToolResult } from '../../tool/tool.ts';
import { type HandledCall, type HandlerDoubles, recordingTools } from './recording-tools.ts';
import {
	ScriptedConversation,
	type ScriptedConversationOptions,
	type ScriptedGeneration,
} from './scripted-conversation.ts';

export interface SessionDoubleOptions extends ScriptedConversationOptions {
	readonly policy?: PrefixPolicy;
	readonly reflection?: boolean;
	readonly language?: string;
	readonly confirm?: ConfirmGate;
	readonly logger?: CorpusLogger | null;
	readonly handlers?: HandlerDoubles;
	/** Replaces the scripted one. */
	readonly conversation?: Conversation;
}

export interface SessionDouble {
	readonly session: ChatSessionController<undefined>;
	readonly conversation: ScriptedConversation;
	readonly handled: readonly HandledCall[];
	/** Every state of the session. */
	readonly states: readonly ChatSessionState[];
	/** Result of each dispatch. */
	readonly dispatched: readonly Promise<ToolResult>[];
}

/** A real controller and dispatcher between a scripted model and recording tools. */
export function setUpSession(
	script: readonly ScriptedGeneration[] | ((generation: number) => ScriptedGeneration),
	options: SessionDoubleOptions = {},
): SessionDouble {
	const { handlers, policy = 'push', reflection = false, language, confirm, logger, onAbort = 'end' } = options;
	const { tools, handled } = recordingTools(handlers);
	const conversation = new ScriptedConversation(script, { onAbort });
	const states: ChatSessionState[] = [];
	const dispatcher = new WatchedDispatcher(new ToolRegistry(tools), { language });
	const session = new ChatSessionController<undefined>({
		conversation: options.conversation ?? conversation,
		dispatcher,
		deps: undefined,
		policy,
		reflection,
		language,
		confirm,
		logger,
		onState: (state) => void states.push(state),
	});
	return { session, conversation, handled, states, dispatched: dispatcher.dispatched };
}

/** Valid arguments of `add_habit`. */
export const habit = {
	protocol_id: 'sleep-01',
	frame_level: 'L2',
	framed_text: '양치를 하고 나서 불을 끈다',
} as const;

class WatchedDispatcher extends ToolDispatcher<undefined> {
	readonly dispatched: Promise<ToolResult>[] = [];

	override dispatch(call: Parameters<ToolDispatcher<undefined>['dispatch']>[0]): Promise<ToolResult> {
		const result = super.dispatch(call);
		this.dispatched.push(result);
		return result;
	}
}
