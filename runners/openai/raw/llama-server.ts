import { z } from 'zod';
import {
	type CompletionEvent,
	type CompletionRequest,
	type Finish,
	type JsonObject,
	type PromptPart,
	promptCut,
} from '../../../src/index.ts';
import { finishWord, foreignStop } from '../finish.ts';
import { type LlamaChunk, llamaChunk, readChunk, serverTimings } from '../schema.ts';
import type { ServedName } from '../served-model.ts';
import { readEvents } from '../wire/event-stream.ts';
import { request, requestJson, type Server } from '../wire/http.ts';
import type { TimeLimit } from '../wire/time-limit.ts';
import { completeOver, type Ending } from './stream-completer.ts';

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
	return completeOver(completion, async function* (limit) {
		const prompt = await tokenize(server, completion.parts, limit);
		const address = `${server.url}/completion`;
		const response = await request(server, '/completion', body(completion, prompt), limit);
		for await (const event of readEvents(response, address)) {
			served.read(event);
			const chunk = readChunk(llamaChunk, event, address);
			if (chunk.content !== '') yield { type: 'piece', piece: { text: chunk.content, atMs: limit.clock() } };
			if (chunk.stop === true) yield { type: 'end', ...ending(chunk, prompt.length, completion.stop) };
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
async function tokenize(server: Server, parts: readonly PromptPart[], limit: TimeLimit): Promise<readonly number[]> {
	const ids: number[] = [];
	for (const part of parts) {
		if (part.tokens !== undefined) {
			ids.push(...part.tokens);
			continue;
		}
		const asked = { content: part.text, add_special: false, parse_special: true };
		ids.push(
			...readChunk(tokenPage, await requestJson(server, '/tokenize', asked, limit), `${server.url}/tokenize`).tokens,
		);
	}
	return ids;
}

const tokenPage = z.object({ tokens: z.array(z.int()) });

function ending(chunk: LlamaChunk, promptTokens: number, stop: readonly string[]): Ending {
	const { timings = {}, tokens_predicted: outputTokens } = chunk;
	const { prompt_n: evaluated } = timings;
	return {
		finish: cutPrompt(chunk, promptTokens) ?? finishOf(chunk, stop),
		usage: {
			promptTokens,
			...(evaluated === undefined ? {} : { cachedPromptTokens: Math.max(0, promptTokens - evaluated) }),
			...(outputTokens === undefined ? {} : { outputTokens }),
		},
		...serverTimings(timings),
	};
}

/** The server cut the prompt, or shifted it out of a full context, so that the model answered to a part of it. */
function cutPrompt({ truncated, tokens_evaluated: seen = 0 }: LlamaChunk, promptTokens: number): Finish | undefined {
	if (seen > 0 && seen < promptTokens) return promptCut(`${seen} of ${promptTokens} tokens`);
	return truncated ? promptCut('reported as truncated') : undefined;
}

function finishOf(
	{ stop_type: kind = 'unknown', stopping_word: word = '' }: LlamaChunk,
	stop: readonly string[],
): Finish {
	if (kind === 'word' && word === '') return { unified: 'unknown', raw: 'stopped at a word that is not reported' };
	// A word that nobody asked for ends the text where the server wants it.
	if (kind === 'word' && !stop.includes(word)) return foreignStop(word);
	return finishWord(kind === 'limit' ? 'length' : kind === 'eos' || kind === 'word' ? 'stop' : kind, word);
}
