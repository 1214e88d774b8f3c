import type { PromptPart } from '../../model/completer.ts';
import type { ConversationOptions, HistoryMessage, ToolDeclaration, TurnInput } from '../../model/conversation.ts';
import { mayThink } from '../../model/thinking.ts';
import type { Dialect } from '../dialect.ts';
import type { PromptRenderer } from '../prompt/prompt-renderer.ts';
import { responseOpening } from '../prompt/response-opening.ts';
import { modelTurn, templateHistory } from '../prompt/template-history.ts';
import { withTrigger } from '../prompt/trigger.ts';

/** Everything the next generation sees, in the order it came. */
export interface PromptSoFar {
	readonly parts: readonly PromptPart[];
	/** The same without the model's thoughts. */
	readonly spoken: readonly PromptPart[];
	readonly sharedChars: number;
	/** What the template adds behind the dialect's own opening of a model turn, such as an empty thinking channel. */
	readonly modelOpening: string;
	/** What it adds behind the responses of tools: a thought that it opens. */
	readonly responseOpening: string;
}

interface PromptPorts {
	readonly renderer: PromptRenderer;
	readonly dialect: Dialect;
}

/** The prompt of a conversation's first turn, behind the history where the options have one. */
export function firstPrompt(ports: PromptPorts, options: ConversationOptions, input: TurnInput): PromptSoFar {
	const { history = [] } = options;
	return input.type === 'user'
		? rendered(ports, options, history, input.text)
		: midTurn(ports, options, history, input);
}

/** What a turn adds behind what the model wrote. */
export function continuation(
	dialect: Dialect,
	input: TurnInput,
	{ modelOpening, responseOpening }: PromptSoFar,
): string {
	if (input.type === 'tool-results') {
		const { results, reflection } = input;
		const told = reflection === undefined ? '' : `${reflection}\n\n`;
		return dialect.toolResponses(results) + told + responseOpening;
	}
	const { text, unsent = [] } = input;
	return (unsent.length === 0 ? dialect.nextUserTurn(text) : dialect.toolResponses(unsent, text)) + modelOpening;
}

/** The answers to calls that the history ends with: no template renders half a model's turn, so it is written behind the user's. */
function midTurn(
	ports: PromptPorts,
	options: ConversationOptions,
	history: readonly HistoryMessage[],
	input: TurnInput,
): PromptSoFar {
	const last = history.findLastIndex(({ role }) => role === 'user');
	const user = history[last];
	if (user?.role !== 'user') throw new Error('a conversation begins with a user turn');
	const prompt = rendered(ports, options, history.slice(0, last), user.content);
	const told = modelTurn(ports.dialect, history.slice(last + 1)) + continuation(ports.dialect, input, prompt);
	// One part: parts take turns between what the model is told and what it writes.
	return startingWith(prompt.parts.map(({ text }) => text).join('') + told, prompt);
}

function rendered(
	{ renderer, dialect }: PromptPorts,
	options: ConversationOptions,
	history: readonly HistoryMessage[],
	userText: string,
): PromptSoFar {
	const { tools, sharedUserText } = options;
	const thinking = mayThink(options.thinking);
	// The marker opens the system turn where the template has no switch that writes it.
	const marker = thinking && !renderer.switchesThinking() ? (dialect.thinking?.marker ?? '') : '';
	const text = joinParagraphs(withTrigger(dialect, options.system, tools.length), declaration(dialect, tools));
	const system = marker === '' ? text : marker + (text ?? '');
	const prompt = renderer.render({
		...(system === undefined ? {} : { system }),
		tools: dialect.declareTools === undefined ? tools : [],
		history: templateHistory(renderer, dialect, history),
		userText,
		...(sharedUserText === undefined ? {} : { sharedUserText }),
		thinking,
	});
	const { afterUser, sharedChars } = prompt;
	const own = dialect.nextUserTurn('A');
	const ownAfterUser = own.slice(own.lastIndexOf('A') + 1);
	const modelOpening = afterUser.startsWith(ownAfterUser) ? afterUser.slice(ownAfterUser.length) : '';
	// Under a grammar there is no thought.
	const thinks = thinking && options.constrainTo === undefined;
	return startingWith(prompt.text, {
		sharedChars,
		modelOpening,
		responseOpening: thinks ? responseOpening(renderer, dialect) : '',
	});
}

function startingWith(text: string, rest: Omit<PromptSoFar, 'parts' | 'spoken'>): PromptSoFar {
	return { ...rest, parts: [{ text }], spoken: [{ text }] };
}

function declaration(dialect: Dialect, tools: readonly ToolDeclaration[]): string | undefined {
	return tools.length === 0 ? undefined : dialect.declareTools?.(tools);
}

function joinParagraphs(...texts: readonly (string | undefined)[]): string | undefined {
	const present = texts.filter((text) => text !== undefined && text !== '');
	return present.length === 0 ? undefined : present.join('\n\n');
}
