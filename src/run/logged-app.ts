import { createHash } from 'node:crypto';
import { canonicalJson, jsonOf } from '../base/json.ts';
import type { AppContent, AppPart, AppUnderTest, PartIdentity } from '../eval/app.ts';
import { type AppIdentity, appIdentity } from '../eval/run.ts';
import type { KnownTool } from '../fates/outcome.ts';
import type { EngineIdentity } from '../model/identity.ts';
import { declareTool, fullSchema, withoutDefaults } from '../tool/declaration.ts';
import type { ToolDefinition } from '../tool/tool.ts';

/** The app as the header of a run tells it. Of one that runs its own loop on a device nothing but its config is known. */
export function loggedApp(app: AppUnderTest, { api }: EngineIdentity): AppIdentity {
	const tools = firstTools(app);
	return {
		...appIdentity(app),
		tools: tools?.map(({ known }) => known),
		content: api === 'app' ? undefined : contentOf(app, tools),
	};
}

/** The tools that an app has when a sample begins. Undefined where its own code fails: its samples tell how. */
export function declaredTools(app: AppUnderTest): readonly KnownTool[] | undefined {
	return firstTools(app)?.map(({ known }) => known);
}

interface FirstTool {
	readonly known: KnownTool;
	/** All by which it can become another; absent where that is in the identity of its MCP server. */
	readonly whole?: string | undefined;
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
	return {
		system: part('system', system),
		tools: part('tools', tools && JSON.stringify(tools.flatMap(({ whole }) => whole ?? []))),
		answers: part('answers', data && JSON.stringify(data.answers)),
		state: part('state', data && canonicalJson(jsonOf(data.state))),
	};
}
