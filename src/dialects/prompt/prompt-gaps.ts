import { isJsonObject, type JsonObject } from '../../json/json-value.ts';
import type { ToolDeclaration } from '../../model/conversation.ts';
import type { RawModel } from '../../model/runner.ts';
import type { Dialect } from '../dialect.ts';
import { PromptRenderer } from './prompt-renderer.ts';

/**
 * What of an app's tools the model never sees, because its chat template does not print it: `search` for a tool,
 * `search.type` for a parameter. Found by leaving each out: a prompt that stays the same did not have it.
 */
export function promptGaps(
	model: RawModel,
	dialect: Dialect,
	system: string,
	tools: readonly ToolDeclaration[],
): readonly string[] {
	if (dialect.declareTools !== undefined) return [];
	const renderer = new PromptRenderer({ ...model, turnOpen: dialect.turnOpen });
	const render = (declared: readonly ToolDeclaration[]): string =>
		renderer.render({ system, tools: declared, userText: 'A' }).text;
	const whole = render(tools);
	return tools.flatMap((tool, index) => {
		if (render(tools.toSpliced(index, 1)) === whole) return [tool.name];
		return parametersOf(tool)
			.filter((name) => render(tools.with(index, withoutParameter(tool, name))) === whole)
			.map((name) => `${tool.name}.${name}`);
	});
}

function parametersOf({ parameters }: ToolDeclaration): readonly string[] {
	return isJsonObject(parameters.properties) ? Object.keys(parameters.properties) : [];
}

/** Required ones stay listed: a template may print their names alone. */
function withoutParameter(tool: ToolDeclaration, name: string): ToolDeclaration {
	const { [name]: _, ...properties } = tool.parameters.properties as JsonObject;
	return { ...tool, parameters: { ...tool.parameters, properties } };
}
