import { z } from 'zod';
import type { JsonObject } from '../../src/base/json.ts';
import type { CompletionEvent, CompletionRequest, PromptPart } from '../../src/model/completer.ts';
import {
	cutAt,
	eventsLimit,
	FINISH_WORDS,
	type Finish,
	maxEvents,
	promptCut,
	type Usage,
} from '../../src/model/generation.ts';
import { readEvents } from './event-stream.ts';
import { choiceFinish, finishWord, foreignStop, limitedFinish, TimeLimit } from './finish.ts';
import { request, requestJson, type Server } from './http.ts';
import { answerUsage, type LlamaChunk, llamaChunk, readChunk, type ServedChunk, textChunk } from './schema.ts';
import type { ServedName } from './served/name.ts';

/**
 * Raw completion on `/v1/completions` (vLLM, LM Studio, Ollama). Special tokens are asked to stay visible; a server that
 * hides them cannot be read in a dialect made of special tokens.
 */
export function completeText(
	server: Server,
	model: string,
	served: ServedName,
	completion: CompletionRequest,
): AsyncIterable<CompletionEvent> {
	const { parts, maxTokens, stop } = completion;
	const body = {
		model,
		prompt: parts.map((part) => part.text).join(''),
		max_tokens: maxTokens,
		...samplingFields(completion),
		stop,
		stream: true,
		stream_options: { include_usage: true },
		skip_special_tokens: false,
		add_special_tokens: false,
	};
	return completeOver(completion, async function* (limit) {
		const address = `${server.url}/v1/completions`;
		const response = await request(server, '/v1/completions', body, limit);
		let finish: Finish | undefined;
		let reported: ServedChunk = {};
		for await (const event of readEvents(response, address)) {
			served.read(event);
			const { text, choice, ...chunk } = readChunk(textChunk, event, address);
			finish = choiceFinish(finish, choice, stop);
			reported = { ...reported, ...chunk };
			yield { text, atMs: limit.clock() };
		}
		const { usage = {}, ...rest } = reported;
		return { finish: finish ?? finishWord('unknown'), usage, ...rest };
	});
}

/** The tokens that a llama-server makes of texts. What is asked once is kept for the run. */
export class LlamaTokens {
	readonly #server: Server;
	readonly #bos: string;
	readonly #known = new Map<string, readonly number[]>();

	constructor(server: Server, bos: string) {
		this.#server = server;
		this.#bos = bos;
	}

	/**
	 * A prompt that begins with ids, as the server would put a second BOS before text. It tokenizes the texts after them, each
	 * alone, as the other engines do it.
	 */
	async promptOf(parts: readonly PromptPart[], limit: TimeLimit): Promise<readonly (number | string)[]> {
		const [first, ...rest] = parts.map(({ text, tokens }) => tokens ?? text);
		if (typeof first !== 'string') return [...(first ?? []), ...rest.flat()];
		const begin = first.startsWith(this.#bos) ? this.#bos : first;
		const after = [first.slice(begin.length), ...rest].flat().filter((part) => part !== '');
		return [...(await this.#of(begin, limit)), ...after];
	}

	async count(prompt: readonly (number | string)[], limit: TimeLimit): Promise<number> {
		let count = 0;
		for (const part of prompt) count += typeof part === 'number' ? 1 : (await this.#of(part, limit)).length;
		return count;
	}

	async #of(text: string, limit: TimeLimit): Promise<readonly number[]> {
		const asked = { content: text, add_special: false, parse_special: true };
		const known =
			this.#known.get(text) ??
			readChunk(tokenPage, await requestJson(this.#server, '/tokenize', asked, limit), `${this.#server.url}/tokenize`)
				.tokens;
		this.#known.set(text, known);
		return known;
	}
}

/**
 * Raw completion on llama-server's own `/completion`: it takes token ids, obeys GBNF and reports its timings. The ids it
 * streams back are not used: those of an unfinished character are missing, that of the end of generation is among
 * them. Source: llama.cpp, tools/server/README.md.
 */
export function completeOnLlamaServer(
	server: Server,
	served: ServedName,
	tokens: LlamaTokens,
	fields: JsonObject,
	completion: CompletionRequest,
): AsyncIterable<CompletionEvent> {
	const { maxTokens, stop, grammar } = completion;
	return completeOver(completion, async function* (limit) {
		const prompt = await tokens.promptOf(completion.parts, limit);
		const body = {
			prompt,
			n_predict: maxTokens,
			...samplingFields(completion),
			min_p: 0,
			stop,
			...(grammar !== undefined && { grammar }),
			stream: true,
			cache_prompt: true,
			...fields,
		};
		const address = `${server.url}/completion`;
		const response = await request(server, '/completion', body, limit);
		let ending: LlamaChunk | undefined;
		for await (const event of readEvents(response, address)) {
			served.read(event);
			const chunk = readChunk(llamaChunk, event, address);
			if (chunk.stop === true) ending = chunk;
			yield { text: chunk.content, atMs: limit.clock() };
		}
		if (ending === undefined) return undefined;
		return llamaEnding(ending, ending.tokens_evaluated || (await tokens.count(prompt, limit)), stop);
	});
}

function samplingFields({ sampling: { temperature, seed, topK, topP } }: CompletionRequest): JsonObject {
	return { temperature, seed, ...(topK !== undefined && { top_k: topK }), ...(topP !== undefined && { top_p: topP }) };
}

const tokenPage = z.object({ tokens: z.array(z.int()) });

function llamaEnding(chunk: LlamaChunk, promptTokens: number, stop: readonly string[]): Ending {
	const { timings: { measured, evaluated } = {}, tokens_predicted: outputTokens } = chunk;
	return {
		// It cut the prompt, or shifted it out of a full context, so that the model answered to a part of it.
		finish: chunk.truncated ? promptCut('reported as truncated') : llamaFinish(chunk, stop),
		usage: {
			promptTokens,
			...(evaluated !== undefined && { cachedPromptTokens: Math.max(0, promptTokens - evaluated) }),
			outputTokens,
		},
		...(measured !== undefined && { timings: measured }),
	};
}

function llamaFinish(
	{ stop_type: kind = 'unknown', stopping_word: word = '' }: LlamaChunk,
	stop: readonly string[],
): Finish {
	if (kind === 'word' && word === '') return { unified: 'unknown', raw: 'stopped at a word that is not reported' };
	// A word that is no stop of the request ends the text where the server wants it.
	if (kind === 'word' && !stop.includes(word)) return foreignStop(word);
	return finishWord(kind === 'limit' ? 'length' : kind === 'eos' || kind === 'word' ? 'stop' : kind, word);
}

/** What a server reports at the end of a completion. */
interface Ending extends Omit<ServedChunk, 'usage'> {
	readonly finish: Finish;
	readonly usage: Usage;
}

interface TimedText {
	readonly text: string;
	readonly atMs: number;
}

/** Runs one streamed request under the completion's deadline and signal, and turns it into completion events. */
async function* completeOver(
	completion: CompletionRequest,
	stream: (limit: TimeLimit) => AsyncGenerator<TimedText, Ending | undefined, void>,
): AsyncGenerator<CompletionEvent, void, void> {
	const limit = new TimeLimit(completion.deadlineMs, completion.signal);
	let ending: Ending = { finish: { unified: 'unknown', raw: 'end of stream' }, usage: {} };
	const pieces = stream(limit);
	let count = 0;
	try {
		for (;;) {
			const { done, value } = await pieces.next();
			if (done) {
				ending = value ?? ending;
				break;
			}
			if (value.text === '') continue;
			count += 1;
			if (count > maxEvents(completion.maxTokens)) {
				ending = { finish: cutAt(eventsLimit(completion.maxTokens)), usage: {} };
				break;
			}
			yield { type: 'pieces', pieces: [value] };
		}
	} catch (error) {
		const finish = limit.finish(error);
		if (finish === undefined) throw error;
		ending = { finish, usage: { ...(count === 0 ? {} : { outputTokens: count }) } };
	} finally {
		limit.end();
		await pieces.return(undefined);
	}
	const { finish, usage, timings, systemFingerprint } = ending;
	// An end without text or a counted token is not an answer of the model.
	const isEmpty = count === 0 && finish.unified === 'stop' && (usage.outputTokens ?? 0) === 0;
	yield {
		...timings,
		type: 'end',
		finish: isEmpty ? { unified: 'unknown', raw: FINISH_WORDS.empty } : limitedFinish(finish, usage, completion),
		usage: answerUsage(usage, count > 0),
		source: 'wall-clock',
		totalMs: limit.clock(),
		systemFingerprint,
		refused: limit.before,
	};
}
