import { createHash } from 'node:crypto';
import { callWithTimeout, type InTime, Overtime } from '../../src/base/call-with-timeout.ts';
import { ConfigError } from '../../src/base/errors.ts';
import { canonicalJson, jsonOf } from '../../src/base/json.ts';
import { detached } from '../../src/base/json-loss.ts';
import { message, type Said } from '../../src/base/message.ts';
import { thrownPlace, warn } from '../../src/base/thrown.ts';
import type { DeclaredApp } from '../../src/config/app/declared-app.ts';
import type { AppConfig } from '../../src/config/define.ts';
import type { ConfigFolderOptions } from '../../src/config/folder.ts';
import type { AppContent, AppPart, AppSession, AppUnderTest, PartIdentity } from '../../src/eval/app.ts';
import { type AppIdentity, appIdentity } from '../../src/eval/header.ts';
import type { Suite } from '../../src/eval/suite.ts';
import { suitePlace, UserCodeFailure } from '../../src/eval/user-code.ts';
import type { KnownTool } from '../../src/fates/outcome.ts';
import type { EngineIdentity } from '../../src/model/identity.ts';
import { CLOSE_MS } from '../../src/model/user-runner.ts';
import { IDLE_MS, IdleLimit, within } from '../../src/model/watchdog.ts';
import { declareTool, fullSchema, withoutDefaults } from '../../src/tool/declaration.ts';
import type { HandlerResult, ToolDefinition } from '../../src/tool/tool.ts';
import { habitCoachApp } from './habit-coach.ts';

/** The place of an app's config. */
export type AppPlace = ConfigFolderOptions;

interface ComposedApp {
	readonly app: AppUnderTest;
	readonly warnings: readonly Said[];
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
	const { declaredApp } = await import('../../src/config/app/declared-app.ts');
	if ((app.mcp ?? app.mcpServers) === undefined) {
		const declared = declaredApp(app, place);
		return { ...NOTHING_OPEN, app: ownDeclared(declared), warnings: declared.warnings };
	}
	return composeServed(app, place, start);
}

/** Checks the config before it starts a server; a refused config ends its servers. */
async function composeServed(app: AppConfig, place: AppPlace, start: boolean): Promise<ComposedApp> {
	const [{ declaredApp }, { appServers }, { openServers }] = await Promise.all([
		import('../../src/config/app/declared-app.ts'),
		import('../../src/config/app/declared-app.ts'),
		import('../../src/mcp/connection.ts'),
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
function requireSystem({ system }: Pick<AppUnderTest, 'system'>, file: string): void {
	const given: unknown = system;
	if (typeof given !== 'string' || given.trim() === '') throw new ConfigError(message('config.app-system', { file }));
	const name = given.trim();
	if (!/^\S+\.(?:md|txt)$/iu.test(name)) return;
	throw new ConfigError(message('config.app-system-file', { file, name }));
}

/** Throws {@link ConfigError} where what is to end the app cannot be called. */
function requireClose({ name, close }: Pick<AppUnderTest, 'name' | 'close'>, file: string): void {
	if (close === undefined || typeof close === 'function') return;
	throw new ConfigError(message('config.app-close', { file, name }));
}

/** Longest that a user's code may compute without giving the thread back, milliseconds. */
export const OWN_CODE_MS = 10_000;

const inTime: InTime = (call) => callWithTimeout(call, OWN_CODE_MS);

/**
 * An app of a config, bounded: whatever it computes ends, a tool that does not answer has failed, and what it goes on changing
 * stays for others as it was given.
 */
export function ownApp(app: AppUnderTest): AppUnderTest {
	const { name, version, language, system, failureForm, files, engine, budgets } = app;
	const doubts = app.doubts?.bind(app);
	return {
		name,
		version,
		language,
		system,
		failureForm,
		files,
		engine,
		budgets,
		doubts,
		open: () => inTime(() => ownSession(app.open())),
	};
}

/** A value that is no session is returned as it is; its caller refuses it. */
function ownSession(session: AppSession): AppSession {
	if (typeof session?.snapshot !== 'function' || typeof session.close !== 'function') return session;
	if (!Array.isArray(session.tools)) return session;
	return {
		tools: session.tools.map(ownTool),
		snapshot: () => detached(inTime(() => session.snapshot())),
		close: () => inTime(() => session.close()),
	};
}

/** Closes the app once, however often it is called. Its failure is a warning. */
function closeOnce(app: AppUnderTest): () => Promise<void> {
	let closing: Promise<void> | undefined;
	return () => {
		closing ??= closed(app);
		return closing;
	};
}

async function closed(app: AppUnderTest): Promise<void> {
	try {
		const late = (): Error => new Error(`no end within ${CLOSE_MS / 1000} s`);
		await within(
			inTime(async () => app.close?.()),
			CLOSE_MS,
			late,
		);
	} catch (thrown) {
		warn(`app ${app.name}: close() throws ${thrownPlace(thrown)}`);
	}
}

function ownTool(tool: ToolDefinition<undefined>): ToolDefinition<undefined> {
	if (typeof tool?.handler !== 'function') return tool;
	const { name, description, schema, destructive, server } = tool;
	return {
		name,
		description,
		schema,
		destructive,
		server,
		handler: (args, deps) => answered(inTime(() => tool.handler(args, deps))),
	};
}

/** Shorter than a solver may idle, so that the model gets the failure and the turn goes on. */
export const ANSWER_MS: number = IDLE_MS / 2;

async function answered(result: HandlerResult | Promise<HandlerResult>): Promise<HandlerResult> {
	const late = (): Overtime => new Overtime(`gave no answer within ${ANSWER_MS / 1000} s`);
	return detached(await within(result, ANSWER_MS, late));
}

/**
 * A suite that an operator's code brings, bounded: its scorers, groups and the beginning of its solver end when they
 * compute without end, its solver when it does not go on, and none of them can change a sample for the next.
 */
export function ownSuite(suite: Suite): Suite {
	const { groups, samples } = suite;
	deepFreeze(samples);
	return {
		...suite,
		inTime,
		...(groups && { groups: (sample) => inTime(() => groups.call(suite, sample)) }),
		async solve(sample, context, variant) {
			const place = `${suitePlace(suite, sample)}: solve()`;
			const idle = new IdleLimit((ms) => new UserCodeFailure(message('user-code.idle', { place, seconds: ms / 1000 })));
			const watched: typeof context = {
				...context,
				openConversation: (choice) => idle.watch(context.openConversation(choice)),
			};
			return idle.over(
				inTime(async () => suite.solve(sample, watched, variant)),
				context.signal,
			);
		},
	};
}

/** Freezes plain data at every depth, in place. What cannot be frozen, such as the bytes of a typed array, stays as it is. */
function deepFreeze(data: object): void {
	const waiting: object[] = [data];
	for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
		if (Object.isFrozen(each) || ArrayBuffer.isView(each)) continue;
		Object.freeze(each);
		for (const value of Object.values(each)) {
			if (typeof value === 'object' && value !== null) waiting.push(value);
		}
	}
}

/** The app in a run's header. For one with its own loop on a device only the config is known. */
export function loggedApp(app: AppUnderTest, { api }: EngineIdentity): AppIdentity {
	const tools = firstTools(app);
	return {
		...appIdentity(app),
		tools: tools?.map(({ known }) => known),
		content: api === 'app' ? undefined : contentOf(app, tools),
	};
}

interface FirstTool {
	readonly known: KnownTool;
	/** All by which it can become another; absent where that is in the identity of its MCP server. */
	readonly whole?: string;
}

function firstTools(app: AppUnderTest): readonly FirstTool[] | undefined {
	try {
		const session = app.open();
		try {
			return session.tools.map((tool) => {
				const { name, parameters } = declareTool(tool);
				return { known: { name, parameters }, whole: tool.server === undefined ? wholeTool(tool) : undefined };
			});
		} finally {
			session.close();
		}
	} catch {
		return undefined;
	}
}

/** With what a prompt does not say of it and the app asks of a call; defaults are in the samples that they are held against. The order of parameters is that of the prompt. */
function wholeTool(tool: ToolDefinition<undefined>): string {
	return JSON.stringify([tool.name, tool.description, withoutDefaults(fullSchema(tool)), tool.destructive]);
}

function contentOf({ system, data, sources }: AppUnderTest, tools: readonly FirstTool[] | undefined): AppContent {
	const part = (name: AppPart, text: string | undefined): PartIdentity | undefined =>
		text === undefined ? undefined : { sha256: createHash('sha256').update(text).digest('hex'), file: sources?.[name] };
	const words = system?.match(/\S+/gu)?.length;
	const text = part('system', system);
	return {
		system: text && { ...text, words },
		tools: part('tools', tools && JSON.stringify(tools.flatMap(({ whole }) => whole ?? []))),
		answers: part('answers', data && JSON.stringify(data.answers)),
		state: part('state', data && canonicalJson(jsonOf(data.state))),
	};
}
