import {
	bearerOf,
	EngineError,
	type JsonObject,
	keepAddressSecrets,
	type LoadOptions,
	type Runner,
	UsageError,
	withoutAddressSecrets,
	withoutCredentials,
} from '../../src/index.ts';
import { readTemplateFile, type TemplateFile } from '../../src/node.ts';
import { type OpenAiOptions, openAiOptions } from './options.ts';
import { textOf } from './schema.ts';
import { confirmServed, modelToAsk, PAGE_MS, readServed, servedFile } from './served-model.ts';
import { connectChat, connectRaw, type GivenTemplate, type Target } from './wire/connect.ts';
import { BACK_OFF_MS, type Server } from './wire/http.ts';

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
			const signal = AbortSignal.any([
				AbortSignal.timeout(mostMs),
				...(options.signal === undefined ? [] : [options.signal]),
			]);
			// A wrong address should be told at once.
			const eager = { ...address, backOffMs: [] };
			const served = await readServed(eager, (listed, props) => nameToAsk(eager, options, listed, props), signal);
			let wasLost = false;
			const confirm = (now: AbortSignal): Promise<boolean> => confirmServed(eager, served, now);
			const server = {
				...address,
				confirm: (now: AbortSignal) => {
					wasLost = true;
					return confirm(now);
				},
			};
			const onWait = (waitsFor: string): void =>
				options.onProgress?.({
					...{ stage: 'load', done: 0, unit: 'fraction' },
					waitsFor: `${waitsFor} (${Math.round(mostMs / 1000)} s at most)`,
				});
			const target: Target = { ...served, server, eager, signal, onWait };
			const source = templateToRender(options, template, served.props);
			const model =
				source === undefined ? await connectChat(target, options) : await connectRaw(target, options, source);
			return {
				...model,
				loadMs: performance.now() - started,
				confirm: (behind) => {
					// llama-server answers to any name; the others tell a name in each answer, and are asked once they were lost.
					if (behind === 'sample' && served.props === undefined && !wasLost) return Promise.resolve(false);
					wasLost = false;
					return confirmed(confirm);
				},
			};
		},
	};
}

/**
 * Any OpenAI-compatible server: raw completion where it tells or is given the model's template (llama-server tells;
 * vLLM and LM Studio take one by `--template`), chat completion with tools otherwise.
 */
export const openAiRunner: OpenAiRunner = createOpenAiRunner();

/** For the pages of a server and the first prompts, for which it may load its model, milliseconds. */
export const LOAD_MS = 60_000;

/** False of a server that is gone by now, or has become silent: it tells nothing of what it was. */
async function confirmed(confirm: (signal: AbortSignal) => Promise<boolean>): Promise<boolean> {
	try {
		return await confirm(AbortSignal.timeout(PAGE_MS));
	} catch (error) {
		if (error instanceof EngineError && error.failure === 'unconfirmed') throw error;
		return false;
	}
}

/** Throws {@link UsageError} for a name that the server does not have, or where several could be meant. */
function nameToAsk(
	server: Server,
	{ model }: Pick<LoadOptions, 'model'>,
	listed: readonly JsonObject[],
	props: JsonObject | undefined,
): string {
	const wanted = model || (listed.length === 0 ? (servedFile(props) ?? '') : '');
	return modelToAsk(server, listed, wanted, { anyName: props !== undefined });
}

/** The template by which gemmark renders; undefined where the server is to do it. Throws {@link UsageError}. */
function templateToRender(
	{ api, baseUrl }: OpenAiOptions,
	given: TemplateFile | undefined,
	props: JsonObject | undefined,
): GivenTemplate | undefined {
	if (api === 'chat') return undefined;
	const chatTemplate = textOf(props?.chat_template) ?? '';
	const template = given ?? (chatTemplate === '' ? undefined : { chatTemplate });
	if (api === 'completion' && template === undefined) {
		throw new UsageError(
			`--api completion: ${withoutAddressSecrets(baseUrl ?? '')} does not tell the model's chat template`,
			{
				hint: 'Give it with --template FILE, or use --api chat.',
			},
		);
	}
	return template;
}

function refuseUnusedTemplate({ api, template }: OpenAiOptions): void {
	if (api !== 'chat' || template === undefined) return;
	throw new UsageError('--api chat: the server renders by itself, so --template would not be used', {
		hint: 'Leave one of them out.',
	});
}

function serverOf(
	baseUrl: string | undefined,
	environment: Readonly<Record<string, string | undefined>>,
): Omit<Server, 'backOffMs'> {
	if (baseUrl === undefined) {
		throw new UsageError('--runner openai needs the address of a server', {
			hint: 'Add --base-url, such as http://127.0.0.1:8080.',
		});
	}
	if (!URL.canParse(baseUrl) || !/^https?:/u.test(baseUrl)) {
		// Of what is no address nobody can tell where a password in it ends.
		const shown = /[@\s]/u.test(baseUrl) ? '' : ` ${withoutAddressSecrets(baseUrl)}`;
		throw new UsageError(`--base-url${shown}: not an http address`, {
			hint: `It looks like http://127.0.0.1:8080${shown === '' ? '; in a user or password, a blank is written %20 and an @ %40' : ''}.`,
		});
	}
	const bearer = bearerOf('GEMMARK_API_KEY', environment);
	keepAddressSecrets(baseUrl);
	const { address, authorization } = withoutCredentials(new URL(baseUrl));
	return {
		url: `${address.origin}${address.pathname}`.replace(/\/+$/u, '').replace(/\/v1$/u, ''),
		query: address.search,
		authorization: authorization ?? bearer,
	};
}
