import { EngineError, type JsonObject, type JsonValue } from '../../../src/index.ts';
import type { Server } from '../http.ts';
import { textOf } from '../stream-completer.ts';
import { listedModels, llamaServerProps, servedFile } from './served-model.ts';
import { llamaServerFacts, type ServerFacts, serverFacts } from './server-facts.ts';

/** What a server tells on its pages of what it serves under a name. */
export interface ServedPages {
	readonly name: string;
	/** Of a llama-server. */
	readonly props: JsonObject | undefined;
	readonly listed: readonly JsonObject[];
	readonly facts: ServerFacts;
}

/** `nameOf` chooses the name from what there is. Throws EngineError where the server cannot be asked. */
export async function readPages(
	server: Server,
	nameOf: (listed: readonly JsonObject[], props: JsonObject | undefined) => string,
	signal: AbortSignal,
): Promise<ServedPages> {
	const props = await llamaServerProps(server, signal);
	const listed = await listedModels(server, signal);
	const name = nameOf(listed, props);
	const facts = props === undefined ? await serverFacts(server, name, listed, signal) : llamaServerFacts(props, listed);
	return { name, props, listed, facts };
}

/** Throws EngineError where the pages, asked again, tell another model than `before`; what only one of them tells is unknown. */
export async function requireSamePages(
	server: Server,
	before: ServedPages,
	signal: AbortSignal,
	hint: string,
): Promise<void> {
	const now = toldBy(await readPages(server, () => before.name, signal));
	for (const [field, was] of toldBy(before)) {
		const is = now.get(field);
		if (was === undefined || is === undefined || is === was) continue;
		const values = field === TEMPLATE ? '' : ` (${shown(is)}, ${shown(was)} before)`;
		throw new EngineError('protocol', `${server.url}: now serves another ${field}${values}`, { hint });
	}
}

const TEMPLATE = 'chat template';

function toldBy({ name, props, listed, facts }: ServedPages): ReadonlyMap<string, JsonValue | undefined> {
	const names = listed.flatMap(({ id }) => textOf(id) ?? []);
	const isListed = names.includes(name) || names.includes(`${name}:latest`);
	return new Map<string, JsonValue | undefined>([
		['model file', servedFile(props)],
		[TEMPLATE, textOf(props?.chat_template)],
		// llama-server answers to any name.
		['model', props !== undefined || names.length === 0 ? undefined : isListed ? name : names.slice(0, 8).join(', ')],
		// Of vLLM: the weights behind the name.
		['model root', textOf(listed.find(({ id }) => id === name)?.root)],
		...Object.entries(facts.model),
		['context size', facts.contextSize],
		['server version', facts.version],
	]);
}

function shown(value: JsonValue): string {
	return typeof value === 'string' ? (value.split(/[\\/]/u).at(-1) ?? value).slice(0, 100) : String(value);
}
