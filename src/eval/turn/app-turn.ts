import type { ChatMessage } from '../../chat/message.ts';
import { ChatSessionController } from '../../chat/session-controller.ts';
import type { ChatSessionState } from '../../chat/session-state.ts';
import type { AppTurn, HistoryMessage, ToolDeclaration } from '../../model/conversation.ts';
import { declareTool } from '../../tool/declaration.ts';
import { ToolDispatcher } from '../../tool/dispatcher.ts';
import { ToolRegistry } from '../../tool/registry.ts';
import type { AppSession } from '../app.ts';
import { callOwn, OwnCodeFailure, snapshotOf } from '../evaluate/own-code.ts';
import { NOT_BLANK } from '../sample.ts';
import type { Solution, SolveContext } from '../suite/suite.ts';
import { DispatchRecord } from './dispatch-record.ts';

/** How the user answers a confirmation. */
export type ConfirmAnswer = 'yes' | 'no';

/**
 * Takes a user turn through the app's real loop, over a fresh app state, or several, one behind the other in the same
 * conversation, up to the first that fails; `history` is what was said before. The solution's facts are the app's state
 * `before` and, of one with code, `after`, and `dispatch` where its dispatcher had something to tell. Failures of the model are in it.
 * Throws `OwnCodeFailure` where the app's own code does.
 */
export async function solveAppTurn(
	text: string | readonly string[],
	context: SolveContext,
	confirm: ConfirmAnswer = 'yes',
	history?: readonly HistoryMessage[],
): Promise<Solution> {
	const { app, policy, reflection, logger, signal } = context;
	const texts = typeof text === 'string' ? [text] : text;
	const blank = texts.findIndex((said) => !NOT_BLANK.test(said));
	if (blank !== -1) {
		throw new OwnCodeFailure(`solveAppTurn: turn ${blank + 1} of ${texts.length} is blank: nothing would be asked`);
	}
	const place = `app ${app.name}`;
	const session = callOwn(`${place}: open()`, () => app.open());
	try {
		const before = snapshotOf(app, session);
		const { registry, tools } = callOwn(`${place}: tools`, () => declaredTools(session));
		const conversation = context.openConversation({ system: app.system, history, tools });
		// The tools are the app's own, elsewhere: what they did to its state is not told, and is not in this session.
		const { userTurn } = conversation;
		if (userTurn !== undefined) {
			return await elsewhere(texts, (said) => userTurn.call(conversation, said, { signal }), signal);
		}
		const log = new DispatchRecord();
		const controller = new ChatSessionController<undefined>({
			conversation,
			dispatcher: new ToolDispatcher(registry, { log, language: app.language }),
			deps: undefined,
			policy,
			reflection,
			language: app.language,
			logger,
			confirm: () => confirm === 'yes',
		});
		for (const said of texts) {
			await controller.userTurn(said, { signal });
			if (errorOf(controller.state) !== undefined) break;
		}
		const { state } = controller;
		const error = errorOf(state);
		const dispatch = log.entries();
		return {
			messages: state.messages,
			facts: {
				before,
				// A declared app is answers: what tools with a handler changed beside it, nobody sees.
				...(app.data === undefined && { after: snapshotOf(app, session) }),
				...(dispatch.length > 0 && { dispatch }),
			},
			...(error === undefined ? {} : { error }),
		};
	} finally {
		callOwn(`${place}: close()`, () => session.close());
	}
}

async function elsewhere(
	texts: readonly string[],
	userTurn: (text: string) => Promise<AppTurn>,
	signal: AbortSignal | undefined,
): Promise<Solution> {
	const messages: ChatMessage[] = [];
	for (const text of texts) {
		const turn = await userTurn(text);
		messages.push(...turn.messages);
		if (turn.error !== undefined) return { messages, facts: {}, error: turn.error };
		if (signal?.aborted) break;
	}
	return { messages, facts: {} };
}

function errorOf(state: ChatSessionState): string | undefined {
	return state.isStreaming ? undefined : state.error;
}

function declaredTools({ tools }: AppSession): {
	readonly registry: ToolRegistry<undefined>;
	readonly tools: readonly ToolDeclaration[];
} {
	const registry = new ToolRegistry(tools);
	return { registry, tools: registry.allDefinitions().map((tool) => declareTool(tool)) };
}
