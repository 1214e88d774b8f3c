import type { CompletionEvent } from '../../src/model/completer.ts';
import type { GenerationEvent, GenerationRecord } from '../../src/model/generation.ts';
import type { LoadedModel } from '../../src/model/runner.ts';
import {
	type Answer,
	json,
	type ScriptedServer,
	startScriptedServer,
} from '../../src/testing/doubles/scripted-server.ts';
import { createOpenAiRunner } from './index.ts';
import type { OpenAiOptions } from './options.ts';

let server: ScriptedServer | undefined;

/** Fixture: a model called gemma, served by a scripted server. */
export async function servedModel(
	answers: Readonly<Record<string, Answer>>,
	{ key, ...options }: OpenAiOptions & { readonly key?: string } = {},
): Promise<LoadedModel> {
	server = await startScriptedServer(answers);
	return createOpenAiRunner({ GEMMARK_API_KEY: key }).load({ model: 'gemma', baseUrl: server.url, ...options });
}

/** What the server of the last model was asked. */
export function requests(): ScriptedServer['requests'] {
	return server?.requests ?? [];
}

/** Of a llama-server, what makes it one. */
export const llamaProps: Answer = json({
	default_generation_settings: {},
	chat_template: '{{ bos_token }}',
	bos_token: '<bos>',
	build_info: 'b9',
});

const COMPLETION = {
	parts: [{ text: '<bos>안녕' }, { text: 'x', tokens: [7, 8] }],
	sharedChars: 0,
	stop: ['<turn|>'],
	maxTokens: 16,
	sampling: { temperature: 0, seed: 3 },
	deadlineMs: 5000,
};

/** A prompt continued; `onEvent` gets each event and is awaited. */
export async function complete(
	model: LoadedModel,
	changes: object = {},
	onEvent: () => Promise<void> = async () => undefined,
): Promise<CompletionEvent[]> {
	if (model.kind !== 'raw') throw new Error('not a raw model');
	const received: CompletionEvent[] = [];
	for await (const event of model.completer.complete({ ...COMPLETION, ...changes })) {
		received.push(event);
		await onEvent();
	}
	return received;
}

export type ChatModel = Extract<LoadedModel, { kind: 'chat' }>;

export function chatModel(model: LoadedModel): ChatModel {
	if (model.kind !== 'chat') throw new Error('not a chat model');
	return model;
}

export const CONVERSATION: Parameters<ChatModel['openConversation']>[0] = {
	system: '코치',
	tools: [{ name: 'search', description: '찾는다', parameters: { type: 'object' } }],
	sampling: { temperature: 0, seed: 1 },
	maxTokens: 64,
	deadlineMs: 5000,
	reading: 'lenient',
};

/** One user turn, with what is recorded of it. */
export async function say(
	model: LoadedModel,
): Promise<{ spoken: GenerationEvent[]; record: GenerationRecord | undefined }> {
	let record: GenerationRecord | undefined;
	const conversation = chatModel(model).openConversation({ ...CONVERSATION, onGeneration: (made) => (record = made) });
	return { spoken: await Array.fromAsync(conversation.sendChatTurn({ type: 'user', text: '잠' })), record };
}
