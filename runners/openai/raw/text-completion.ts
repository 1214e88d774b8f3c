import {
	type CompletionEvent,
	type CompletionRequest,
	EngineError,
	type Finish,
	isJsonObject,
	type JsonObject,
} from '../../../src/index.ts';
import { finishOfChoice } from '../choice-finish.ts';
import { finishWord, moreCautious } from '../finish.ts';
import type { ServedName } from '../served/served-name.ts';
import { StreamedText } from '../told-again.ts';
import { readEvents } from '../wire/event-stream.ts';
import { request, type Server } from '../wire/http.ts';
import { toldAmount } from '../wire/told-amount.ts';
import { holdsSomething, unreadAnswer, wordsOf } from '../wire/unread-answer.ts';
import { readTimings, type ServerTimings } from './server-timings.ts';
import { completeOver, textOf } from './stream-completer.ts';

/**
 * Raw completion on `/v1/completions` (vLLM, LM Studio, Ollama). Special tokens are asked to stay visible; servers that
 * hide them all the same cannot be read in a dialect made of special tokens.
 */
export function completeText(
	{ server, model, served }: { readonly server: Server; readonly model: string; readonly served: ServedName },
	completion: CompletionRequest,
): AsyncIterable<CompletionEvent> {
	return completeOver(completion, async function* (limit) {
		const address = `${server.url}/v1/completions`;
		const response = await request(server, '/v1/completions', body(model, completion), limit);
		const streamed = new StreamedText(address);
		let finish: Finish | undefined;
		let usage: JsonObject = {};
		let timed: ServerTimings = {};
		let systemFingerprint: string | undefined;
		for await (const event of readEvents(response, address)) {
			served.read(event);
			const choice = onlyChoice(event, address);
			const text = wordsOf(choice?.text, address, 'choices[0].text');
			if (text !== '') streamed.add(text);
			if (text !== '') yield { type: 'piece', piece: { text, atMs: limit.clock() } };
			const ended = choice && finishOfChoice(choice, completion.stop);
			if (ended !== undefined) finish = moreCautious(finish, ended);
			if (isJsonObject(event.usage)) usage = event.usage;
			if (isJsonObject(event.timings)) timed = readTimings(event.timings);
			systemFingerprint = textOf(event.system_fingerprint) || systemFingerprint;
		}
		yield {
			type: 'end',
			finish: finish ?? finishWord('unknown'),
			usage: readUsage(usage),
			...timed,
			...(systemFingerprint !== undefined && { systemFingerprint }),
		};
	});
}

/** Token counts as the OpenAI API tells them. */
export function readUsage(usage: JsonObject): {
	promptTokens?: number;
	cachedPromptTokens?: number;
	outputTokens?: number;
	thoughtTokens?: number;
} {
	const details = isJsonObject(usage.prompt_tokens_details) ? usage.prompt_tokens_details : {};
	const promptTokens = toldAmount(usage.prompt_tokens);
	const cachedPromptTokens = toldAmount(details.cached_tokens);
	const outputTokens = toldAmount(usage.completion_tokens);
	const written = isJsonObject(usage.completion_tokens_details) ? usage.completion_tokens_details : {};
	const thoughtTokens = toldAmount(written.reasoning_tokens);
	return {
		...(promptTokens === undefined ? {} : { promptTokens }),
		...(cachedPromptTokens === undefined ? {} : { cachedPromptTokens }),
		...(outputTokens === undefined ? {} : { outputTokens }),
		...(thoughtTokens === undefined ? {} : { thoughtTokens }),
	};
}

/**
 * The choice of a streamed event; the last event, of usage, has none. One is asked for: of several, the words of one would
 * stand before the call of another. Throws {@link EngineError}, also for what is no list of choices.
 */
export function onlyChoice(event: JsonObject, source: string): JsonObject | undefined {
	const told = Array.isArray(event.choices) ? event.choices : [event.choices ?? null];
	const unread = told.find((choice) => !isJsonObject(choice) || !Array.isArray(event.choices));
	if (unread !== undefined && holdsSomething(unread)) throw unreadAnswer(source, 'choices', unread);
	const choices = told.filter(isJsonObject);
	const other = choices.find(({ index }) => typeof index === 'number' && index !== 0);
	if (other !== undefined || choices.length > 1) {
		throw new EngineError('protocol', `${source}: the server answers with several choices, one was asked for`, {
			hint: 'Set its number of choices (n) to 1.',
		});
	}
	return choices[0];
}

function body(model: string, { parts, maxTokens, sampling, stop }: CompletionRequest): JsonObject {
	return {
		model,
		prompt: parts.map((part) => part.text).join(''),
		max_tokens: maxTokens,
		temperature: sampling.temperature,
		seed: sampling.seed,
		...(sampling.topP === undefined ? {} : { top_p: sampling.topP }),
		...(sampling.topK === undefined ? {} : { top_k: sampling.topK }),
		stop,
		stream: true,
		stream_options: { include_usage: true },
		skip_special_tokens: false,
		add_special_tokens: false,
	};
}
