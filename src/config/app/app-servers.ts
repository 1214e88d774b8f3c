import { existsSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { ConfigError } from '../../errors/gemmark-error.ts';
import { shownPath } from '../../files/shown-path.ts';
import { type McpServer, mcpServersFile, mcpServersSchema, type PlacedServer } from '../../mcp/mcp-server.ts';
import { ConfigFolder, type ConfigFolderOptions } from '../config-folder.ts';
import type { AppConfig } from '../define.ts';
import { type ContentPlace, fieldPath, placeOf } from '../field-path.ts';
import { liesWithin } from '../lies-within.ts';
import { checkContent } from '../schema/config-issue.ts';

/**
 * The MCP servers of an app's config, each with its place and the folder that it runs in. Nothing is started. Throws
 * {@link ConfigError} naming file and field.
 */
export function appServers(app: AppConfig, options: ConfigFolderOptions): readonly PlacedServer[] {
	const { servers, place, at } = writtenServers(app, options);
	return Object.entries(servers)
		.filter(([, server]) => server.disabled !== true)
		.map(([name, server]) => {
			const field = [...at, name];
			return {
				name,
				server,
				place: `${placeOf(place, field)}: ${fieldPath(field)}`,
				cwd: folderOf(server, options, `${placeOf(place, [...field, 'cwd'])}: ${fieldPath([...field, 'cwd'])}`),
				language: app.language,
			};
		});
}

interface WrittenServers {
	readonly servers: Readonly<Record<string, McpServer>>;
	readonly place: ContentPlace;
	readonly at: readonly PropertyKey[];
}

/** The file's own hash is no part of a run's identity: what its servers offer is. */
function writtenServers({ mcp, mcpServers = {} }: AppConfig, options: ConfigFolderOptions): WrittenServers {
	if (mcp === undefined) {
		const at = ['app', 'mcpServers'];
		return { servers: checkContent(mcpServersSchema, mcpServers, options, at), place: options, at };
	}
	const { content, place, at } = new ConfigFolder(options).contentOf(mcp, ['app', 'mcp']);
	const { mcpServers: servers } = checkContent(mcpServersFile, content, place, at);
	return { servers, place, at: [...at, 'mcpServers'] };
}

/** A path leaves the config's folder where it is absolute and `allowOutside` says so, and by no other way. */
function folderOf(server: McpServer, { folder, allowOutside }: ConfigFolderOptions, place: string): string {
	const { cwd = '.' } = 'command' in server ? server : {};
	const absolute = resolve(folder, cwd);
	if (!liesWithin(folder, absolute) && !(isAbsolute(cwd) && allowOutside === true)) {
		throw new ConfigError(`${place}: ${cwd} lies outside of ${shownPath(folder)}`, {
			hint: 'Write it as a whole path, and `allowOutside: true` into the config.',
		});
	}
	if (existsSync(absolute)) return absolute;
	throw new ConfigError(`${place}: there is no folder ${shownPath(absolute)}`, { hint: 'Correct it there.' });
}
