import {
	type ChatOnlyModel,
	type Conversation,
	EngineError,
	type EngineIdentity,
	type LoadProgress,
	type ModelIdentity,
	type RawModel,
	samplesAtOnce,
	sha256,
} from '../../../src/index.ts';
import { GEMMA_TOKENS, type TemplateFile } from '../../../src/node.ts';
import { ChatConversation } from '../chat/chat-conversation.ts';
import { PromptFloor } from '../chat/prompt-floor.ts';
import { thinkingFields } from '../chat/thinking-fields.ts';
import type { OpenAiOptions } from '../options.ts';
import { completeOnLlamaServer } from '../raw/llama-server.ts';
import { textOf } from '../raw/stream-completer.ts';
import { completeText } from '../raw/text-completion.ts';
import { servedFile } from '../served/served-model.ts';
import { isPath, nameToShow, ServedName } from '../served/served-name.ts';
import type { ServedPages } from '../served/served-pages.ts';
import { engineOf } from '../served/server-facts.ts';
import { probeTools } from '../served/tool-probe.ts';
import type { Server } from './http.ts';

/** A loaded model before it is known how long that took. */
export type Connected<M> = Omit<M, 'loadMs' | 'confirm'>;

/** A server and a model of it, as loading found them. */
export interface Target extends ServedPages {
	readonly server: Server;
	/** The same, asked once. */
	readonly eager: Server;
	/** Of the loading. */
	readonly signal: AbortSignal;
	/** Told before what may take long: the words of {@link LoadProgress}. */
	readonly onWait: (waitsFor: string) => void;
}

/** A model that the server renders for, and reads. Asks it twice, for one token. */
export async function connectChat(target: Target, options: OpenAiOptions): Promise<Connected<ChatOnlyModel>> {
	const { server, eager, name, facts, props, signal } = target;
	const ollama = facts.server === 'Ollama';
	const served = new ServedName(server.url);
	target.onWait(`${server.url} to answer two prompts of one token, for which it may have to load its model`);
	const { unseen, shortest } = await probeTools(
		eager,
		{ model: name, ...thinkingFields('off', ollama) },
		served,
		signal,
	);
	const promptFloor = new PromptFloor(shortest);
	const disposal = new AbortController();
	return {
		kind: 'chat',
		identity: await identityOf(target, servedFile(props) ?? served.told ?? name),
		engine: engineIdentity(target, options, 'chat'),
		// Ollama's chat API has no top-k.
		...(ollama && { samplers: ['topP'] as const }),
		thinking: true,
		takesHistory: true,
		unseenTools: unseen,
		openConversation: (choice) =>
			disposable(new ChatConversation({ server, model: name, served, ollama, promptFloor }, choice), disposal.signal),
		peakRssBytes: async () => undefined,
		dispose: async () => disposal.abort(),
	};
}

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
	return {
		kind: 'raw',
		identity: {
			...(await identityOf(target, servedFile(props) ?? name)),
			templateSha256: await sha256(chatTemplate),
			templateName: named,
		},
		engine: engineIdentity(target, options, 'completion'),
		completer: {
			complete(asked) {
				const completion = { ...asked, signal: untilDisposed(disposal.signal, asked.signal) };
				return props === undefined
					? completeText({ server, model: name, served }, completion)
					: completeOnLlamaServer(server, served, completion);
			},
		},
		chatTemplate,
		bosToken: bosToken ?? textOf(props?.bos_token) ?? GEMMA_TOKENS.bosToken,
		eosToken: eosToken ?? textOf(props?.eos_token) ?? GEMMA_TOKENS.eosToken,
		addsBos,
		grammar: props !== undefined,
		peakRssBytes: async () => undefined,
		dispose: async () => disposal.abort(),
	};
}

async function identityOf({ name, props, facts }: Target, served: string): Promise<ModelIdentity> {
	const path = [facts.weights, served].find((one) => one !== undefined && isPath(one));
	return {
		name: nameToShow(served),
		...facts.model,
		// A path tells of the machine, and of two that end alike nothing else tells.
		...(path !== undefined && { pathSha256: await sha256(path) }),
		miniature: MINIATURE.test(name) || MINIATURE.test(textOf(props?.model_path) ?? ''),
	};
}

function engineIdentity(
	{ props, facts }: Target,
	{ sequences }: OpenAiOptions,
	api: 'completion' | 'chat',
): EngineIdentity {
	return {
		runner: 'openai',
		...engineOf(facts),
		api,
		backend: props === undefined ? `http ${api === 'chat' ? 'chat' : 'completions'}` : 'http llama-server',
		...samplesAtOnce(sequences),
	};
}

/** File names of the bundled miniature. */
const MINIATURE = /(?:^|[\\/])mini-(?:f16|q8_0|q4_0)(?:\.gguf)?$/u;

/** The request's own signal, and the end of the model. Throws {@link EngineError} once the model is disposed of. */
function untilDisposed(disposed: AbortSignal, own: AbortSignal | undefined): AbortSignal {
	if (disposed.aborted) throw new EngineError('unavailable', 'the model was disposed of');
	return own === undefined ? disposed : AbortSignal.any([own, disposed]);
}

function disposable(conversation: Conversation, disposed: AbortSignal): Conversation {
	return {
		sendChatTurn: (input, options) =>
			conversation.sendChatTurn(input, { signal: untilDisposed(disposed, options?.signal) }),
	};
}
