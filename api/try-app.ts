import './compose-app.ts';
import { ConfigError, GemmarkError } from '../src/base/errors.ts';
import type { JsonObject } from '../src/base/json.ts';
import type { AppSession, AppUnderTest } from '../src/eval/app.ts';
import { OwnCodeFailure, snapshotOf } from '../src/eval/user-code.ts';
import { singleLine } from '../src/text/text.ts';
import { declareTool, fullSchema, ToolRegistry } from '../src/tool/declaration.ts';

/** What the app has when a sample begins. */
export interface TriedApp {
	/** Names of its tools. */
	readonly tools: readonly string[];
	/** JSON Schema of the arguments of each. */
	readonly parameters: ReadonlyMap<string, JsonObject>;
	readonly state: JsonObject;
}

/**
 * Opens the app once, as every sample does, and declares its tools. Throws {@link ConfigError} naming the config for an
 * app that throws and for a tool that no prompt can declare.
 */
export function tryApp(app: AppUnderTest, file: string): TriedApp {
	const place = `${file}: app ${app.name}`;
	const session = attempt(() => app.open(), `${place}: open()`);
	requireSession(session, place);
	try {
		return {
			tools: attempt(() => declaredNames(session), `${place}`),
			parameters: new Map(session.tools.map((tool) => [tool.name, fullSchema(tool)])),
			state: attempt(() => snapshotOf(app, session), file),
		};
	} finally {
		attempt(() => session.close(), `${place}: close()`);
	}
}

/** JavaScript lets anything through. */
function requireSession(session: unknown, place: string): void {
	const problem = sessionProblem(session);
	if (problem === undefined) return;
	throw new ConfigError(`${place}: open(): gives ${problem}`, {
		hint: 'It gives { tools, snapshot(), close() }; what takes time is done before the config is exported.',
	});
}

function sessionProblem(session: unknown): string | undefined {
	if (session instanceof Promise) {
		session.catch(() => undefined);
		return 'a promise: it must give the session at once';
	}
	if (typeof session !== 'object' || session === null) return `${String(session).slice(0, 60)}, which is no session`;
	const { tools, snapshot, close } = session as Partial<Record<keyof AppSession, unknown>>;
	if (!Array.isArray(tools)) return 'a session without a list of tools';
	if (typeof snapshot !== 'function') return 'a session without snapshot()';
	return typeof close === 'function' ? undefined : 'a session without close()';
}

function attempt<T>(act: () => T, place: string): T {
	try {
		return act();
	} catch (cause) {
		if (cause instanceof OwnCodeFailure || cause instanceof GemmarkError)
			throw new ConfigError(`${place}: ${cause.message}`, { hint: cause.hint ?? HINT, cause });
		throw new ConfigError(`${place}: throws ${textOf(cause)}`, { hint: HINT, cause });
	}
}

const HINT = 'Correct the app: it is opened once for each sample.';

function textOf(thrown: unknown): string {
	return singleLine(thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown)).slice(0, 300);
}

function declaredNames({ tools }: AppSession): readonly string[] {
	return new ToolRegistry(tools).allDefinitions().map((tool) => declareTool(tool).name);
}
