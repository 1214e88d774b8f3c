import type {
	AnsweredCall,
	ChatMessage,
	DialogSample,
	HistoryMessage,
	Solution,
	SolveContext,
	ToolDeclaration,
	ToolResponse,
	TurnInput,
} from '../../src/index.ts';

/** Asks for the next generation of the dialog, and no further: what is called is judged, and answered by nobody. */
export async function solveDialogTurn(
	sample: DialogSample,
	system: string,
	tools: readonly ToolDeclaration[],
	{ openConversation, signal }: SolveContext,
): Promise<Solution> {
	const { input, history = [], called } = sample;
	const conversation = openConversation({
		system: sample.system ?? system,
		tools,
		history: called === undefined ? history : [...history, ...callMessages(input, called)],
	});
	const turn: TurnInput =
		called === undefined ? { type: 'user', text: input } : { type: 'tool-results', results: called.map(response) };
	const messages: ChatMessage[] = [{ role: 'user', text: input }];
	let text = '';
	for await (const event of conversation.sendChatTurn(turn, signal === undefined ? {} : { signal })) {
		if (event.type === 'text') text += event.text;
		if (event.type === 'malformed') messages.push({ role: 'malformed-call', reason: event.reason, raw: event.raw });
	}
	if (text.trim() !== '') messages.push({ role: 'model', text });
	return { messages, facts: {} };
}

function callMessages(input: string, called: readonly AnsweredCall[]): readonly HistoryMessage[] {
	return [
		{ role: 'user', content: input },
		{
			role: 'assistant',
			content: '',
			tool_calls: called.map(({ tool, arguments: args }, index) => {
				return { id: idOf(index), type: 'function', function: { name: tool, arguments: args } };
			}),
		},
	];
}

function response({ tool, arguments: args, response: content }: AnsweredCall, index: number): ToolResponse {
	return { call: { id: idOf(index), name: tool, arguments: args, raw: '', repairs: [] }, response: content };
}

/** Of no call that stands in a history. */
function idOf(index: number): string {
	return `asked-${index}`;
}
