import { canonicalJson, type JsonObject } from '../../json/json-value.ts';

/** What a server's tools are now where they are not those of its start, for people; undefined where they are the same. */
export function toolChanges(
	server: string,
	before: readonly JsonObject[],
	now: readonly JsonObject[],
): string | undefined {
	const [was, is] = [byName(before), byName(now)];
	const names = (told: ReadonlyMap<string, string>, changed: (name: string, text: string) => boolean): string[] =>
		Array.from(told).flatMap(([name, text]) => (changed(name, text) ? [name] : []));
	const changes = [
		['new', names(is, (name) => !was.has(name))],
		['gone', names(was, (name) => !is.has(name))],
		['declared otherwise', names(is, (name, text) => was.has(name) && was.get(name) !== text)],
	] as const;
	const parts = changes.flatMap(([what, tools]) => (tools.length === 0 ? [] : [`${what}: ${listed(tools)}`]));
	if (parts.length === 0) return undefined;
	return `MCP server ${server} changed its tools during the run (${parts.join('; ')}): the model was shown those of its start, which the header's hash is of`;
}

function byName(tools: readonly JsonObject[]): ReadonlyMap<string, string> {
	return new Map(tools.map((tool) => [String(tool.name), canonicalJson(tool)]));
}

const MOST_NAMED = 8;

function listed(names: readonly string[]): string {
	const shown = names.slice(0, MOST_NAMED).map((name) => name.slice(0, 100));
	return shown.join(', ') + (names.length > MOST_NAMED ? ', ...' : '');
}
