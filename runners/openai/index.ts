import { readFileSync } from 'node:fs';
import {
	ConfigError,
	type Conversation,
	EngineError,
	type EngineIdentity,
	type JsonObject,
	keepAddressSecrets,
	keepSecret,
	type LoadedModel,
	type ModelIdentity,
	type Runner,
	samplesAtOnce,
	sha256,
	UsageError,
} from '../../src/index.ts';
import { ChatConversation } from './chat-conversation.ts';
import { BACK_OFF_MS, type Server } from './http.ts';
import { completeOnLlamaServer } from './llama-server.ts';
import { type OpenAiOptions, openAiOptions } from './options.ts';
import { isOllama, llamaServerProps, servedModel } from './served-model.ts';
import { textOf } from './stream-completer.ts';
import { completeText } from './text-completion.ts';

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
			if (options.template !== undefined) readTemplate(options.template);
		},
		async load(options) {
			const started = performance.now();
			const server = { ...serverOf(options.baseUrl, environment.GEMMARK_API_KEY), backOffMs };
			const template = options.template === undefined ? undefined : readTemplate(options.template);
			const signal = AbortSignal.any([
				AbortSignal.timeout(options.loadTimeoutMs ?? 60_000),
				...(options.signal === undefined ? [] : [options.signal]),
			]);
			// A wrong address should be told at once.
			const eager = { ...server, backOffMs: [] };
			const props = await llamaServerProps(eager, signal);
			const name = await servedModel(eager, options.model, signal);
			const ollama = props === undefined && template === undefined && (await isOllama(eager, signal));
			const model = await connect(server, name, props, { template, sequences: options.sequences, ollama });
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

type Connected = LoadedModel extends infer M ? (M extends LoadedModel ? Omit<M, 'loadMs'> : never) : never;

async function connect(
	server: Server,
	name: string,
	props: JsonObject | undefined,
	options: {
		readonly template: string | undefined;
		readonly sequences: number | undefined;
		readonly ollama: boolean;
	},
): Promise<Connected> {
	const told = textOf(props?.chat_template);
	const template = options.template ?? (told === '' ? undefined : told);
	const identity: ModelIdentity = {
		// llama-server calls a model by its path.
		name: name.split(/[\\/]/u).at(-1) || name,
		miniature: MINIATURE.test(name) || MINIATURE.test(textOf(props?.model_path) ?? ''),
		...(template === undefined ? {} : { templateSha256: await sha256(template) }),
	};
	const engine: EngineIdentity = {
		runner: 'openai',
		version: textOf(props?.build_info) ?? 'unknown',
		backend: props === undefined ? `http ${template === undefined ? 'chat' : 'completions'}` : 'http llama-server',
		...samplesAtOnce(options.sequences),
	};
	const disposal = new AbortController();
	const base = { identity, engine, peakRssBytes: async () => undefined, dispose: async () => disposal.abort() };
	if (template === undefined) {
		return {
			...base,
			kind: 'chat',
			// Ollama's chat API has no top-k.
			...(options.ollama && { samplers: ['topP'] as const }),
			thinking: true,
			takesHistory: true,
			openConversation: (choice) =>
				disposable(new ChatConversation(server, name, choice, options.ollama), disposal.signal),
		};
	}
	return {
		...base,
		kind: 'raw',
		completer: {
			complete(asked) {
				const completion = { ...asked, signal: untilDisposed(disposal.signal, asked.signal) };
				return props === undefined ? completeText(server, name, completion) : completeOnLlamaServer(server, completion);
			},
		},
		chatTemplate: template,
		bosToken: textOf(props?.bos_token) ?? '<bos>',
		eosToken: textOf(props?.eos_token) ?? '<eos>',
		grammar: props !== undefined,
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
	keepSecret(apiKey);
	keepAddressSecrets(baseUrl);
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
