import { ConfigError } from '../src/base/errors.ts';
import type { DeclaredApp } from '../src/config/app/declared-app.ts';
import type { AppConfig } from '../src/config/define.ts';
import type { ConfigFolderOptions } from '../src/config/folder.ts';
import type { AppUnderTest } from '../src/eval/app.ts';
import { singleLine } from '../src/text/text.ts';
import { habitCoachApp } from './habit-coach.ts';
import { closeOnce, ownApp } from './isolation/own-app.ts';

/** Where an app's config stands. */
export type AppPlace = ConfigFolderOptions;

export interface ComposedApp {
	readonly app: AppUnderTest;
	readonly warnings: readonly string[];
	/** Ends the servers, and what the app has open. */
	readonly close: () => Promise<void>;
	/** Whether all of its tools are there. */
	readonly whole: boolean;
}

const NOTHING_OPEN = { warnings: [], whole: true, close: async () => undefined } as const;

/**
 * The app of a config, or the habit coach. Its MCP servers are started where `start` says so, and run until it is closed.
 * Throws {@link ConfigError} naming the field, and EnvironmentError for a server that does not answer.
 */
export async function composeApp(
	app: AppConfig | AppUnderTest | undefined,
	place: AppPlace,
	start: boolean,
): Promise<ComposedApp> {
	if (app === undefined) return { ...NOTHING_OPEN, app: await habitCoachApp() };
	if ('open' in app) {
		requireSystem(app, place.file);
		requireClose(app, place.file);
		return { ...NOTHING_OPEN, app: ownApp(app), close: closeOnce(app) };
	}
	const { declaredApp } = await import('../src/config/app/declared-app.ts');
	if ((app.mcp ?? app.mcpServers) === undefined) {
		const declared = declaredApp(app, place);
		return { ...NOTHING_OPEN, app: ownDeclared(declared), warnings: declared.warnings };
	}
	return composeServed(app, place, start);
}

/** What can be wrong about the config is told before a server is started, and a server does not outlive what is refused. */
async function composeServed(app: AppConfig, place: AppPlace, start: boolean): Promise<ComposedApp> {
	const [{ declaredApp }, { appServers }, { openServers }] = await Promise.all([
		import('../src/config/app/declared-app.ts'),
		import('../src/config/app/declared-app.ts'),
		import('../src/mcp/connection.ts'),
	]);
	const placed = appServers(app, place);
	const unserved = declaredApp(app, place);
	if (!start) return { ...NOTHING_OPEN, app: unserved, warnings: unserved.warnings, whole: false };
	const { servers, close } = await openServers(placed);
	try {
		const declared = declaredApp(app, { ...place, servers });
		return { app: ownDeclared(declared), warnings: declared.warnings, whole: true, close };
	} catch (error) {
		await close();
		throw error;
	}
}

/** What an object of somebody else's calls so may be anything. */
function ownDeclared(declared: DeclaredApp): AppUnderTest {
	const { data, sources } = declared;
	return { ...ownApp(declared), data, sources };
}

/**
 * Code gives the prompt itself. Throws {@link ConfigError} where it is empty, missing or the name of a file, which would
 * reach the model as it stands.
 */
export function requireSystem({ system }: Pick<AppUnderTest, 'system'>, file: string): void {
	const given: unknown = system;
	if (typeof given !== 'string' || given.trim() === '') {
		throw new ConfigError(
			`${file}: app.system: the prompt is ${given === undefined ? 'missing' : 'empty or no text'}`,
			{
				hint: 'Write what the model should know.',
			},
		);
	}
	const name = given.trim();
	if (!/^\S+\.(?:md|txt)$/iu.test(name)) return;
	throw new ConfigError(`${file}: app.system: in defineApp '${singleLine(name)}' is the prompt itself, not a file`, {
		hint: `Read it: readFileSync(new URL('${singleLine(name)}', import.meta.url), 'utf8') of node:fs.`,
	});
}

/** Throws {@link ConfigError} where what is to end the app cannot be called. */
export function requireClose({ name, close }: Pick<AppUnderTest, 'name' | 'close'>, file: string): void {
	if (close === undefined || typeof close === 'function') return;
	throw new ConfigError(`${file}: app ${name}: close is no function`, {
		hint: 'Write what ends all that samples share, such as: close: () => pool.end().',
	});
}
