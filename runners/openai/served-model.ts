import {
	EngineError,
	type EngineIdentity,
	isJsonObject,
	type JsonObject,
	type JsonValue,
	type ModelIdentity,
	UsageError,
} from '../../src/index.ts';
import { amountOf, textOf } from './schema.ts';
import { requestJson, type Server } from './wire/http.ts';

/** What a server reports of itself and of the model that it serves. */
export interface Served {
	/** The name to ask for. */
	readonly name: string;
	/** Of a llama-server. */
	readonly props: JsonObject | undefined;
	readonly facts: ServerFacts;
	/** What tells its model from another, where the server reports it: file, name in the list, weights, digest. */
	readonly marks: readonly (string | undefined)[];
}

/** `nameOf` chooses the name from what there is. Throws EngineError where the server cannot be asked. */
export async function readServed(
	server: Server,
	nameOf: (listed: readonly JsonObject[], props: JsonObject | undefined) => string,
	signal: AbortSignal,
): Promise<Served> {
	const props = await llamaServerProps(server, signal);
	const listed = await listedModels(server, signal);
	const name = nameOf(listed, props);
	const facts = props === undefined ? await serverFacts(server, name, listed, signal) : llamaServerFacts(props, listed);
	const marks = [servedFile(props), props === undefined ? listedAs(name, listed) : undefined];
	return { name, props, facts, marks: [...marks, facts.weights, facts.model.digest] };
}

/** Throws EngineError (`unconfirmed`) where the server now serves another model. Returns whether it reports as much as before. */
export async function confirmServed(
	server: Server,
	{ name, marks }: Pick<Served, 'name' | 'marks'>,
	signal: AbortSignal,
): Promise<boolean> {
	const { marks: now } = await readServed(server, () => name, signal);
	for (const [place, before] of marks.entries()) {
		const mark = now[place];
		if (before === undefined || mark === undefined || mark === before) continue;
		const [shown, was] = [mark, before].map((one) => nameToShow(one).slice(0, 100));
		const what = shown === was ? `${shown} from another folder` : `${shown}, not ${was}`;
		throw new EngineError('unconfirmed', `${server.url}: now serves ${what}`, {
			hint: 'Load the first model again and keep it loaded, then continue with --resume. Unconfirmed samples are asked again.',
		});
	}
	const known = marks.filter((mark) => mark !== undefined);
	return known.length > 0 && marks.every((mark, place) => mark === undefined || now[place] !== undefined);
}

/** The name if it is in the list, else all that are; undefined without a list. */
function listedAs(name: string, listed: readonly JsonObject[]): string | undefined {
	const names = listed.flatMap(({ id }) => textOf(id) ?? []);
	if (names.length === 0) return undefined;
	return names.includes(name) || names.includes(`${name}:latest`) ? name : names.slice(0, 8).join(', ');
}

/** llama-server tells its template and tokens; other servers have no such page. */
async function llamaServerProps(server: Server, signal: AbortSignal): Promise<JsonObject | undefined> {
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
async function listedModels(server: Server, signal: AbortSignal): Promise<readonly JsonObject[]> {
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

/** The name under which a server answers. It may not change while a run goes on: the samples would be of two models. */
export class ServedName {
	readonly #url: string;
	readonly #asked: string | undefined;
	#told: string | undefined;

	/** With `asked`, the first answer must be that model's already. */
	constructor(url: string, asked?: string) {
		this.#url = url;
		this.#asked = asked;
	}

	/** Absent until an answer has told it. */
	get told(): string | undefined {
		return this.#told;
	}

	/** Reads the `model` of an answer. Throws {@link EngineError} where it is another than before. */
	read({ model }: JsonObject): void {
		const name = textOf(model);
		// The first event of some servers leaves it empty.
		if (name === undefined || name === '' || name === this.#told) return;
		if (this.#told !== undefined) {
			throw new EngineError('protocol', `${this.#url}: answers as ${name}, and as ${this.#told} before`, {
				hint: 'Keep one model loaded in the server; what was evaluated before stands, go on with --resume.',
			});
		}
		if (this.#asked !== undefined && !isSameName(name, this.#asked)) {
			throw new EngineError('protocol', `${this.#url}: answers as ${name}, but was asked for ${this.#asked}`, {
				hint: `Name what it serves: --model ${name}.`,
			});
		}
		this.#told = name;
	}
}

/** What people call what is served: of a path on the server's disk its last part alone, of `google/gemma-3-4b-it` all of it. */
export function nameToShow(served: string): string {
	return isPath(served) ? lastPart(served) : served;
}

/** Whether the weights are told by where they lie, as llama-server and vLLM do, and not by a hub's name. */
export function isPath(served: string): boolean {
	return /[\\/]/u.test(served) && !HUB_NAME.test(served);
}

const HUB_NAME = /^[\w-][\w.-]*\/[\w-][\w.-]*(?<!\.gguf)(?::[\w.-]+)?$/iu;

/** A tag that goes without saying and the case of letters make no other model, nor a path, nor an owner that only one of them tells. */
function isSameName(one: string, other: string): boolean {
	const [first, second] = [one, other].map((name) => name.replace(/:latest$/u, '').toLowerCase());
	if (first === undefined || second === undefined || first === second) return true;
	return !(HUB_NAME.test(first) && HUB_NAME.test(second)) && lastPart(first) === lastPart(second);
}

function lastPart(path: string): string {
	return path.split(/[\\/]/u).at(-1) || path;
}

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
			parameters: amountOf(objectIn(listed[0]?.meta).n_params),
		}),
		contextSize: amountOf(settings.n_ctx),
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
		contextSize: amountOf(card.max_model_len),
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
			parameters: amountOf(objectIn(shown?.model_info)['general.parameter_count']),
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
