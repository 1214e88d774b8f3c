import type { Finish, JsonObject } from '../../src/index.ts';
import { finishWord, foreignStop, moreCautious } from './finish.ts';
import { textOf } from './raw/stream-completer.ts';

/**
 * How a choice says that it ended, whatever its server makes of that in `finish_reason`; undefined while it says nothing.
 * `stop` is what was asked for. vLLM's `stop_reason` and SGLang's `matched_stop` name the text or the id that was stopped at
 * (vllm-project/vllm#2976, sgl-project/sglang#1684). No request asks for an id, so that it is an end of the model's own, as
 * its generation config has them: vLLM tells the first as null (opendatahub-io/vllm-tgis-adapter#75), SGLang tells all.
 */
export function finishOfChoice(choice: JsonObject, stop: readonly string[] = []): Finish | undefined {
	const word = textOf(choice.finish_reason);
	if (word === undefined) return undefined;
	const at = textOf(choice.stop_reason) || textOf(choice.matched_stop) || '';
	const finish = finishWord(word, at);
	if (at !== '' && !stop.includes(at) && !ENDS.has(at)) return moreCautious(finish, foreignStop(at));
	const native = textOf(choice.native_finish_reason) || word;
	return native === word ? finish : moreCautious(nativeFinish(word, native), finish);
}

/** Ends of a turn in Gemma's and other vocabularies, which SGLang's templates stop at as text, and words for such an end. */
const ENDS: ReadonlySet<string> = new Set([
	...['<end_of_turn>', '<turn|>', '<eos>', '</s>', '<|im_end|>', '<|eot_id|>', '<|end|>', '<|endoftext|>'],
	...['stop', 'eos', 'eos_token', 'end_turn'],
]);

/**
 * OpenRouter tells its provider's own word beside the API's (openrouter.ai/announcements/standardized-finish-reasons), which
 * counts where it claims less: every provider has its own for an end.
 */
function nativeFinish(word: string, native: string): Finish {
	const raw = `${word} (${native})`;
	const lower = native.toLowerCase();
	if (/length|max_.*tokens|exceeded/u.test(lower)) return { unified: 'length', raw };
	if (/safety|filter|block|recitation|refus|error|malformed|cancel|abort/u.test(lower))
		return { unified: 'unknown', raw };
	return finishWord(word, `(${native})`);
}
