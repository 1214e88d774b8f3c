import { EngineError, isJsonObject, type JsonObject } from '../../../src/index.ts';
import { readUsage } from '../raw/text-completion.ts';
import { readEvents } from '../wire/event-stream.ts';
import { request, type Server } from '../wire/http.ts';
import { timedOut } from './served-model.ts';
import type { ServedName } from './served-name.ts';

const PATH = '/v1/chat/completions';

/** Long enough that no template that prints it makes fewer tokens of it than of an empty list. */
const TOOL: JsonObject = {
	type: 'function',
	function: {
		name: 'list_shopping_items',
		description: 'Lists what is still to be bought, in the order in which it was written down.',
		parameters: {
			type: 'object',
			properties: { shop: { type: 'string', description: 'Name of the shop' } },
			required: ['shop'],
		},
	},
};

/** What two short prompts tell of a chat. Unknown is absent. */
export interface ToolProbe {
	/** Why the tools of a chat never reach the model; absent where they do, and where the server does not tell. */
	readonly unseen?: string | undefined;
	/** Tokens of the shortest prompt, of one letter without tools: no conversation has fewer. */
	readonly shortest?: number | undefined;
}

/**
 * Asks for one token without and one with a tool: a template that prints tools makes a longer prompt of the second. Its
 * answers tell `name` too.
 */
export async function probeTools(
	server: Server,
	body: JsonObject,
	name: ServedName,
	signal: AbortSignal,
): Promise<ToolProbe> {
	let shortest: number | undefined;
	try {
		shortest = await promptTokens(server, body, name, signal);
	} catch (error) {
		// What it refuses of so short a prompt, the first sample will tell.
		if (error instanceof EngineError) return {};
		throw timedOut(error, server);
	}
	return { shortest, unseen: await unseenTool(server, body, shortest, name, signal) };
}

async function unseenTool(
	server: Server,
	body: JsonObject,
	without: number | undefined,
	name: ServedName,
	signal: AbortSignal,
): Promise<string | undefined> {
	try {
		const tokens = await promptTokens(server, { ...body, tools: [TOOL] }, name, signal);
		if (tokens === undefined || without === undefined || tokens > without) return undefined;
		return `the server's prompt has ${tokens} tokens with a tool and ${without} without, so the model cannot know any`;
	} catch (error) {
		if (error instanceof EngineError && error.failure === 'protocol')
			return `the server takes no tools: ${error.message}`;
		if (error instanceof EngineError) return undefined;
		throw timedOut(error, server);
	}
}

async function promptTokens(
	server: Server,
	body: JsonObject,
	name: ServedName,
	signal: AbortSignal,
): Promise<number | undefined> {
	const asked = { ...body, messages: [{ role: 'user', content: 'A' }], max_tokens: 1, temperature: 0, seed: 1 };
	const response = await request(
		server,
		PATH,
		{ ...asked, stream: true, stream_options: { include_usage: true } },
		{ signal },
	);
	let tokens: number | undefined;
	for await (const event of readEvents(response, `${server.url}${PATH}`)) {
		name.read(event);
		// No prompt has none.
		if (isJsonObject(event.usage)) tokens = readUsage(event.usage).promptTokens || undefined;
	}
	return tokens;
}
