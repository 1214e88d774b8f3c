import { z } from 'zod';
import { LARGEST_AMOUNT } from '../../src/base/border.ts';
import { isJsonObject, type JsonObject, type JsonValue, nestsWithin } from '../../src/base/json.ts';
import { message } from '../../src/base/message.ts';
import { MAX_ARGUMENT_DEPTH } from '../../src/dialects/syntax/tagged-arguments.ts';
import type { Usage } from '../../src/model/generation.ts';
import { answerFailure } from './http.ts';

/** A number that a server reports; absent where it is none, negative, or more than a log can hold. */
const amount = z.number().min(0).max(LARGEST_AMOUNT).optional().catch(undefined);
export const count = z.int().min(0).optional().catch(undefined);
/** A word that a server reports; some leave it empty. */
export const word = z.string().min(1).optional().catch(undefined);

/** PHP writes an empty object or text as an empty list. */
const text = z
	.union([z.string(), z.null(), z.tuple([])])
	.optional()
	.transform((value) => (typeof value === 'string' ? value : ''));

/** A gateway that does not count the prompt reports 0; cached tokens are a part of the prompt's. */
const usage = z
	.object({
		prompt_tokens: count,
		completion_tokens: count,
		prompt_tokens_details: z.object({ cached_tokens: count }).optional().catch(undefined),
		completion_tokens_details: z.object({ reasoning_tokens: count }).optional().catch(undefined),
	})
	.transform(
		({ prompt_tokens, completion_tokens, prompt_tokens_details, completion_tokens_details }): Usage =>
			present({
				promptTokens: prompt_tokens || undefined,
				cachedPromptTokens: atMost(prompt_tokens_details?.cached_tokens, prompt_tokens || LARGEST_AMOUNT),
				outputTokens: completion_tokens,
				thoughtTokens: completion_tokens_details?.reasoning_tokens,
			}),
	)
	.optional()
	.catch(undefined);

/** Source: llama.cpp, tools/server (`result_timings`). */
const timings = z
	.object({ prompt_ms: amount, predicted_ms: amount, prompt_n: count })
	.transform(({ prompt_ms, predicted_ms, prompt_n }) => ({
		measured: present({ prefillMs: prompt_ms, decodeMs: predicted_ms }),
		evaluated: prompt_n,
	}))
	.optional()
	.catch(undefined);

/** What a choice says about its end; all absent while it goes on. */
const choiceEnd = z.object({
	finish_reason: word,
	/** vLLM and SGLang: the text that they stopped at. */
	stop_reason: word,
	matched_stop: word,
	/** OpenRouter: the provider's word. */
	native_finish_reason: word,
});
export type ChoiceEnd = z.output<typeof choiceEnd>;

/**
 * `text` and `refusal` as in the OpenAI API's messages; `thinking` and `reference` as Mistral streams them
 * (docs.mistral.ai/capabilities/reasoning; symfony/ai#2422, laravel/ai#866).
 */
const contentPart = z.discriminatedUnion('type', [
	z.object({ type: z.literal('text'), text }),
	z.object({ type: z.literal('refusal'), refusal: text }),
	z.object({ type: z.literal('thinking'), thinking: z.union([text, z.array(z.object({ text }))]) }),
	z.object({ type: z.literal('reference') }),
]);

/** Arguments are JSON text; llama-server once gave the object itself (ggml-org/llama.cpp#20198). */
const callArguments = z.union([
	text,
	z
		.custom<JsonObject>(
			(value) => isJsonObject(value as JsonValue) && nestsWithin(value as JsonValue, MAX_ARGUMENT_DEPTH),
		)
		.transform((value) => JSON.stringify(value)),
]);

const called = z.object({ name: text, arguments: callArguments });

/** A part of a tool call. Some servers number no calls: the position in the event counts. */
export interface CallFragment extends z.output<typeof called> {
	readonly index?: number;
	readonly id?: string;
}

const delta = z
	.object({
		content: z.union([text, z.array(contentPart)]),
		reasoning_content: text,
		reasoning: text,
		refusal: text,
		tool_calls: z.array(z.object({ index: count, id: word, function: called.nullish() })).nullish(),
		/** Before `tool_calls`; deprecated since November 2023 and still streamed by older servers. */
		function_call: called.nullish(),
	})
	.transform(({ content, reasoning_content, reasoning, refusal, tool_calls, function_call: old }) => {
		const parts = typeof content === 'string' ? [{ type: 'text', text: content } as const] : content;
		const fragments = old && old.name + old.arguments !== '' ? [{ function: old }] : (tool_calls ?? []);
		return {
			text: parts.map((part) => (part.type === 'text' ? part.text : '')).join(''),
			thinking: (reasoning_content || reasoning) + parts.map(thoughtOf).join(''),
			thoughtField: thoughtField(reasoning_content, reasoning),
			refusal: refusal + parts.map((part) => (part.type === 'refusal' ? part.refusal : '')).join(''),
			// An entry without a function is a call of which the server lost all (lmstudio-ai/lmstudio-bug-tracker#830).
			calls: fragments.map(
				({ function: call, ...numbered }): CallFragment => ({ name: '', arguments: '', ...call, ...numbered }),
			),
		};
	});

/** In which a server sends thoughts, and takes them back: Ollama and newer vLLM in `reasoning`. */
export type ThoughtField = 'reasoning_content' | 'reasoning';

function thoughtField(content: string, reasoning: string): ThoughtField | undefined {
	if (content !== '') return 'reasoning_content';
	return reasoning === '' ? undefined : 'reasoning';
}

/** The answer to a request for one choice; events without text, such as the last one with the usage, have none. */
const choices = <Choice extends z.ZodType>(choice: Choice) =>
	z
		.array(choice)
		.max(1)
		.nullish()
		.transform((list) => list?.[0]);

const served = { usage, timings, system_fingerprint: word };

/** What an event has beside its text; absent, not undefined, so that later events add to it. */
export interface ServedChunk {
	readonly usage?: Usage;
	readonly timings?: ServerTimings;
	readonly systemFingerprint?: string;
}

/** Times that a server measured, milliseconds. */
export type ServerTimings = { readonly prefillMs?: number; readonly decodeMs?: number };

const chatChoice = choiceEnd
	.extend({ index: z.literal(0).nullish(), delta: delta.nullish(), message: z.unknown().optional() })
	.refine((choice) => choice.delta || !choice.message, { path: ['message'], error: 'not streamed' });

/** What servers add, such as filter results, citations or token ids, is dropped. */
export const chatChunk = z
	.object({ ...served, choices: choices(chatChoice) })
	.transform(({ choices: choice, ...rest }) => ({
		text: '',
		thinking: '',
		thoughtField: undefined,
		refusal: '',
		calls: [],
		...choice?.delta,
		choice,
		...servedFields(rest),
	}));

export const textChunk = z
	.object({ ...served, choices: choices(choiceEnd.extend({ index: z.literal(0).nullish(), text })) })
	.transform(({ choices: choice, ...rest }) => ({ text: choice?.text ?? '', choice, ...servedFields(rest) }));

/** One event of llama-server's `/completion`. Source: llama.cpp, tools/server/README.md. */
export const llamaChunk = z.object({
	content: text,
	stop: z.boolean().optional().catch(undefined),
	stop_type: word,
	stopping_word: word,
	truncated: z.boolean().optional().catch(undefined),
	tokens_predicted: count,
	tokens_evaluated: count,
	timings,
});
export type LlamaChunk = z.output<typeof llamaChunk>;

/** Throws EngineError for an event that is not what a server of this API may send: dropped, it would count as the model's silence. */
export function readChunk<Chunk>(schema: z.ZodType<Chunk>, event: unknown, address: string): Chunk {
	const { data, error } = schema.safeParse(event);
	if (error === undefined) return data;
	const said = message('server.unsupported-response', {
		address,
		field: z.core.toDotPath(error.issues[0]?.path ?? []),
	});
	throw answerFailure(said, JSON.stringify(event).slice(0, 1000));
}

/** Counts of an answer. A gateway that does not count reports 0, though there is an answer. */
export function answerUsage({ outputTokens, ...rest }: Usage, hasAnswer: boolean): Usage {
	return outputTokens === undefined || (hasAnswer && outputTokens === 0) ? rest : { ...rest, outputTokens };
}

function servedFields(event: z.output<z.ZodObject<typeof served>>): ServedChunk {
	const { usage: counts, timings: times, system_fingerprint: systemFingerprint } = event;
	return present({ usage: counts, timings: times?.measured, systemFingerprint });
}

/** Mistral's thoughts are a list of text parts, and references. */
function thoughtOf(part: z.output<typeof contentPart>): string {
	if (part.type !== 'thinking') return '';
	return typeof part.thinking === 'string' ? part.thinking : part.thinking.map((thought) => thought.text).join('');
}

function atMost(value: number | undefined, most: number): number | undefined {
	return value !== undefined && value <= most ? value : undefined;
}

function present<Fields extends object>(fields: Fields): { [Name in keyof Fields]?: NonNullable<Fields[Name]> } {
	const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
	return Object.fromEntries(entries) as { [Name in keyof Fields]?: NonNullable<Fields[Name]> };
}
