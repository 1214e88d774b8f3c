import { dialectOf } from '../../dialects/conversation/open-conversation.ts';
import { dialectNamed } from '../../dialects/dialects.ts';
import { PromptRenderer } from '../../dialects/prompt/renderer.ts';
import type { CompletionEvent, CompletionRequest } from '../../model/completer.ts';
import type { ConversationOptions, ToolDeclaration } from '../../model/conversation.ts';
import type { Finish, GenerationEvent, Usage } from '../../model/generation.ts';
import type { LoadedModel, RawModel } from '../../model/runner.ts';

/** A request to any model, raw or chat. */
export interface ContractRequest {
	readonly text?: string;
	readonly maxTokens?: number;
	readonly temperature?: number;
	readonly deadlineMs?: number;
	readonly signal?: AbortSignal;
	/** Raw models only. */
	readonly stop?: readonly string[];
	readonly grammar?: string;
}

export type ContractEvent = CompletionEvent | GenerationEvent;

/** A whole generation. */
export interface ContractAnswer {
	readonly text: string;
	/** Arrival of each piece or event but the end. */
	readonly atMs: readonly number[];
	readonly pieces: number;
	readonly ends: number;
	readonly lastIsEnd: boolean;
	readonly finish: Finish;
	readonly usage: Usage;
	readonly totalMs: number;
}

export const CONTRACT_TOOL: ToolDeclaration = {
	name: 'add_habit',
	description: '새 습관을 추가한다',
	parameters: { type: 'object', properties: { title: { type: 'string', enum: ['물 마시기'] } }, required: ['title'] },
};

const USER_TEXT = '물 마시기 습관을 추가해 줘';
const SYSTEM = '당신은 습관 코치입니다. 짧게 답하고, 필요하면 도구를 부르세요.';
const SEED = 42;
const MAX_TOKENS = 24;
const DEADLINE_MS = 120_000;

/** Never ends by itself. */
const ENDLESS = 'root ::= "가" root';

/** Starts one generation of a loaded model with the contract's own prompt. */
export function ask(model: LoadedModel, request: ContractRequest = {}): AsyncIterable<ContractEvent> {
	if (model.kind === 'raw') return model.completer.complete(completionOf(model, request));
	const { signal, text = USER_TEXT } = request;
	const conversation = model.openConversation(conversationOptions(request));
	return conversation.sendChatTurn({ type: 'user', text }, signal === undefined ? {} : { signal });
}

/** Reads a generation to its end; calls `onFirst` after its first output. */
export async function read(
	events: AsyncIterable<ContractEvent>,
	onFirst: () => void = () => undefined,
): Promise<ContractAnswer> {
	let text = '';
	let ends = 0;
	let last: ContractEvent | undefined;
	let end: Extract<ContractEvent, { type: 'end' }> | undefined;
	const atMs: number[] = [];
	for await (const event of events) {
		last = event;
		if (event.type === 'end') {
			ends += 1;
			end = event;
			continue;
		}
		const pieces = event.type === 'pieces' ? event.pieces : [{ text: textOf(event), atMs: event.atMs }];
		for (const piece of pieces) {
			text += piece.text;
			atMs.push(piece.atMs);
		}
		onFirst();
	}
	if (end === undefined) throw new Error('the generation has no end');
	const totalMs = 'timings' in end ? end.timings.totalMs : end.totalMs;
	const { finish, usage } = end;
	return { text, atMs, pieces: atMs.length, ends, lastIsEnd: last?.type === 'end', finish, usage, totalMs };
}

/** Runs a generation to its end. */
export function answer(model: LoadedModel, request: ContractRequest = {}): Promise<ContractAnswer> {
	return read(ask(model, request));
}

/** The contract's prompt, rendered with the model's own template. */
export function completionOf(model: RawModel, request: ContractRequest): CompletionRequest {
	const dialect = dialectNamed(dialectOf(model));
	const renderer = new PromptRenderer({ ...model, turnOpen: dialect.turnOpen });
	const { text = USER_TEXT, stop = dialect.stops, grammar, signal } = request;
	const rendered = renderer.render({
		system: SYSTEM,
		tools: dialect.declareTools === undefined ? [CONTRACT_TOOL] : [],
		userText: text,
	});
	const { maxTokens, sampling, deadlineMs } = conversationOptions(request);
	return {
		parts: [{ text: rendered.text }],
		sharedChars: rendered.sharedChars,
		stop,
		maxTokens,
		sampling,
		deadlineMs,
		grammar,
		signal,
	};
}

export function conversationOptions(request: ContractRequest): ConversationOptions {
	const { maxTokens = MAX_TOKENS, temperature = 0, deadlineMs = DEADLINE_MS } = request;
	return {
		system: SYSTEM,
		tools: [CONTRACT_TOOL],
		sampling: { temperature, seed: SEED },
		maxTokens,
		deadlineMs,
		reading: 'lenient',
	};
}

function textOf(event: Exclude<GenerationEvent, { type: 'end' }>): string {
	if (event.type === 'call') return event.call.raw;
	return event.type === 'malformed' ? event.raw : event.text;
}

/** Keeps a model writing up to its limit, if it supports grammars. */
export function endless(model: LoadedModel): { readonly grammar?: string } {
	return model.kind === 'raw' && model.grammar ? { grammar: ENDLESS } : {};
}
