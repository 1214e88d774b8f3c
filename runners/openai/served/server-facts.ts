import { type EngineIdentity, isJsonObject, type JsonObject, type ModelIdentity } from '../../../src/index.ts';
import { textOf } from '../raw/stream-completer.ts';
import type { Server } from '../wire/http.ts';
import { toldAmount } from '../wire/told-amount.ts';
import { optionalPage } from './served-model.ts';
import { nameToShow } from './served-name.ts';

/** What a server tells of itself and of the weights behind a name. Unknown is absent. */
export interface ServerFacts {
	/** Which of the known servers it is. */
	readonly server?: 'llama-server' | 'Ollama' | 'vLLM' | 'LM Studio' | undefined;
	readonly version?: string | undefined;
	readonly model: Pick<ModelIdentity, 'title' | 'quantization' | 'architecture' | 'parameters' | 'digest'>;
	readonly contextSize?: number | undefined;
	/** Of vLLM: the path, or the hub's name, of what it serves under a name of its own. */
	readonly weights?: string | undefined;
}

/** Source: llama.cpp, tools/server/README.md and server-context.cpp (`get_props`), read 2026-11-22. */
export function llamaServerFacts(props: JsonObject, listed: readonly JsonObject[]): ServerFacts {
	const settings = objectIn(props.default_generation_settings);
	return {
		server: 'llama-server',
		version: textOf(props.build_info),
		model: told({
			quantization: textOf(props.model_ftype),
			parameters: toldAmount(objectIn(listed[0]?.meta).n_params),
		}),
		contextSize: toldAmount(settings.n_ctx),
	};
}

/** Which server it is, told by the pages that only one of them has. */
export async function serverFacts(
	server: Server,
	name: string,
	listed: readonly JsonObject[],
	signal: AbortSignal,
): Promise<ServerFacts> {
	const card = listed.find(({ id }) => id === name);
	if (card?.owned_by === 'vllm') return vllmFacts(server, card, signal);
	const ollama = textOf((await optionalPage(server, '/api/version', signal))?.version);
	if (ollama !== undefined) return { ...(await ollamaFacts(server, name, signal)), version: ollama };
	const list = await optionalPage(server, '/api/v0/models', signal);
	const models = Array.isArray(list?.data) ? list.data.filter((model) => isJsonObject(model)) : [];
	const model = models.find(({ id }) => id === name);
	return model === undefined ? { model: {} } : lmStudioFacts(model);
}

/** Source: vLLM, vllm/entrypoints/openai (`ModelCard`, `/version`), docs.vllm.ai, read 2026-11-22. */
async function vllmFacts(server: Server, card: JsonObject, signal: AbortSignal): Promise<ServerFacts> {
	const version = textOf((await optionalPage(server, '/version', signal))?.version);
	const root = textOf(card.root);
	return {
		server: 'vLLM',
		version,
		model: root === card.id ? {} : told({ title: root && nameToShow(root) }),
		weights: root,
		contextSize: toldAmount(card.max_model_len),
	};
}

/**
 * Source: github.com/ollama/ollama, docs/api.md at 9fbfa74, docs.ollama.com/api-reference/get-version and
 * docs.ollama.com/api/tags (`digest`), read 2026-11-22.
 */
async function ollamaFacts(server: Server, name: string, signal: AbortSignal): Promise<ServerFacts> {
	const shown = await optionalPage(server, '/api/show', signal, { model: name });
	const details = objectIn(shown?.details);
	const tags = await optionalPage(server, '/api/tags', signal);
	const models = Array.isArray(tags?.models) ? tags.models.map(objectIn) : [];
	return {
		server: 'Ollama',
		model: told({
			quantization: textOf(details.quantization_level),
			architecture: textOf(details.family),
			parameters: toldAmount(objectIn(shown?.model_info)['general.parameter_count']),
			digest: textOf(models.find((model) => model.name === name || model.name === `${name}:latest`)?.digest),
		}),
	};
}

/** Source: lmstudio.ai/docs/api/rest-api, `GET /api/v0/models`, read 2026-11-22. It has no page with its version. */
function lmStudioFacts(model: JsonObject): ServerFacts {
	return {
		server: 'LM Studio',
		// The context is told of a loaded model only, and models are loaded when they are first asked.
		model: told({ quantization: textOf(model.quantization), architecture: textOf(model.arch) }),
	};
}

/** The engine's part of a log's header. */
export function engineOf({
	server,
	version,
	contextSize,
}: ServerFacts): Pick<EngineIdentity, 'version' | 'contextSize'> {
	const name = [server, version].filter((part) => part !== undefined).join(' ');
	return { ...(name !== '' && { version: name }), ...(contextSize !== undefined && { contextSize }) };
}

function told<Facts extends object>(facts: Facts): { [Name in keyof Facts]?: NonNullable<Facts[Name]> } {
	const present = Object.entries(facts).filter(
		([, value]) => value !== undefined && value !== '' && value !== 'unknown',
	);
	return Object.fromEntries(present) as { [Name in keyof Facts]?: NonNullable<Facts[Name]> };
}

function objectIn(value: unknown): JsonObject {
	return isJsonObject(value) ? value : {};
}
