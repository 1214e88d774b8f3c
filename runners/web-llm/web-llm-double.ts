/**
 * A double of @mlc-ai/web-llm with the same interface as far as the page uses it, for browsers that cannot have its
 * models. What it writes depends on prompt, seed and temperature alone.
 */

interface Request {
	readonly prompt: string;
	readonly max_tokens: number;
	readonly temperature: number;
	readonly seed: number;
}

interface Chunk {
	readonly choices: readonly { readonly text: string; readonly finish_reason: string | null }[];
	readonly usage?: object;
}

interface Config {
	readonly initProgressCallback?: (report: { progress: number; text: string; timeElapsed: number }) => void;
}

const WORDS = ['물', '을 ', '마시', '는 ', '습관', '이 ', '좋', '아요', '. ', '산책', '도 ', '해 ', '봐요', '! '];
const CALL = [
	'추가할게요',
	'. ',
	'<|tool_call>',
	'call:add_habit{title:',
	'<|"|>',
	'물 마시기',
	'<|"|>',
	'}',
	'<tool_call|>',
];

export async function CreateMLCEngine(
	modelId: string,
	config: Config,
	options: { readonly context_window_size: number },
): Promise<WebLlmEngineDouble> {
	for (const progress of [0, 0.5, 1]) {
		config.initProgressCallback?.({ progress, text: `Fetching param cache of ${modelId}`, timeElapsed: 0 });
	}
	// As the original for models with a manifest, which are those of Gemma 4.
	return new WebLlmEngineDouble(options.context_window_size, modelId.startsWith('gemma-4') ? '<bos>' : '');
}

class WebLlmEngineDouble {
	readonly completions: { create(request: Request): Promise<AsyncGenerator<Chunk>> } = {
		create: async (request) => this.#generate(request),
	};
	readonly #contextSize: number;
	readonly #prefix: string;
	#interrupted = false;

	constructor(contextSize: number, prefix: string) {
		this.#contextSize = contextSize;
		this.#prefix = prefix;
	}

	async interruptGenerate(): Promise<void> {
		this.#interrupted = true;
	}

	async unload(): Promise<void> {}

	async *#generate(request: Request): AsyncGenerator<Chunk> {
		this.#interrupted = false;
		const evaluated = this.#prefix + request.prompt;
		const promptTokens = evaluated.match(/<[^<>]{1,20}>|..?/gsu)?.length ?? 0;
		if (promptTokens > this.#contextSize) {
			throw Object.assign(
				new Error('Prompt tokens exceed context window size: number of prompt tokens: 5000; context window size: 4096'),
				{ name: 'ContextWindowSizeExceededError' },
			);
		}
		const answer = evaluated.includes('몇 개')
			? [`${evaluated.split('<bos>').length - 1}개`]
			: evaluated.includes('도구로')
				? CALL
				: wordsOf(request);
		let finish = answer.length > request.max_tokens ? 'length' : 'stop';
		let written = 0;
		for (const text of answer.slice(0, request.max_tokens)) {
			await new Promise((resolve) => setTimeout(resolve, 2));
			if (this.#interrupted) {
				finish = 'abort';
				break;
			}
			written += 1;
			yield { choices: [{ text, finish_reason: null }] };
		}
		yield { choices: [{ text: '', finish_reason: finish }] };
		const usage = { prompt_tokens: promptTokens, completion_tokens: written };
		yield { choices: [], usage: { ...usage, extra: { prefill_tokens_per_s: 100 } } };
	}
}

function wordsOf({ prompt, seed, temperature }: Request): readonly string[] {
	let state = [...prompt].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521, 7);
	if (temperature > 0) state += seed;
	return Array.from({ length: 200 }, () => {
		state = (state * 75 + 74) % 65_537;
		return WORDS[state % WORDS.length] ?? '';
	});
}
