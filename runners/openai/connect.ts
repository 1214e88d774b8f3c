import { EngineError } from '../../src/base/errors.ts';
import { type JsonObject, sha256 } from '../../src/base/json.ts';
import { english, type Message, message } from '../../src/base/message.ts';
import { GEMMA_TOKENS, type TemplateFile } from '../../src/gguf/template.ts';
import type { Conversation } from '../../src/model/conversation.ts';
import { type EngineIdentity, type ModelIdentity, samplesAtOnce } from '../../src/model/identity.ts';
import type { ChatOnlyModel, RawModel } from '../../src/model/runner.ts';
import { disposed as disposedModel } from '../supervisor/kept-engine.ts';
import { ChatConversation, thinkingFields } from './chat.ts';
import { completeOnLlamaServer, completeText, LlamaTokens } from './completions.ts';
import { readEvents } from './event-stream.ts';
import { mayPass, request, type Server } from './http.ts';
import type { OpenAiOptions } from './options.ts';
import { chatChunk, readChunk } from './schema.ts';
import { adapterFields, adapterIdentity, type LoraAdapter } from './served/adapters.ts';
import { type Served, timedOut } from './served/model.ts';
import { isPath, nameToShow, ServedName } from './served/name.ts';

/** A loaded model before it is known how long that took. */
type Connected<M> = Omit<M, 'loadMs' | 'confirm'>;

/** A server and a model of it, as loading found them. */
export interface Target extends Served {
	/** With their scales of this run. */
	readonly adapters: readonly LoraAdapter[];
	readonly server: Server;
	/** The same, asked once. */
	readonly eager: Server;
	/** Of the loading. */
	readonly signal: AbortSignal;
	/** Called before what may take long. */
	readonly onWait: (waitsFor: string) => void;
}

/** A model that the server renders for, and reads. Asks it once, for one token. */
export async function connectChat(target: Target, options: OpenAiOptions): Promise<Connected<ChatOnlyModel>> {
	const { server, eager, name, isOllama, isLiteRtLm, signal } = target;
	const fields = adapterFields(target.adapters);
	const served = new ServedName(server.url);
	target.onWait(`${server.url} to answer a prompt with one token; it may have to load its model first`);
	const limit = { [isLiteRtLm ? 'max_completion_tokens' : 'max_tokens']: 1 };
	const body = { model: name, ...fields, ...limit, ...thinkingFields('off', isOllama || isLiteRtLm) };
	const unseenTools = await unseenTool(eager, body, served, signal);
	const disposal = new AbortController();
	return {
		kind: 'chat',
		identity: await identityOf(target, served.name),
		engine: engineIdentity(target, options, 'chat'),
		// Ollama's chat API has no top-k.
		...(isOllama && { samplers: ['topP'] as const }),
		thinking: true,
		takesHistory: true,
		unseenTools: unseenTools && english(unseenTools),
		openConversation: (choice) =>
			disposable(
				name,
				new ChatConversation({ server, model: name, served, isOllama, isLiteRtLm, fields }, choice),
				disposal.signal,
			),
		peakRssBytes: async () => undefined,
		dispose: async () => disposal.abort(),
	};
}

/**
 * Asks for one token with a tool. Returns why the tools of a chat never reach the model: the server refuses them, or its
 * prompt has fewer tokens than the tool has words. Undefined where they do, and where the server does not report it.
 */
async function unseenTool(
	server: Server,
	body: JsonObject,
	served: ServedName,
	signal: AbortSignal,
): Promise<Message | undefined> {
	const path = '/v1/chat/completions';
	const asked = { ...body, messages: [{ role: 'user', content: 'A' }], tools: [TOOL], temperature: 0 };
	let tokens: number | undefined;
	try {
		const streamed = { ...asked, seed: 1, stream: true, stream_options: { include_usage: true } };
		const response = await request(server, path, streamed, { signal });
		for await (const event of readEvents(response, server.url + path)) {
			served.read(event);
			const { promptTokens, cachedPromptTokens = 0 } = readChunk(chatChunk, event, server.url + path).usage ?? {};
			if (promptTokens !== undefined) tokens = promptTokens + cachedPromptTokens;
		}
	} catch (error) {
		if (!(error instanceof EngineError)) throw timedOut(error, server);
		return mayPass(error) ? undefined : message('server.tools-refused', { problem: error.said });
	}
	if (tokens === undefined || tokens >= TOOL_WORDS) return undefined;
	return message('server.tools-ignored', { tokens, words: TOOL_WORDS });
}

/** More words than a template without tools has tokens. */
const TOOL_WORDS = 128;

const TOOL: JsonObject = {
	type: 'function',
	function: {
		name: 'list_shopping_items',
		description: Array.from({ length: TOOL_WORDS }, (_, index) => `item${index}`).join(' '),
		parameters: { type: 'object', properties: { shop: { type: 'string' } }, required: ['shop'] },
	},
};

/** A chat template, and what its file says beside it. */
export type GivenTemplate = Pick<TemplateFile, 'chatTemplate' | 'named' | 'bosToken' | 'eosToken' | 'addsBos'>;

/** A model that gemmark renders for. What the template's file does not say of its tokens, the server may. */
export async function connectRaw(
	target: Target,
	options: OpenAiOptions,
	{ chatTemplate, named, bosToken, eosToken, addsBos }: GivenTemplate,
): Promise<Connected<RawModel>> {
	const { server, name, props } = target;
	const served = new ServedName(server.url, props === undefined ? name : undefined);
	const disposal = new AbortController();
	const bos = bosToken ?? props?.bos_token ?? GEMMA_TOKENS.bosToken;
	const tokens = new LlamaTokens(server, bos);
	return {
		kind: 'raw',
		identity: {
			...(await identityOf(target)),
			templateSha256: await sha256(chatTemplate),
			templateName: named,
		},
		engine: engineIdentity(target, options, 'completion'),
		completer: {
			complete(asked) {
				const completion = { ...asked, signal: untilDisposed(name, disposal.signal, asked.signal) };
				return props === undefined
					? completeText(server, name, served, completion)
					: completeOnLlamaServer(server, served, tokens, adapterFields(target.adapters), completion);
			},
		},
		chatTemplate,
		bosToken: bos,
		eosToken: eosToken ?? props?.eos_token ?? GEMMA_TOKENS.eosToken,
		addsBos,
		grammar: props !== undefined,
		peakRssBytes: async () => undefined,
		dispose: async () => disposal.abort(),
	};
}

/** `answers` is the name by which the server answers. */
async function identityOf({ name, props, weights, model, adapters }: Target, answers?: string): Promise<ModelIdentity> {
	const served = (props && weights) ?? answers ?? name;
	const path = [weights, served].find((one) => one !== undefined && isPath(one));
	return {
		name: nameToShow(served),
		...model,
		adapter: await adapterIdentity(adapters),
		// A path shows where the machine has its files; its hash distinguishes two with the same last part.
		...(path !== undefined && { pathSha256: await sha256(path) }),
		miniature: [name, props?.model_path ?? ''].some((one) => MINIATURE.test(one)),
	};
}

function engineIdentity(
	{ props, engine, backend: device, adapters }: Target,
	{ sequences }: OpenAiOptions,
	api: 'completion' | 'chat',
): EngineIdentity {
	const backend = props !== undefined ? 'http llama-server' : `http ${api === 'chat' ? 'chat' : 'completions'}`;
	return {
		runner: 'openai',
		...engine,
		api,
		backend: device === undefined ? backend : `${backend}, ${device}`,
		...(adapters.length > 0 && { promptCache: false }),
		...samplesAtOnce(sequences),
	};
}

/** File names of the bundled miniature. */
const MINIATURE = /(?:^|[\\/])mini-(?:f16|q8_0|q4_0)(?:\.gguf)?$/u;

/** The signal of the request, and the end of the model. Throws EngineError once the model is disposed. */
function untilDisposed(name: string, disposed: AbortSignal, signal: AbortSignal | undefined): AbortSignal {
	if (disposed.aborted) throw disposedModel(name);
	return signal === undefined ? disposed : AbortSignal.any([signal, disposed]);
}

function disposable(name: string, conversation: Conversation, disposed: AbortSignal): Conversation {
	return {
		sendChatTurn: (input, options) =>
			conversation.sendChatTurn(input, { signal: untilDisposed(name, disposed, options?.signal) }),
	};
}
