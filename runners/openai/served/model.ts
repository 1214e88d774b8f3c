import { z } from 'zod';
import { EngineError, UsageError } from '../../../src/base/errors.ts';
import type { JsonValue } from '../../../src/base/json.ts';
import { message } from '../../../src/base/message.ts';
import type { EngineIdentity, ModelIdentity } from '../../../src/model/identity.ts';
import { mayPass, requestJson, type Server } from '../http.ts';
import { count, word } from '../schema.ts';
import { adapterMarks, adaptersPage, type LoraAdapter } from './adapters.ts';
import { nameToShow } from './name.ts';

/** A server, and the model of it that is asked. Unknown is absent. */
export interface Served {
	/** The name to ask for. */
	readonly name: string;
	/** Of a llama-server. */
	readonly props?: LlamaProps;
	readonly isOllama: boolean;
	/** Whether it is `litert-lm serve`. */
	readonly isLiteRtLm: boolean;
	/** CPU, GPU or NPU, as the name asks for it of a LiteRT-LM. */
	readonly backend?: string;
	/** The engine's part of a log's header. */
	readonly engine: Pick<EngineIdentity, 'version' | 'contextSize'>;
	readonly model: Pick<ModelIdentity, 'title' | 'quantization' | 'architecture' | 'parameters' | 'digest'> & {
		/** Where the name that is asked for says more. */
		readonly name?: string;
	};
	/** The path, or the hub's name, of the weights with that name. */
	readonly weights?: string;
	/** That a llama-server has loaded; absent: it does not say. */
	readonly adapters?: readonly LoraAdapter[];
	/** What distinguishes its model from another: weights, name in the list, digest, adapters. */
	readonly marks: readonly (string | undefined)[];
}

/** Source: llama.cpp, tools/server/README.md and server-context.cpp (`get_props`), read 2026-11-22. */
const propsPage = z.object({
	default_generation_settings: z.object({ n_ctx: count }),
	chat_template: word,
	bos_token: word,
	eos_token: word,
	build_info: word,
	model_path: word,
	model_alias: word,
	model_ftype: word,
});
export type LlamaProps = z.output<typeof propsPage>;

const listPage = z.object({
	data: z.array(
		z.object({
			id: word,
			/** Of vLLM: `owned_by`, and where the weights lie. Source: vllm/entrypoints/openai (`ModelCard`), read 2026-11-22. */
			owned_by: word,
			root: word,
			max_model_len: count,
			/** Of llama-server. */
			meta: z.object({ n_params: count }).optional().catch(undefined),
			/** Of LM Studio, on `/api/v0/models`. Source: lmstudio.ai/docs/api/rest-api, read 2026-11-22. */
			quantization: word,
			arch: word,
		}),
	),
});

type Listed = z.output<typeof listPage>['data'];

const versionPage = z.object({ version: z.string() });

/** Source: github.com/ollama/ollama, docs/api.md at 9fbfa74 and docs.ollama.com/api/tags, read 2026-11-22. */
const showPage = z.object({
	details: z.object({ quantization_level: word, family: word }).optional().catch(undefined),
	model_info: z.object({ 'general.parameter_count': count }).optional().catch(undefined),
});
const tagsPage = z.object({ models: z.array(z.object({ name: word, digest: word })) });

/** Reads the pages of a server. `nameOf` chooses the name to ask for. Throws EngineError where the server cannot be asked. */
export async function readServed(
	server: Server,
	nameOf: (listed: readonly string[], props: LlamaProps | undefined) => string,
	signal: AbortSignal,
): Promise<Served> {
	const props = await page(server, '/props', propsPage, signal);
	const listed = (await page(server, '/v1/models', listPage, signal))?.data ?? [];
	const names = listed.flatMap(({ id }) => id ?? []);
	const name = nameOf(names, props);
	const adapters = props && (await page(server, '/lora-adapters', adaptersPage, signal));
	const { version, contextSize, model, weights, backend } =
		props === undefined ? await serverFacts(server, name, listed, signal) : llamaFacts(props, listed);
	const isListed = isIn(names, name);
	// llama-server answers to any name.
	const known = props !== undefined || names.length === 0 ? undefined : isListed ? name : names.slice(0, 8).join(', ');
	return {
		name,
		props,
		weights,
		backend,
		adapters,
		isOllama: version?.startsWith('Ollama') === true,
		isLiteRtLm: version === LITERT_LM,
		engine: { version, contextSize },
		model: Object.fromEntries(Object.entries(model).filter(([, value]) => value && value !== 'unknown')),
		marks: [weights, known, model.digest, ...adapterMarks(adapters)],
	};
}

/**
 * The name to ask for: the one that is wanted, or that of the only model there is. Throws UsageError where there are several,
 * and for a name that the server does not list.
 */
export function modelToAsk({ url }: Server, wanted: string, listed: readonly string[], props?: LlamaProps): string {
	const names = listed.slice(0, 10);
	const [only] = names;
	if (wanted === '') {
		if (only !== undefined && listed.length === 1) return only;
		if (only === undefined && props?.model_path !== undefined) return props.model_path;
		throw new UsageError(
			only === undefined
				? message('usage.nothing-served', { address: url })
				: message('usage.several-models-served', { address: url, count: listed.length, names }),
		);
	}
	if (props !== undefined || only === undefined || isIn(listed, wanted)) return wanted;
	throw new UsageError(message('usage.model-not-served', { address: url, model: wanted, names }));
}

/** Ollama lists `gemma3:latest` for `gemma3`, `litert-lm serve` the model of `model,backend,tokens`. */
function isIn(listed: readonly string[], name: string): boolean {
	return [name, `${name}:latest`, liteRtName(name).model].some((one) => listed.includes(one));
}

/**
 * Source: google-ai-edge/LiteRT-LM, python/litert_lm_cli/commands/serve/openai_common.py (`parse_model_parameter`) at
 * 6ae7501, and ai.google.dev/edge/litert-lm/cli/openai_server, read 2026-11-26.
 */
function liteRtName(name: string): { readonly model: string; readonly backend?: string; readonly tokens?: number } {
	const [model = '', backend = '', tokens = ''] = name.split(',').map((part) => part.trim());
	return {
		model,
		...(backend !== '' && { backend }),
		...(/^[1-9]\d{0,8}$/u.test(tokens) && { tokens: Number(tokens) }),
	};
}

/** `owned_by` of its models; it reports no version. */
const LITERT_LM_OWNER = 'litert-lm';
const LITERT_LM = 'LiteRT-LM';

/** Throws EngineError (`unconfirmed`) where the server now serves another model. Returns whether it reports as much as before. */
export async function confirmServed(server: Server, { name, marks }: Served, signal: AbortSignal): Promise<boolean> {
	const { marks: now } = await readServed(server, () => name, signal);
	for (const [place, before] of marks.entries()) {
		const mark = now[place];
		if (before === undefined || mark === undefined || mark === before) continue;
		const [model, was] = [nameToShow(mark).slice(0, 100), nameToShow(before).slice(0, 100)];
		const said =
			model === was
				? message('server.moved-model', { address: server.url, model })
				: message('server.other-model', { address: server.url, model, before: was });
		throw new EngineError('unconfirmed', said);
	}
	const isKnown = marks.some((mark) => mark !== undefined);
	return isKnown && marks.every((mark, place) => mark === undefined || now[place] !== undefined);
}

interface ServerFacts {
	readonly version?: string;
	readonly contextSize?: number;
	readonly model: { readonly [Field in keyof Served['model']]?: Served['model'][Field] };
	readonly weights?: string;
	readonly backend?: string;
}

function llamaFacts(props: LlamaProps, [card]: Listed): ServerFacts {
	return {
		version: `llama-server ${props.build_info ?? ''}`.trim(),
		model: { quantization: props.model_ftype, parameters: card?.meta?.n_params },
		contextSize: props.default_generation_settings.n_ctx,
		weights: weightsOf(props),
	};
}

function weightsOf({ model_path: path, model_alias: alias }: LlamaProps): string | undefined {
	return path ?? alias;
}

/** Which server it is shows in the pages that only one of them has. */
async function serverFacts(server: Server, name: string, listed: Listed, signal: AbortSignal): Promise<ServerFacts> {
	const card = listed.find(({ id }) => id === name);
	if (card?.owned_by === 'vllm') {
		const { root, max_model_len: contextSize } = card;
		const { version = '' } = (await page(server, '/version', versionPage, signal)) ?? {};
		const model = root === name ? {} : { title: root && nameToShow(root) };
		return { version: `vLLM ${version}`.trim(), model, weights: root, contextSize };
	}
	const { model: liteRt, backend, tokens } = liteRtName(name);
	if (listed.some(({ id, owned_by: owner }) => id === liteRt && owner === LITERT_LM_OWNER)) {
		return { version: LITERT_LM, model: { name: liteRt }, contextSize: tokens, backend };
	}
	const ollama = await page(server, '/api/version', versionPage, signal);
	if (ollama !== undefined) {
		const { details, model_info: info } = (await page(server, '/api/show', showPage, signal, { model: name })) ?? {};
		const { models = [] } = (await page(server, '/api/tags', tagsPage, signal)) ?? {};
		const model = {
			quantization: details?.quantization_level,
			architecture: details?.family,
			parameters: info?.['general.parameter_count'],
			digest: models.find((one) => one.name === name || one.name === `${name}:latest`)?.digest,
		};
		return { version: `Ollama ${ollama.version}`, model };
	}
	const models = (await page(server, '/api/v0/models', listPage, signal))?.data;
	const model = models?.find(({ id }) => id === name);
	// LM Studio has no page with its version, and the context of loaded models only: they are loaded when first asked.
	return model === undefined
		? { model: {} }
		: { version: 'LM Studio', model: { quantization: model.quantization, architecture: model.arch } };
}

/** A page that some servers have; undefined where this one has none of this form. Throws where the first, `/props`, gets no answer. */
async function page<Page>(
	server: Server,
	path: string,
	schema: z.ZodType<Page>,
	signal: AbortSignal,
	body?: JsonValue,
): Promise<Page | undefined> {
	try {
		const limited = AbortSignal.any([signal, AbortSignal.timeout(PAGE_MS)]);
		return schema.safeParse(await requestJson(server, path, body, { signal: limited })).data;
	} catch (error) {
		if (error instanceof EngineError && (path !== '/props' || !mayPass(error))) return undefined;
		throw timedOut(error, server);
	}
}

/** Pages take no model: a server that is silent so long will not answer. */
export const PAGE_MS = 10_000;

export function timedOut(error: unknown, server: Server): unknown {
	if (!(error instanceof Error && error.name === 'TimeoutError')) return error;
	return new EngineError('load-timeout', message('server.timeout', { address: server.url }));
}
