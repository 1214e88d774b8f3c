import { EngineError, UsageError } from '../../src/base/errors.ts';
import { message } from '../../src/base/message.ts';
import { readTemplateFile, type TemplateFile } from '../../src/gguf/template.ts';
import type { Runner } from '../../src/model/runner.ts';
import { bearerOf, withoutCredentials } from '../../src/text/credentials.ts';
import { keepAddressSecrets, withoutAddressSecrets } from '../../src/text/secrets.ts';
import { connectChat, connectRaw, type GivenTemplate, type Target } from './connect.ts';
import { BACK_OFF_MS, type Server } from './http.ts';
import { type OpenAiOptions, openAiOptions } from './options.ts';
import { adaptersToAsk } from './served/adapters.ts';
import { confirmServed, type LlamaProps, modelToAsk, PAGE_MS, readServed } from './served/model.ts';

type OpenAiRunner = Runner<OpenAiOptions>;

/** Samples since the last answer are unconfirmed where the next is another model. */
const CONFIRM_EVERY_MS = 10_000;

/**
 * `environment` holds the server's key, GEMMARK_API_KEY: it is sent as a bearer token and never logged. `backOffMs` are the
 * waits before a request that found no server, or a busy one, is sent again. `confirmEveryMs` is the
 * least time between two questions after samples whether the model is still the same.
 */
export function createOpenAiRunner(
	environment: Readonly<Record<string, string | undefined>> = process.env,
	backOffMs: readonly number[] = BACK_OFF_MS,
	confirmEveryMs: number = CONFIRM_EVERY_MS,
): OpenAiRunner {
	return {
		name: 'openai',
		options: openAiOptions,
		modelSource: 'name',
		check(options) {
			serverOf(options.baseUrl, environment);
			refuseUnusedTemplate(options);
			if (options.template !== undefined) readTemplateFile(options.template);
		},
		async load(options) {
			const started = performance.now();
			const address = { ...serverOf(options.baseUrl, environment), backOffMs };
			refuseUnusedTemplate(options);
			const template = options.template === undefined ? undefined : readTemplateFile(options.template);
			const mostMs = options.loadTimeoutMs ?? LOAD_MS;
			const signal = AbortSignal.any([AbortSignal.timeout(mostMs), ...(options.signal ? [options.signal] : [])]);
			// A wrong address should show at once.
			const eager = { ...address, backOffMs: [] };
			const nameOf = (listed: readonly string[], props?: LlamaProps): string =>
				modelToAsk(address, options.model, listed, props);
			const served = await readServed(eager, nameOf, signal);
			let wasLost = false;
			let askedAt = performance.now();
			const confirm = (now: AbortSignal): Promise<boolean> => {
				wasLost = true;
				return confirmServed(eager, served, now);
			};
			const onWait = (waitsFor: string): void => {
				const limited = `${waitsFor} (${Math.round(mostMs / 1000)} s at most)`;
				options.onProgress?.({ stage: 'load', done: 0, unit: 'fraction', waitsFor: limited });
			};
			const adapters = adaptersToAsk(address, options, served.adapters);
			const target: Target = { ...served, adapters, server: { ...address, confirm }, eager, signal, onWait };
			const source = templateToRender(options, template, served.props);
			const model =
				source === undefined ? await connectChat(target, options) : await connectRaw(target, options, source);
			return {
				...model,
				loadMs: performance.now() - started,
				async confirm(after) {
					// llama-server answers to any name; the others have a name in each answer, and are asked once they were lost.
					const isEarly = served.props === undefined || performance.now() - askedAt < confirmEveryMs;
					if (after === 'sample' && isEarly && !wasLost) return false;
					wasLost = false;
					askedAt = performance.now();
					return confirmServed(eager, served, AbortSignal.timeout(PAGE_MS)).catch(falseIfGone);
				},
			};
		},
	};
}

/**
 * Any OpenAI-compatible server: raw completion where it reports or is given the model's template (llama-server reports it;
 * vLLM and LM Studio take one by `--template`), chat completion with tools otherwise.
 */
export const openAiRunner: OpenAiRunner = createOpenAiRunner();

/** For the pages of a server and the first prompts, for which it may load its model, milliseconds. */
export const LOAD_MS = 60_000;

/** A server that is gone or silent does not say what it served. */
function falseIfGone(error: unknown): false {
	if (error instanceof EngineError && error.failure === 'unconfirmed') throw error;
	return false;
}

/** The template by which gemmark renders; undefined where the server is to do it. */
function templateToRender(
	{ api, baseUrl }: OpenAiOptions,
	given: TemplateFile | undefined,
	props: LlamaProps | undefined,
): GivenTemplate | undefined {
	if (api === 'chat') return undefined;
	if (given !== undefined) return given;
	if (props?.chat_template !== undefined) return { chatTemplate: props.chat_template };
	if (api === undefined) return undefined;
	throw new UsageError(message('usage.completion-needs-template', { address: withoutAddressSecrets(baseUrl ?? '') }));
}

function refuseUnusedTemplate({ api, template }: OpenAiOptions): void {
	if (api !== 'chat' || template === undefined) return;
	throw new UsageError(message('usage.template-with-chat'));
}

function serverOf(
	baseUrl: string | undefined,
	environment: Readonly<Record<string, string | undefined>>,
): Omit<Server, 'backOffMs'> {
	if (baseUrl === undefined) throw new UsageError(message('usage.base-url-missing'));
	if (!URL.canParse(baseUrl) || !/^https?:/u.test(baseUrl)) {
		// Where a password ends in what is no address, is unknown.
		const given = /[@\s]/u.test(baseUrl) ? undefined : withoutAddressSecrets(baseUrl);
		throw new UsageError(message('usage.base-url-invalid', { given }));
	}
	const bearer = bearerOf('GEMMARK_API_KEY', environment);
	keepAddressSecrets(baseUrl);
	const { address, authorization } = withoutCredentials(new URL(baseUrl));
	const proxy = proxyFor(address.protocol, environment);
	return {
		proxy: proxy && withoutAddressSecrets(proxy),
		url: `${address.origin}${address.pathname}`.replace(/(?<!\/)\/+$/u, '').replace(/\/v1$/u, ''),
		query: address.search,
		authorization: authorization ?? bearer,
	};
}

/** Node's fetch asks the proxy of the environment where it was told so. */
function proxyFor(protocol: string, environment: Readonly<Record<string, string | undefined>>): string | undefined {
	const { NODE_USE_ENV_PROXY: isUsed, NODE_OPTIONS: options = '' } = environment;
	if (isUsed !== '1' && ![options, ...process.execArgv].join(' ').includes('--use-env-proxy')) return undefined;
	const name = protocol === 'https:' ? 'https_proxy' : 'http_proxy';
	return environment[name] || environment[name.toUpperCase()];
}
