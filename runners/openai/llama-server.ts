import type { CompletionEvent, CompletionRequest, Finish, JsonObject, PromptPart } from '../../src/index.ts';
import { readEvents } from './event-stream.ts';
import { finishWord } from './finish.ts';
import { request, requestJson, type Server } from './http.ts';
import type { ServedName } from './served/served-name.ts';
import { completeOver, countOf, textOf } from './stream-completer.ts';

/**
 * Raw completion on llama-server's own `/completion`: it takes token ids, obeys GBNF and reports its timings. The ids it
 * streams back are not used: those of an unfinished character are missing, that of the end of generation stands among
 * them. Source: llama.cpp, tools/server/README.md.
 */
export function completeOnLlamaServer(
	server: Server,
	served: ServedName,
	completion: CompletionRequest,
): AsyncIterable<CompletionEvent> {
	return completeOver(completion, async function* (signal, clock) {
		const prompt = await tokenize(server, completion.parts, signal);
		const response = await request(server, '/completion', body(completion, prompt), signal);
		for await (const event of readEvents(response, `${server.url}/completion`)) {
			served.read(event);
			const text = textOf(event.content) ?? '';
			if (text !== '') yield { type: 'piece', piece: { text, atMs: clock() } };
			if (event.stop === true) yield { type: 'end', ...ending(event, prompt.length) };
		}
	});
}

function body({ sampling, maxTokens, stop, grammar }: CompletionRequest, prompt: readonly number[]): JsonObject {
	return {
		prompt,
		n_predict: maxTokens,
		temperature: sampling.temperature,
		seed: sampling.seed,
		...(sampling.topK === undefined ? {} : { top_k: sampling.topK }),
		...(sampling.topP === undefined ? {} : { top_p: sampling.topP }),
		min_p: 0,
		stop,
		...(grammar === undefined ? {} : { grammar }),
		stream: true,
		cache_prompt: true,
	};
}

/** Each part by itself, as the other engines do it; the server would put a second BOS before text. */
async function tokenize(server: Server, parts: readonly PromptPart[], signal: AbortSignal): Promise<readonly number[]> {
	const ids: number[] = [];
	for (const part of parts) {
		if (part.tokens !== undefined) {
			ids.push(...part.tokens);
			continue;
		}
		const asked = { content: part.text, add_special: false, parse_special: true };
		const { tokens } = (await requestJson(server, '/tokenize', asked, signal)) as { tokens?: unknown };
		if (Array.isArray(tokens)) ids.push(...tokens.filter((token) => typeof token === 'number'));
	}
	return ids;
}

function ending(
	event: JsonObject,
	promptTokens: number,
): Pick<Extract<CompletionEvent, { type: 'end' }>, 'finish' | 'usage' | 'prefillMs'> {
	const timings = (event.timings ?? {}) as JsonObject;
	const evaluated = countOf(timings.prompt_n);
	const outputTokens = countOf(event.tokens_predicted);
	const prefillMs = countOf(timings.prompt_ms);
	return {
		finish: lostPrompt(event, promptTokens) ?? finishOf(event),
		usage: {
			promptTokens,
			...(evaluated === undefined ? {} : { cachedPromptTokens: Math.max(0, promptTokens - evaluated) }),
			...(outputTokens === undefined ? {} : { outputTokens }),
		},
		...(prefillMs === undefined ? {} : { prefillMs }),
	};
}

/** The server cut the prompt, or shifted it out of a full context, so that the model answered to a part of it. */
function lostPrompt(event: JsonObject, promptTokens: number): Finish | undefined {
	const seen = countOf(event.tokens_evaluated);
	const few = seen !== undefined && seen > 0 && seen < promptTokens;
	if (event.truncated !== true && !few) return undefined;
	const told = few ? `${seen} of ${promptTokens} tokens` : 'the server says truncated';
	return { unified: 'length', raw: `context: prompt cut (${told})` };
}

function finishOf(event: JsonObject): Finish {
	const kind = textOf(event.stop_type) ?? 'unknown';
	return finishWord(
		kind === 'limit' ? 'length' : kind === 'eos' || kind === 'word' ? 'stop' : kind,
		textOf(event.stopping_word),
	);
}
