import type { CompletionEvent, CompletionRequest, Finish, JsonObject } from '../../../src/index.ts';
import { choiceFinish, finishWord } from '../finish.ts';
import { readChunk, type TextChunk, textChunk } from '../schema.ts';
import type { ServedName } from '../served-model.ts';
import { readEvents } from '../wire/event-stream.ts';
import { request, type Server } from '../wire/http.ts';
import { completeOver } from './stream-completer.ts';

/**
 * Raw completion on `/v1/completions` (vLLM, LM Studio, Ollama). Special tokens are asked to stay visible; a server that
 * hides them cannot be read in a dialect made of special tokens.
 */
export function completeText(
	{ server, model, served }: { readonly server: Server; readonly model: string; readonly served: ServedName },
	completion: CompletionRequest,
): AsyncIterable<CompletionEvent> {
	return completeOver(completion, async function* (limit) {
		const address = `${server.url}/v1/completions`;
		const response = await request(server, '/v1/completions', body(model, completion), limit);
		let finish: Finish | undefined;
		let last: Pick<TextChunk, 'usage' | 'timings' | 'systemFingerprint'> = {};
		for await (const event of readEvents(response, address)) {
			served.read(event);
			const { text, choice, ...chunk } = readChunk(textChunk, event, address);
			if (text !== '') yield { type: 'piece', piece: { text, atMs: limit.clock() } };
			finish = choiceFinish(finish, choice, completion.stop);
			last = {
				usage: chunk.usage ?? last.usage,
				timings: chunk.timings ?? last.timings,
				systemFingerprint: chunk.systemFingerprint ?? last.systemFingerprint,
			};
		}
		yield {
			type: 'end',
			finish: finish ?? finishWord('unknown'),
			usage: last.usage ?? {},
			...last.timings,
			...(last.systemFingerprint !== undefined && { systemFingerprint: last.systemFingerprint }),
		};
	});
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
