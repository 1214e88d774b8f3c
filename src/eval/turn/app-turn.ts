import { ChatSessionController } from '../../chat/session-controller.ts';
import type { HistoryMessage, ToolDeclaration } from '../../model/conversation.ts';
import { declareTool } from '../../tool/declaration.ts';
import { ToolDispatcher } from '../../tool/dispatcher.ts';
import { ToolRegistry } from '../../tool/registry.ts';
import type { AppSession } from '../app.ts';
import { callOwn, snapshotOf } from '../evaluate/own-code.ts';
import type { Solution, SolveContext } from '../suite.ts';
import { DispatchRecord } from './dispatch-record.ts';

/** How the user answers a confirmation. */
export type ConfirmAnswer = 'yes' | 'no';

/**
 * Takes one user turn through the app's real loop, over a fresh app state; `history` is what was said before it. The solution's facts are the app's state
 * `before` and `after`, and `dispatch` where its dispatcher had something to tell. Failures of the model are in it.
 * Throws `OwnCodeFailure` where the app's own code does.
 */
export async function solveAppTurn(
	text: string,
	context: SolveContext,
	confirm: ConfirmAnswer = 'yes',
	history?: readonly HistoryMessage[],
): Promise<Solution> {
	const { app, policy, reflection, logger, signal } = context;
	const place = `app ${app.name}`;
	const session = callOwn(`${place}: open()`, () => app.open());
	try {
		const before = snapshotOf(app, session);
		const { registry, tools } = callOwn(`${place}: tools`, () => declaredTools(session));
		const conversation = context.openConversation({ system: app.system, history, tools });
		if (conversation.userTurn !== undefined) {
			// The tools are the app's own, elsewhere: what they did to its state is not told, and is not in this session.
			const { messages, error } = await conversation.userTurn(text, { signal });
			return { messages, facts: {}, ...(error !== undefined && { error }) };
		}
		const log = new DispatchRecord();
		const controller = new ChatSessionController<undefined>({
			conversation,
			dispatcher: new ToolDispatcher(registry, { log, language: app.language }),
			deps: undefined,
			policy,
			reflection,
			language: app.language,
			...(logger === undefined ? {} : { logger }),
			confirm: () => confirm === 'yes',
		});
		await controller.userTurn(text, signal === undefined ? {} : { signal });
		const { state } = controller;
		const error = state.isStreaming ? undefined : state.error;
		const dispatch = log.entries();
		return {
			messages: state.messages,
			facts: { before, after: snapshotOf(app, session), ...(dispatch.length > 0 && { dispatch }) },
			...(error === undefined ? {} : { error }),
		};
	} finally {
		callOwn(`${place}: close()`, () => session.close());
	}
}

function declaredTools({ tools }: AppSession): {
	readonly registry: ToolRegistry<undefined>;
	readonly tools: readonly ToolDeclaration[];
} {
	const registry = new ToolRegistry(tools);
	return { registry, tools: registry.allDefinitions().map((tool) => declareTool(tool)) };
}
