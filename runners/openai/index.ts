import { readFileSync } from 'node:fs';
import {
	type ChatOnlyModel,
	ConfigError,
	type Conversation,
	EngineError,
	type EngineIdentity,
	type JsonObject,
	type ModelIdentity,
	type RawModel,
	type Runner,
	samplesAtOnce,
	sha256,
	UsageError,
} from '../../src/index.ts';
import { ChatConversation } from './chat-conversation.ts';
import { BACK_OFF_MS, type Server } from './http.ts';
import { completeOnLlamaServer } from './llama-server.ts';
import { type OpenAiOptions, openAiOptions } from './options.ts';
import { listedModels, llamaServerProps, modelToAsk } from './served/served-model.ts';
import { ServedName } from './served/served-name.ts';
import { engineOf, llamaServerFacts, type ServerFacts, serverFacts } from './served/server-facts.ts';
import { unseenTools } from './served/tool-probe.ts';
import { textOf } from './stream-completer.ts';
import { completeText } from './text-completion.ts';
import { thinkingFields } from './thinking-fields.ts';

export type OpenAiRunner = Runner<OpenAiOptions>;

/**
 * `environment` holds the server's key, GEMMARK_API_KEY: it is sent as a bearer token and never logged. `backOffMs` are the
 * waits before a request that found no server, or a busy one, is sent again.
 */
export function createOpenAiRunner(
	environment: Readonly<Record<string, string | undefined>> = process.env,
	backOffMs: readonly number[] = BACK_OFF_MS,
): OpenAiRunner {
	return {
		name: 'openai',
		options: openAiOptions,
		modelSource: 'name',
		check(options) {
			serverOf(options.baseUrl, environment.GEMMARK_API_KEY);
			refuseUnusedTemplate(options);
			if (options.template !== undefined) readTemplate(options.template);
		},
		async load(options) {
			const started = performance.now();
			const server = { ...serverOf(options.baseUrl, environment.GEMMARK_API_KEY), backOffMs };
			refuseUnusedTemplate(options);
			const template = options.template === undefined ? undefined : readTemplate(options.template);
			const signal = AbortSignal.any([
				AbortSignal.timeout(options.loadTimeoutMs ?? 60_000),
				...(options.signal === undefined ? [] : [options.signal]),
			]);
			// A wrong address should be told at once.
			const eager = { ...server, backOffMs: [] };
			const props = await llamaServerProps(eager, signal);
			const listed = await listedModels(eager, signal);
			const wanted = options.model || (listed.length === 0 ? (servedFile(props) ?? '') : '');
			const name = modelToAsk(eager, listed, wanted, { anyName: props !== undefined });
			const facts =
				props === undefined ? await serverFacts(eager, name, listed, signal) : llamaServerFacts(props, listed);
			const target: Target = { server, eager, name, props, facts, signal };
			const source = templateToRender(options, template, props);
			const model =
				source === undefined ? await connectChat(target, options) : await connectRaw(target, options, source);
			return { ...model, loadMs: performance.now() - started };
		},
	};
}

/**
 * Any OpenAI-compatible server: raw completion where it tells or is given the model's template (llama-server tells;
 * vLLM and LM Studio take one by `--template`), chat completion with tools otherwise.
 */
export const openAiRunner: OpenAiRunner = createOpenAiRunner();

/** File names of the bundled miniature. */
const MINIATURE = /(?:^|[\\/])mini-(?:f16|q8_0|q4_0)(?:\.gguf)?$/u;

type Connected<M> = Omit<M, 'loadMs'>;

/** A server and a model of it, as loading found them. */
interface Target {
	readonly server: Server;
	/** The same, asked once. */
	readonly eager: Server;
	readonly name: string;
	/** Of a llama-server. */
	readonly props: JsonObject | undefined;
	readonly facts: ServerFacts;
	/** Of the loading. */
	readonly signal: AbortSignal;
}

/** The template by which gemmark renders; undefined where the server is to do it. Throws {@link UsageError}. */
function templateToRender(
	{ api, baseUrl }: OpenAiOptions,
	given: string | undefined,
	props: JsonObject | undefined,
): string | undefined {
	if (api === 'chat') return undefined;
	const told = textOf(props?.chat_template);
	const template = given ?? (told === '' ? undefined : told);
	if (api === 'completion' && template === undefined) {
		throw new UsageError(`--api completion: ${baseUrl} does not tell the model's chat template`, {
			hint: 'Give it with --template FILE, or use --api chat.',
		});
	}
	return template;
}

function refuseUnusedTemplate({ api, template }: OpenAiOptions): void {
	if (api !== 'chat' || template === undefined) return;
	throw new UsageError('--api chat: the server renders by itself, so --template would not be used', {
		hint: 'Leave one of them out.',
	});
}

async function connectChat(target: Target, options: OpenAiOptions): Promise<Connected<ChatOnlyModel>> {
	const { server, eager, name, facts, props, signal } = target;
	const ollama = facts.server === 'Ollama';
	const served = new ServedName(server.url);
	const unseen = await unseenTools(eager, { model: name, ...thinkingFields('off', ollama) }, served, signal);
	const disposal = new AbortController();
	return {
		kind: 'chat',
		identity: identityOf(target, servedFile(props) ?? served.told ?? name),
		engine: engineIdentity(target, options, 'chat'),
		// Ollama's chat API has no top-k.
		...(ollama && { samplers: ['topP'] as const }),
		thinking: true,
		takesHistory: true,
		unseenTools: unseen,
		openConversation: (choice) =>
			disposable(new ChatConversation({ server, model: name, served, ollama }, choice), disposal.signal),
		peakRssBytes: async () => undefined,
		dispose: async () => disposal.abort(),
	};
}

async function connectRaw(target: Target, options: OpenAiOptions, chatTemplate: string): Promise<Connected<RawModel>> {
	const { server, name, props } = target;
	const served = new ServedName(server.url, props === undefined ? name : undefined);
	const disposal = new AbortController();
	return {
		kind: 'raw',
		identity: { ...identityOf(target, servedFile(props) ?? name), templateSha256: await sha256(chatTemplate) },
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
		bosToken: textOf(props?.bos_token) ?? '<bos>',
		eosToken: textOf(props?.eos_token) ?? '<eos>',
		grammar: props !== undefined,
		peakRssBytes: async () => undefined,
		dispose: async () => disposal.abort(),
	};
}

/** llama-server answers to any name: what it serves is its file. */
function servedFile(props: JsonObject | undefined): string | undefined {
	return [props?.model_path, props?.model_alias].map(textOf).find((name) => name !== undefined && name !== '');
}

function identityOf({ name, props, facts }: Target, served: string): ModelIdentity {
	return {
		// llama-server calls a model by its path.
		name: served.split(/[\\/]/u).at(-1) || served,
		...facts.model,
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

function serverOf(baseUrl: string | undefined, apiKey: string | undefined): Omit<Server, 'backOffMs'> {
	if (baseUrl === undefined) {
		throw new UsageError('--runner openai needs the address of a server', {
			hint: 'Add --base-url, such as http://127.0.0.1:8080.',
		});
	}
	if (!URL.canParse(baseUrl) || !/^https?:/u.test(baseUrl)) {
		throw new UsageError(`--base-url ${baseUrl}: not an http address`, {
			hint: 'It looks like http://127.0.0.1:8080.',
		});
	}
	return { url: baseUrl.replace(/\/+$/u, '').replace(/\/v1$/u, ''), apiKey };
}

function readTemplate(path: string): string {
	try {
		return readFileSync(path, 'utf8');
	} catch (cause) {
		throw new ConfigError(`${path}: cannot be read (${(cause as NodeJS.ErrnoException).code ?? 'unknown'})`, {
			hint: 'Name a file with the chat template of the model.',
			cause,
		});
	}
}
