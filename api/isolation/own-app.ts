import { Overtime } from '../../src/base/call-in-time.ts';
import { detached } from '../../src/base/json-loss.ts';
import { thrownPlace, warn } from '../../src/base/thrown.ts';
import type { AppSession, AppUnderTest } from '../../src/eval/app.ts';
import type { HandlerResult, ToolDefinition } from '../../src/tool/tool.ts';
import { IDLE_MS } from './idle-limit.ts';
import { inTime } from './in-time.ts';
import { LATE, within } from './within.ts';

/**
 * An app of a config, bounded: whatever it computes ends, a tool that does not answer has failed, and what it goes on changing
 * stays for others as it was given.
 */
export function ownApp(app: AppUnderTest): AppUnderTest {
	const { name, version, language, system, files, budgets } = app;
	const doubts = app.doubts?.bind(app);
	return {
		...{ name, version, language, system, files, budgets },
		...(doubts !== undefined && { doubts }),
		open: () => inTime(() => ownSession(app.open())),
	};
}

/** What is no session is told by who asks for one. */
function ownSession(session: AppSession): AppSession {
	if (typeof session?.snapshot !== 'function' || typeof session.close !== 'function') return session;
	if (!Array.isArray(session.tools)) return session;
	return {
		tools: session.tools.map(ownTool),
		snapshot: () => detached(inTime(() => session.snapshot())),
		close: () => inTime(() => session.close()),
	};
}

/** Closes the app, once however often it is asked to; what it does wrong is told, and costs the run nothing. */
export function closeOnce(app: AppUnderTest): () => Promise<void> {
	let closing: Promise<void> | undefined;
	return () => {
		closing ??= closed(app);
		return closing;
	};
}

async function closed(app: AppUnderTest): Promise<void> {
	try {
		const given = await within(
			inTime(async () => app.close?.()),
			CLOSE_MS,
		);
		if (given === LATE) warn(`app ${app.name}: close() is not done within ${CLOSE_MS / 1000} s`);
	} catch (thrown) {
		warn(`app ${app.name}: close() throws ${thrownPlace(thrown)}`);
	}
}

/** Longest that `close()` of an app, and `dispose()` of a runner, is waited for. */
export const CLOSE_MS = 5000;

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

/** Shorter than a solver may idle: the model is told, and the turn goes on. */
export const ANSWER_MS: number = IDLE_MS / 2;

async function answered(result: HandlerResult | Promise<HandlerResult>): Promise<HandlerResult> {
	const late = Promise.withResolvers<never>();
	const timer = setTimeout(() => late.reject(new Overtime(`gave no answer within ${ANSWER_MS / 1000} s`)), ANSWER_MS);
	try {
		return detached(await Promise.race([result, late.promise]));
	} finally {
		clearTimeout(timer);
	}
}
