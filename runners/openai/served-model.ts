import { EngineError, isJsonObject, type JsonObject, UsageError } from '../../src/index.ts';
import { request, type Server } from './http.ts';
import { textOf } from './stream-completer.ts';

/** llama-server tells its template and tokens; other servers have no such page. */
export async function llamaServerProps(server: Server, signal: AbortSignal): Promise<JsonObject | undefined> {
	try {
		const props: unknown = await (await request(server, '/props', undefined, signal)).json();
		return isJsonObject(props) && isJsonObject(props.default_generation_settings) ? props : undefined;
	} catch (error) {
		if (error instanceof EngineError && error.failure === 'protocol') return undefined;
		if (error instanceof SyntaxError) return undefined;
		throw timedOut(error, server);
	}
}

/** The model to ask for: the one that is wanted, or the only one there is. Throws {@link UsageError} when there are several. */
export async function servedModel(server: Server, wanted: string, signal: AbortSignal): Promise<string> {
	if (wanted !== '') return wanted;
	const list: unknown = await (await request(server, '/v1/models', undefined, signal)).json().catch(() => undefined);
	const models = isJsonObject(list) && Array.isArray(list.data) ? list.data : [];
	const names = models.flatMap((model) => (isJsonObject(model) ? (textOf(model.id) ?? []) : []));
	const [only] = names;
	if (only !== undefined && names.length === 1) return only;
	throw new UsageError(`${server.url} serves ${names.length} models, name one with --model`, {
		hint: names.length === 0 ? 'The server lists none.' : `It lists ${names.slice(0, 10).join(', ')}.`,
	});
}

/** Whether the server is Ollama, which tells its version where others have no page. */
export async function isOllama(server: Server, signal: AbortSignal): Promise<boolean> {
	try {
		const told: unknown = await (await request(server, '/api/version', undefined, signal)).json();
		return isJsonObject(told) && typeof told.version === 'string';
	} catch (error) {
		if (error instanceof EngineError || error instanceof SyntaxError) return false;
		throw timedOut(error, server);
	}
}

function timedOut(error: unknown, server: Server): unknown {
	if (!(error instanceof Error && error.name === 'TimeoutError')) return error;
	return new EngineError('load-timeout', `${server.url}: no answer in time`, {
		hint: 'Is the server still loading its model?',
	});
}
