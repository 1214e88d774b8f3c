import { EngineError } from '../../src/base/errors.ts';
import { message } from '../../src/base/message.ts';
import { type Finish, finishWordOf, type GenerationTimings, type Usage } from '../../src/model/generation.ts';
import { Watchdog } from '../../src/model/watchdog.ts';
import type { ChoiceEnd } from './schema.ts';

/** A server's word for why it ended, as a finish. `detail` is what it stopped at, where it reports that. */
export function finishWord(word: string, detail?: string): Finish {
	return { unified: finishWordOf(word) ?? 'unknown', raw: detail ? `${word} ${detail}` : word };
}

/** The end of an answer that its server cut at a text which the request does not have among its stops. */
export function foreignStop(word: string): Finish {
	const at = word.slice(0, 100);
	return { unified: 'length', raw: `stop ${at}`, limit: 'engine', said: message('limit.foreign-stop', { word: at }) };
}

/**
 * How a choice ended, of `before` and this event the end that claims less; `before` while the event says nothing. `stop` is
 * what was asked for. vLLM's `stop_reason` and SGLang's `matched_stop` name the text or the id that was stopped at
 * (vllm-project/vllm#2976, sgl-project/sglang#1684). No request asks for an id, so that it is an end of the model's own:
 * its generation config has them.
 */
export function choiceFinish(
	before: Finish | undefined,
	choice: ChoiceEnd | undefined,
	stop: readonly string[] = [],
): Finish | undefined {
	const word = choice?.finish_reason;
	if (choice === undefined || word === undefined) return before;
	const at = choice.stop_reason || choice.matched_stop || '';
	const native = choice.native_finish_reason || word;
	const ends = [
		...(before === undefined ? [] : [before]),
		...(native === word ? [] : [nativeFinish(word, native)]),
		finishWord(word, at),
		...(at === '' || stop.includes(at) || ENDS.has(at) ? [] : [foreignStop(at)]),
	];
	return ends.reduce((one, other) => (CAUTION[other.unified] >= CAUTION[one.unified] ? other : one));
}

const CAUTION: Readonly<Record<Finish['unified'], number>> = {
	stop: 0,
	'tool-call': 1,
	length: 2,
	deadline: 3,
	aborted: 3,
	unknown: 3,
};

/** Ends of a turn in Gemma's and other vocabularies, which SGLang's templates stop at as text, and words for such an end. */
const ENDS: ReadonlySet<string> = new Set([
	...['<end_of_turn>', '<turn|>', '<eos>', '</s>', '<|im_end|>', '<|eot_id|>', '<|end|>', '<|endoftext|>'],
	...['stop', 'eos', 'eos_token', 'end_turn'],
]);

/**
 * OpenRouter has its provider's own word beside the API's (openrouter.ai/announcements/standardized-finish-reasons): it
 * counts where it claims less.
 */
function nativeFinish(word: string, native: string): Finish {
	const raw = `${word} (${native})`;
	if (/length|max_.*tokens|exceeded/iu.test(native)) return { unified: 'length', raw };
	if (/safety|filter|block|recitation|refus|error|malformed|cancel|abort/iu.test(native))
		return { unified: 'unknown', raw };
	return finishWord(word, `(${native})`);
}

/**
 * How an answer really ended: one of as many tokens as were allowed was cut, whatever its server calls it. A model that
 * ends by itself with the very last token counts as cut too, unless the server names the text that it stopped at.
 */
export function limitedFinish(
	finish: Finish,
	{ outputTokens = 0 }: Usage,
	{ maxTokens, stop = [] }: { readonly maxTokens: number; readonly stop?: readonly string[] },
): Finish {
	// A server's own limit lies below the one that was asked for.
	if (finish.unified === 'length' && finish.limit === undefined && outputTokens > 0 && outputTokens < maxTokens) {
		const said = message('limit.server', { tokens: outputTokens, limit: maxTokens, word: finish.raw });
		return { ...finish, limit: 'engine', said };
	}
	const ended = finish.unified === 'stop' || finish.unified === 'tool-call';
	if (!ended || outputTokens < maxTokens || stop.some((text) => finish.raw.endsWith(` ${text}`))) return finish;
	return { unified: 'length', raw: `${finish.raw}, at ${outputTokens} of ${maxTokens} tokens` };
}

/**
 * The time of one generation. It counts from the attempt that the server took: attempts that it refused before, with the
 * waits after them, are counted separately and take nothing from the deadline. The operator or the deadline ends it.
 */
export class TimeLimit {
	readonly signal: AbortSignal;
	readonly #deadlineMs: number;
	readonly #operator: AbortSignal | undefined;
	readonly #deadline: AbortController = new AbortController();
	readonly #watchdog: Watchdog = new Watchdog(() =>
		this.#deadline.abort(new DOMException('the deadline is over', 'TimeoutError')),
	);
	#begun: number = performance.now();
	#isRefused = false;
	#attempts = 0;
	#waitedMs = 0;

	constructor(deadlineMs: number, operator: AbortSignal | undefined) {
		this.#deadlineMs = deadlineMs;
		this.#operator = operator;
		this.signal = operator === undefined ? this.#deadline.signal : AbortSignal.any([operator, this.#deadline.signal]);
		this.#watchdog.within(deadlineMs, '');
	}

	/** An attempt is sent. */
	begin(): void {
		const now = performance.now();
		if (this.#isRefused) {
			this.#waitedMs += now - this.#begun;
			this.#isRefused = false;
			this.#watchdog.within(this.#deadlineMs, '');
		}
		this.#begun = now;
	}

	/** The server did not take the attempt. Returns whether there is time for another in `waitMs`: all waits have one deadline. */
	refused(waitMs: number): boolean {
		this.#attempts += 1;
		this.#isRefused = true;
		return this.#waitedMs + this.clock() + waitMs <= this.#deadlineMs;
	}

	/** Milliseconds since the last attempt was sent. */
	clock(): number {
		return performance.now() - this.#begun;
	}

	/** What came before the attempt that was taken; absent where nothing did. */
	get before(): GenerationTimings['refused'] {
		return this.#attempts === 0 ? undefined : { attempts: this.#attempts, ms: this.#waitedMs };
	}

	/**
	 * How a request ended that this limit stopped; undefined when something else stopped it, as a server's own word did with
	 * which it failed while the deadline passed.
	 */
	finish(error?: unknown): Finish | undefined {
		if (this.#operator?.aborted) return { unified: 'aborted', raw: 'aborted' };
		const isOver = this.#deadline.signal.aborted && !(error instanceof EngineError);
		return isOver ? { unified: 'deadline', raw: 'deadline' } : undefined;
	}

	/** Nothing is waited for any more. */
	end(): void {
		this.#watchdog.cancel();
	}
}
