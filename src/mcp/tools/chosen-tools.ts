import { ConfigError } from '../../errors/gemmark-error.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json-value.ts';
import { didYouMean } from '../../text/nearest-name.ts';
import { singleLine } from '../../text/normalize-text.ts';
import type { McpServer, PlacedServer } from '../mcp-server.ts';

/** A message of a server and, where it lists tools, without those that its config leaves out: no schema of theirs is read. */
export interface ChosenTools<Message> {
	readonly message: Message;
	/** Names of all that it lists. */
	readonly offered: readonly string[];
}

export function chosenTools<Message extends object>(message: Message, server: McpServer): ChosenTools<Message> {
	const { result } = message as { readonly result?: JsonValue };
	const tools = isJsonObject(result) ? result.tools : undefined;
	if (!isJsonObject(result) || !Array.isArray(tools)) return { message, offered: [] };
	const kept = tools.filter((tool) => isChosen(nameOf(tool), server));
	return {
		message: { ...message, result: { ...result, tools: kept } },
		offered: tools.flatMap((tool) => nameOf(tool) ?? []),
	};
}

/** Throws {@link ConfigError} for a name that the server does not offer, and where it has none left. */
export function requireChosen(offered: readonly string[], { name, place, server }: PlacedServer): void {
	for (const field of ['includeTools', 'excludeTools'] as const) {
		const unknown = server[field]?.find((tool) => !offered.includes(tool));
		if (unknown === undefined) continue;
		const shown = `'${singleLine(unknown).slice(0, 100)}'${didYouMean(unknown, offered)}`;
		throw new ConfigError(`${place}.${field}: MCP server ${name} offers no tool ${shown}`, { hint: offers(offered) });
	}
	if (offered.length === 0 || offered.some((tool) => isChosen(tool, server))) return;
	throw new ConfigError(`${place}: MCP server ${name} has no tool left`, { hint: offers(offered) });
}

function isChosen(tool: string | undefined, { includeTools, excludeTools = [] }: McpServer): boolean {
	if (tool === undefined) return includeTools === undefined;
	return !excludeTools.includes(tool) && (includeTools === undefined || includeTools.includes(tool));
}

function nameOf(tool: JsonValue): string | undefined {
	const { name } = isJsonObject(tool) ? tool : ({} as JsonObject);
	return typeof name === 'string' ? name : undefined;
}

const MOST_NAMED = 12;

function offers(names: readonly string[]): string {
	const shown = names.slice(0, MOST_NAMED).map((name) => singleLine(name).slice(0, 60));
	return `It offers ${shown.join(', ')}${names.length > MOST_NAMED ? ', ...' : ''}; disabled: true leaves the server out.`;
}
