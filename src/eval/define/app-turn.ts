import { UsageError } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import { message } from '../../base/message.ts';
import { stackLines, withoutFolders } from '../../base/thrown.ts';
import { ChatSessionController } from '../../chat/session.ts';
import type { ChatMessage, ChatSessionState } from '../../chat/turn-loop.ts';
import { FormatError } from '../../frame/candidates.ts';
import { GenerationTimeoutError, NoCallError, type StructuredModel } from '../../frame/suggest.ts';
import type { AppTurn, Conversation, HistoryMessage, ToolDeclaration } from '../../model/conversation.ts';
import { declareTool, ToolRegistry } from '../../tool/declaration.ts';
import { ToolDispatcher } from '../../tool/dispatcher.ts';
import type { DispatchFields, DispatchLog } from '../../tool/tool.ts';
import type { AppSession } from '../app.ts';
import { NOT_BLANK } from '../sample.ts';
import type { Solution, SolveContext } from '../suite.ts';
import { callUserCode, snapshotOf, UserCodeFailure } from '../user-code.ts';

/** The user's answer to a confirmation. */
type ConfirmAnswer = 'yes' | 'no';

/**
 * Runs one or several user turns through the app's chat loop in one conversation and over a fresh app state, up to the
 * first turn that fails. `history` is what was said before; `choose` picks the tools to declare from the names of the
 * app's. Facts: the app's state `before`, `after` (only of an app with code), and `dispatch` if its dispatcher logged
 * something. Mistakes of the model are in the solution; errors of the app's code throw `UserCodeFailure`.
 */
export async function solveAppTurn(
	text: string | readonly string[],
	context: SolveContext,
	confirm: ConfirmAnswer = 'yes',
	history?: readonly HistoryMessage[],
	choose?: (names: readonly string[]) => Promise<readonly string[]>,
): Promise<Solution> {
	const { app, policy, reflection, logger, signal } = context;
	const texts = typeof text === 'string' ? [text] : text;
	const blank = texts.findIndex((said) => !NOT_BLANK.test(said));
	if (blank !== -1) {
		throw new UserCodeFailure(
			message('user-code.blank-turn', { place: 'solveAppTurn', n: blank + 1, of: texts.length }),
		);
	}
	const place = `app ${app.name}`;
	const session = callUserCode(`${place}: open()`, () => app.open());
	try {
		const before = snapshotOf(app, session);
		const own = callUserCode(`${place}: tools`, () => session.tools);
		const chosen = await choose?.(own.map(({ name }) => name));
		const { registry, tools } = callUserCode(`${place}: tools`, () =>
			declaredTools(chosen === undefined ? own : own.filter(({ name }) => chosen.includes(name))),
		);
		const conversation = context.openConversation({ system: app.system, history, tools });
		// The app runs its own loop elsewhere, so this session does not see what its tools change.
		const { userTurn } = conversation;
		if (userTurn !== undefined) {
			if (chosen !== undefined) throw new UsageError(message('device.own-tools'));
			const options = { signal, confirm: confirm === 'no' ? confirm : undefined };
			return await elsewhere(texts, (said) => userTurn.call(conversation, said, options), signal);
		}
		const log = new DispatchRecord();
		const controller = new ChatSessionController<undefined>({
			conversation,
			dispatcher: new ToolDispatcher(registry, { log, language: app.language }),
			deps: undefined,
			policy,
			reflection,
			language: app.language,
			failureForm: app.failureForm,
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
				// A declared app has only answers; side effects of its handlers are unknown.
				...(app.data === undefined && { after: snapshotOf(app, session) }),
				...(dispatch.length > 0 && { dispatch }),
			},
			error,
		};
	} finally {
		callUserCode(`${place}: close()`, () => session.close());
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

function declaredTools(own: AppSession['tools']): {
	readonly registry: ToolRegistry<undefined>;
	readonly tools: readonly ToolDeclaration[];
} {
	const registry = new ToolRegistry(own);
	return { registry, tools: registry.allDefinitions().map((tool) => declareTool(tool)) };
}

/** Keeps dispatch logs as facts of a transcript, bounded and without local folders. */
export class DispatchRecord implements DispatchLog {
	readonly #entries: JsonObject[] = [];
	#dropped = 0;

	warn(event: string, fields: DispatchFields): void {
		this.#add('warn', event, fields);
	}

	info(event: string, fields: DispatchFields): void {
		this.#add('info', event, fields);
	}

	error(event: string, fields: DispatchFields): void {
		this.#add('error', event, fields);
	}

	/** `{level, event, tool, ...}` in order; if some were dropped, a last `{level, event: left_out, count}`. */
	entries(): readonly JsonObject[] {
		if (this.#dropped === 0) return this.#entries;
		return [...this.#entries, { level: 'info', event: 'left_out', count: this.#dropped }];
	}

	#add(level: keyof DispatchLog, event: string, { stack, ...fields }: DispatchFields): void {
		// The messages have the results.
		if (RESULTS.has(event)) return;
		if (this.#entries.length === MAX_ENTRIES) {
			this.#dropped += 1;
			return;
		}
		const kept = Object.entries(fields).map(([name, value]) => [name, bounded(value)] as const);
		const lines = typeof stack === 'string' ? stackLines(stack, MAX_FRAMES).map(shortened) : [];
		this.#entries.push({
			level,
			event,
			...Object.fromEntries(kept),
			...(lines.length > 0 && { stack: lines }),
		});
	}
}

const RESULTS: ReadonlySet<string> = new Set(['tool_success', 'tool_result_error']);
const MAX_ENTRIES = 50;
const MAX_KEYS = 20;
const MAX_CHARS = 300;
const MAX_FRAMES = 4;

function bounded(value: DispatchFields[string]): string | readonly string[] {
	return typeof value === 'string' ? shortened(withoutFolders(value)) : value.slice(0, MAX_KEYS).map(shortened);
}

function shortened(text: string): string {
	return text.length <= MAX_CHARS ? text.toWellFormed() : `${text.slice(0, MAX_CHARS)}…`.toWellFormed();
}

/**
 * Requests structured answers as function calls, each in a conversation of its own that declares the tool. Throws
 * {@link GenerationTimeoutError} past the deadline, FormatError for a malformed call, NoCallError without a call.
 */
export function structuredConversation(open: (tool: ToolDeclaration) => Conversation): StructuredModel {
	return {
		async generateStructured(prompt, tool, { signal }) {
			let answer: JsonObject | undefined;
			let malformed: string | undefined;
			let late = false;
			for await (const event of open(tool).sendChatTurn({ type: 'user', text: prompt }, { signal })) {
				if (event.type === 'call' && event.call.name === tool.name) answer ??= event.call.arguments;
				if (event.type === 'malformed') malformed ??= event.reason;
				if (event.type === 'end') late = event.finish.unified === 'deadline';
			}
			if (answer !== undefined) return answer;
			if (late) throw new GenerationTimeoutError('the generation passed its deadline');
			if (malformed !== undefined) throw new FormatError(`malformed call: ${malformed}`);
			throw new NoCallError();
		},
	};
}
