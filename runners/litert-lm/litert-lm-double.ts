/**
 * @litert-lm/core over its official fakes, for what the engine cannot be made to do with the miniature: it is cancelled in the
 * middle of an answer, and refuses a call or a history.
 */
import type { ConversationConfig, EngineSettings, Message, MessageLike } from '@litert-lm/core';
import { ConversationFake, EngineFake } from '@litert-lm/core/testing';

export const Backend = { GPU_ARTISAN: 2, CPU: 3 } as const;
export const SamplerType = { TYPE_UNSPECIFIED: 0, TOP_K: 1, TOP_P: 2, GREEDY: 3 } as const;

let loadedFrom = '';

export async function loadLiteRtLm(path: string): Promise<void> {
	loadedFrom = path;
}

/** A word that has the engine refuse its history, in its words. */
const OTHER_HISTORY = '다른 기록';
const HISTORY_ERROR =
	'INTERNAL: The new rendered template string does not start with the previous rendered template string.';

/** A word that has the model write a call which the engine's parser refuses, and when. */
const REFUSED = '망가진';
const REFUSED_AT = 2;
/** As the package hands on what its WASM says, see ../browser/page/litert-lm-refusal.ts. */
const PARSE_ERROR =
	'INVALID_ARGUMENT: Failed to parse tool calls from code block: call:add_habit{title}\n' +
	'full response: 물 마시는 <|tool_call>call:add_habit{title}<tool_call|>\n' +
	'error: Failed to parse FC tool calls: line 1:20 mismatched input';

class SpeakingConversation extends ConversationFake {
	readonly #config: ConversationConfig;
	/** What the page watches in the package. */
	readonly conversation: object = {};
	#cancelled = false;
	#written = 0;

	constructor(config: ConversationConfig) {
		super(config.preface?.messages ?? []);
		this.#config = config;
	}

	override sendMessageStreaming(message: MessageLike | MessageLike[]): ReadableStream<Message> {
		const asked = (Array.isArray(message) ? message : [message]).map((one) => JSON.stringify(one)).join('');
		for (const answer of answers(this.#config)) this.queueResponse(answer);
		const queued = this.nextResponses.splice(0);
		this.#cancelled = false;
		this.#written = 0;
		return new ReadableStream<Message>({
			pull: async (controller) => {
				await new Promise((resolve) => setTimeout(resolve, 2));
				const next = queued[this.#written];
				if (asked.includes(OTHER_HISTORY)) return controller.error(new Error(HISTORY_ERROR));
				if (next !== undefined && this.#written === REFUSED_AT && asked.includes(REFUSED)) {
					return controller.error(new Error(PARSE_ERROR));
				}
				if (next === undefined || this.#cancelled) return controller.close();
				this.#written += 1;
				controller.enqueue(next);
			},
		});
	}

	override cancel(): void {
		this.#cancelled = true;
	}

	override async getTokenCount(): Promise<number> {
		return 20 + this.#written;
	}

	override async getBenchmarkInfo(): ReturnType<ConversationFake['getBenchmarkInfo']> {
		const info = await super.getBenchmarkInfo();
		return { ...info, lastPrefillTokenCount: 20, lastDecodeTokenCount: this.#written };
	}
}

export const Engine = {
	async create(settings: EngineSettings): Promise<InstanceType<typeof EngineFake>> {
		if (new URL(loadedFrom).hostname !== '127.0.0.1') throw new Error('the WASM would come from a CDN');
		await new Response(settings.model as ReadableStream).arrayBuffer();
		const engine = new EngineFake(settings);
		engine.createConversation = async (config: ConversationConfig = {}) =>
			new SpeakingConversation(config) as unknown as Awaited<ReturnType<EngineFake['createConversation']>>;
		return engine;
	},
};

const WORDS = ['물 ', '마시는 ', '습관을 ', '추가할게요. ', '산책도 ', '좋아요. '];

function answers({ sessionConfig = {} }: ConversationConfig): readonly Message[] {
	return Array.from({ length: sessionConfig.maxOutputTokens ?? 16 }, (_, index) => ({
		role: 'assistant',
		content: [{ type: 'text', text: WORDS[index % WORDS.length] ?? '' }],
	}));
}
