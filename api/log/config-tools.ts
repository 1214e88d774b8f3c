import { isDeepStrictEqual } from 'node:util';
import { appIdentity } from '../../src/eval/run.ts';
import type { Log } from '../../src/log/record.ts';
import { declaredTools } from '../../src/run/logged-app.ts';
import type { Composition } from '../compose.ts';

/**
 * The log with the tools of the config that the user named, where it does not tell those of its app and the config's app
 * is the very same: what engines make of a call may depend on their parameters. A warning says so.
 */
export function withConfigTools(log: Log, config: Composition): Log {
	const { app, warnings = [] } = log.header;
	if (app === undefined || app.tools !== undefined || !isSameApp(app, config)) return log;
	if (log.samples.every(({ transcript }) => transcript.tools === undefined)) return log;
	const tools = declaredTools(config.app);
	if (tools === undefined || tools.length === 0) return log;
	return { ...log, header: { ...log.header, app: { ...app, tools }, warnings: [...warnings, FROM_CONFIG] } };
}

const FROM_CONFIG =
	'the log does not tell the parameters of its tools: what engines make of its calls is by those of the config';

function isSameApp({ name, version, files = [] }: NonNullable<Log['header']['app']>, { app }: Composition): boolean {
	const own = appIdentity(app);
	return name === own.name && version === own.version && isDeepStrictEqual(hashes(files), hashes(own.files ?? []));
}

function hashes(files: readonly { readonly sha256: string }[]): readonly string[] {
	return files.map(({ sha256 }) => sha256);
}
