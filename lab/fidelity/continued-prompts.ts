import { RawConversation } from '../../src/dialects/conversation/raw-conversation.ts';
import type { Dialect } from '../../src/dialects/dialect.ts';
import { responseOpening } from '../../src/dialects/prompt/history.ts';
import type { TemplateSource } from '../../src/dialects/prompt/renderer.ts';
import { PromptRenderer } from '../../src/dialects/prompt/renderer.ts';
import { ScriptedCompleter } from '../../src/model/completer.ts';
import type { GenerationEvent, ToolCall } from '../../src/model/generation.ts';
import { ANSWER, FIDELITY_TOOLS, type FidelityMode, type FidelityPlan, THOUGHTS, USER_TURNS } from './fidelity-plan.ts';

/** The prompts that gemmark sends in a conversation in which the model says, and thinks, what the plan says. */
export async function continuedPrompts(
	source: TemplateSource,
	dialect: Dialect,
	plan: FidelityPlan,
	thinking: FidelityMode,
): Promise<readonly string[]> {
	const { system, calls } = plan;
	const renderer = new PromptRenderer({ ...source, turnOpen: dialect.turnOpen });
	const completer = new ScriptedCompleter(
		scriptOf(renderer, dialect, plan, thinking).map((text) => ({ pieces: [text] })),
	);
	const conversation = new RawConversation(
		{ completer, renderer, dialect },
		{
			system,
			tools: calls.length > 0 ? FIDELITY_TOOLS : [],
			sampling: { temperature: 0, seed: 1 },
			maxTokens: 1,
			deadlineMs: 1,
			reading: 'strict',
			thinking,
		},
	);
	const read = await callsOf(conversation.sendChatTurn({ type: 'user', text: USER_TURNS[0] }));
	if (calls.length > 0) {
		const results = read.map((call, index) => ({ call, response: calls[index]?.[2] ?? {} }));
		await callsOf(conversation.sendChatTurn({ type: 'tool-results', results }));
	}
	await callsOf(conversation.sendChatTurn({ type: 'user', text: USER_TURNS[1] }));
	return completer.requests.map(({ parts }) => parts.map((part) => part.text).join(''));
}

/** What the model writes, generation by generation: after a thought that the prompt opened, only how it goes on. */
function scriptOf(
	renderer: PromptRenderer,
	dialect: Dialect,
	{ calls }: FidelityPlan,
	thinking: FidelityMode,
): readonly string[] {
	const called = calls.map(([name, args]) => dialect.writeCall?.(name, args) ?? '').join('');
	const { thinking: marks } = dialect;
	if (thinking === 'off' || marks === undefined) return calls.length > 0 ? [called, ANSWER, ANSWER] : [ANSWER, ANSWER];
	const thought = (text: string): string => `${marks.open}thought\n${text}\n${marks.close}`;
	if (calls.length === 0) return [thought(THOUGHTS[0]) + ANSWER, ANSWER];
	const opened = responseOpening(renderer, dialect);
	return [thought(THOUGHTS[0]) + called, thought(THOUGHTS[1]).slice(opened.length) + ANSWER, ANSWER];
}

async function callsOf(events: AsyncIterable<GenerationEvent>): Promise<readonly ToolCall[]> {
	const calls: ToolCall[] = [];
	for await (const event of events) if (event.type === 'call') calls.push(event.call);
	return calls;
}
