import { EngineError, type JsonObject, type JsonValue } from '../../../src/index.ts';
import { textOf } from '../raw/stream-completer.ts';
import type { Server } from '../wire/http.ts';
import { listedModels, llamaServerProps, servedFile } from './served-model.ts';
import { nameToShow } from './served-name.ts';
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

/**
 * Throws EngineError where the pages, asked again, tell another model than `before`; what only one of them tells is unknown.
 * Gives whether they tell as much of it as before.
 */
export async function requireSamePages(server: Server, before: ServedPages, signal: AbortSignal): Promise<boolean> {
	const now = toldBy(await readPages(server, () => before.name, signal));
	const known = [...toldBy(before)].filter(([, was]) => was !== undefined);
	for (const [field, was] of known) {
		const is = now.get(field);
		if (was === undefined || is === undefined || is === was) continue;
		const values = field === TEMPLATE ? '' : ` (${shownBeside(is, was)})`;
		throw new EngineError('unconfirmed', `${server.url}: now serves another ${field}${values}`, { hint: HINT });
	}
	return known.length > 0 && known.every(([field]) => now.get(field) !== undefined);
}

const HINT =
	'Load that model again and keep it loaded, then go on with --resume: what another may have answered is asked again.';

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

function shownBeside(is: JsonValue, was: JsonValue): string {
	const [now, before] = [shown(is), shown(was)];
	return now === before ? `${now}, from another place` : `${now}, ${before} before`;
}

function shown(value: JsonValue): string {
	return typeof value === 'string' ? nameToShow(value).slice(0, 100) : String(value);
}
