import { EngineError, isJsonObject, type JsonObject, type JsonValue, UsageError } from '../../../src/index.ts';
import { textOf } from '../raw/stream-completer.ts';
import { requestJson, type Server } from '../wire/http.ts';

/** llama-server tells its template and tokens; other servers have no such page. */
export async function llamaServerProps(server: Server, signal: AbortSignal): Promise<JsonObject | undefined> {
	try {
		const props = objectOf(await requestJson(server, '/props', undefined, { signal: pageTime(signal) }));
		return isJsonObject(props?.default_generation_settings) ? props : undefined;
	} catch (error) {
		if (error instanceof EngineError && error.failure === 'protocol') return undefined;
		if (error instanceof SyntaxError) return undefined;
		throw timedOut(error, server);
	}
}

/** A page that some servers have; undefined where this one has none, or none that is a JSON object. */
export async function optionalPage(
	server: Server,
	path: string,
	signal: AbortSignal,
	body?: JsonValue,
): Promise<JsonObject | undefined> {
	try {
		return objectOf(await requestJson(server, path, body, { signal: pageTime(signal) }));
	} catch (error) {
		if (error instanceof EngineError || error instanceof SyntaxError) return undefined;
		throw timedOut(error, server);
	}
}

/** Pages take no model: whoever is silent so long will not answer. */
export const PAGE_MS = 10_000;

function pageTime(signal: AbortSignal): AbortSignal {
	return AbortSignal.any([signal, AbortSignal.timeout(PAGE_MS)]);
}

/** The models that the server lists; none where it has no list. */
export async function listedModels(server: Server, signal: AbortSignal): Promise<readonly JsonObject[]> {
	const list = await optionalPage(server, '/v1/models', signal);
	return Array.isArray(list?.data) ? list.data.filter((model) => isJsonObject(model)) : [];
}

/**
 * The name to ask for: the one that is wanted, or that of the only model there is. Throws {@link UsageError} where there are
 * several, and for a name that is not in the server's list; `anyName` is for servers that answer whatever they are asked for.
 */
export function modelToAsk(
	{ url }: Server,
	listed: readonly JsonObject[],
	wanted: string,
	{ anyName }: { readonly anyName: boolean },
): string {
	const names = listed.flatMap(({ id }) => textOf(id) ?? []);
	const hint = names.length === 0 ? 'The server lists none.' : `It lists ${names.slice(0, 10).join(', ')}.`;
	if (wanted !== '') {
		// Ollama lists `gemma3:latest` for what it is asked for as `gemma3`.
		if (anyName || names.length === 0 || names.includes(wanted) || names.includes(`${wanted}:latest`)) return wanted;
		throw new UsageError(`--model ${wanted}: ${url} does not serve it`, { hint });
	}
	const [only] = names;
	if (only !== undefined && names.length === 1) return only;
	throw new UsageError(`${url} serves ${names.length} models, name one with --model`, { hint });
}

/** llama-server answers to any name: what it serves is its file. */
export function servedFile(props: JsonObject | undefined): string | undefined {
	return [props?.model_path, props?.model_alias].map(textOf).find((name) => name !== undefined && name !== '');
}

export function timedOut(error: unknown, server: Server): unknown {
	if (!(error instanceof Error && error.name === 'TimeoutError')) return error;
	return new EngineError('load-timeout', `${server.url}: no answer in time`, {
		hint: 'Where it is still loading its model, run again once it answers.',
	});
}

function objectOf(told: unknown): JsonObject | undefined {
	return isJsonObject(told) ? told : undefined;
}
