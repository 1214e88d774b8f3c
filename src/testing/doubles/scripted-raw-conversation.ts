import { RawConversation } from '../../dialects/conversation/raw-conversation.ts';
import { gemma4 } from '../../dialects/gemma4.ts';
import { PromptRenderer } from '../../dialects/prompt/renderer.ts';
import { ScriptedCompleter, type ScriptedGeneration } from '../../model/completer.ts';
import type { ConversationOptions, ToolDeclaration, ToolResponse, TurnInput } from '../../model/conversation.ts';
import type { GenerationEvent, GenerationRecord, ToolCall } from '../../model/generation.ts';
import { gemma4Templates } from '../gguf/gemma4-template.ts';

export const STREAK_TOOL: ToolDeclaration = {
	name: 'get_streak',
	description: '연속 일수',
	parameters: { type: 'object', properties: { habit_id: { type: 'string' } }, required: ['habit_id'] },
};
/** Chunks of a prefix and a call. */
export const STREAK_CHUNKS: readonly string[] = [
	'연속 ',
	'일수를 볼게요.',
	'<|tool_call>',
	'call:get_streak{habit_id:',
	'<|"|>h1<|"|>}',
	'<tool_call|>',
];
export const STREAK_TEXT: string = STREAK_CHUNKS.join('');

/** A gemma4 conversation over a scripted completer. */
export interface ScriptedRawConversation {
	readonly completer: ScriptedCompleter;
	readonly records: GenerationRecord[];
	send(input: TurnInput): Promise<readonly GenerationEvent[]>;
	prompt(turn: number): string;
}

export function openRawConversation(
	script: readonly ScriptedGeneration[],
	options: Partial<ConversationOptions> = {},
	chatTemplate: string = gemma4Templates.plain,
): ScriptedRawConversation {
	const completer = new ScriptedCompleter(script);
	const records: GenerationRecord[] = [];
	const renderer = new PromptRenderer({
		chatTemplate,
		bosToken: '<bos>',
		eosToken: '<eos>',
		turnOpen: gemma4.turnOpen,
	});
	const conversation = new RawConversation(
		{ completer, renderer, dialect: gemma4 },
		{
			tools: [STREAK_TOOL],
			sampling: { temperature: 0, seed: 1 },
			maxTokens: 64,
			deadlineMs: 1000,
			reading: 'strict',
			onGeneration: (record) => records.push(record),
			...options,
		},
	);
	return {
		completer,
		records,
		send: (input) => Array.fromAsync(conversation.sendChatTurn(input)),
		prompt: (turn) => (completer.requests[turn]?.parts ?? []).map((part) => part.text).join(''),
	};
}

export function userTurn(text: string): TurnInput {
	return { type: 'user', text };
}

export function streakAnswer(call: ToolCall, days: number): ToolResponse {
	return { call, response: { ok: true, data: { days } } };
}

/** The first call among events. */
export function callOf(events: readonly GenerationEvent[]): ToolCall {
	const call = events.find((event) => event.type === 'call')?.call;
	if (call === undefined) throw new Error('no call was read');
	return call;
}
