import { ConfigError } from '../../errors/gemmark-error.ts';
import type { JsonObject } from '../../json/json-value.ts';
import type { OpenServer } from '../../mcp/open-servers.ts';
import type { ToolDefinition } from '../../tool/definition.ts';
import { type ListedTool, readToolList } from './tool-list.ts';

/**
 * The tools of running MCP servers, in their order. Throws {@link ConfigError} naming the server for a tool that no prompt
 * can declare, and both sources for a name that two of them have.
 */
export function servedTools(
	servers: readonly OpenServer[],
	destructive: readonly string[] | undefined,
	own: readonly { readonly name: string }[],
): readonly ToolDefinition<undefined>[] {
	const sources = new Map(own.map(({ name }) => [name, 'the app itself']));
	return servers.flatMap((server) => {
		const { place, name, call } = server;
		if (server.tools.length === 0) {
			throw new ConfigError(`${place}: MCP server ${name} offers no tools`, { hint: 'Leave it out.' });
		}
		return readServed(server, destructive).map((tool) => {
			const other = sources.get(tool.name);
			if (other !== undefined) {
				throw new ConfigError(`${place}: tool ${tool.name} of MCP server ${name} is also one of ${other}`, {
					hint: 'A model calls a tool by its name alone: leave one of them out (excludeTools).',
				});
			}
			sources.set(tool.name, `MCP server ${name}`);
			return { ...tool, server: name, handler: (args: JsonObject) => call(tool.name, args) };
		});
	});
}

/** Who runs a server of somebody else's cannot mend its tools. */
function readServed({ tools, place }: OpenServer, destructive: readonly string[] | undefined): readonly ListedTool[] {
	try {
		return readToolList({ content: tools, place: { file: place }, at: [] }, destructive);
	} catch (thrown) {
		if (!(thrown instanceof ConfigError)) throw thrown;
		const { message, hint, cause } = thrown;
		throw new ConfigError(message, { hint: `${hint} Or leave it out with excludeTools.`, cause });
	}
}
