import { expectedIssue } from '../eval/match/expected-issue.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/json-value.ts';
import type { ToolDeclaration } from '../model/conversation.ts';
import type { PossibleCall } from './bfcl-matching.ts';
import { RefusedRow } from './refused-row.ts';

/** A right call by the arguments that it must have, each with the values that are right. */
export interface RightCall {
	readonly tool: string;
	readonly arguments: Readonly<Record<string, readonly JsonValue[]>>;
}

/**
 * Throws {@link RefusedRow} for right calls that the sample's tools cannot take: of another tool, without an argument that
 * is required, with one that the tool does not have, or with no value that its schema takes. No model could make them.
 */
export function requireAnswerable(calls: readonly RightCall[], tools: readonly ToolDeclaration[]): void {
	const parameters = new Map(tools.map((tool) => [tool.name, tool.parameters]));
	for (const { tool, arguments: right } of calls) {
		if (!parameters.has(tool)) throw new RefusedRow(`the right call is of ${tool}, a tool that it does not declare`);
		const properties = propertiesOf(parameters.get(tool));
		for (const [name, values] of Object.entries(right)) {
			const issues = values.map((value) => expectedIssue([{ tool, arguments: { [name]: value } }], parameters)?.text);
			if (issues.includes(undefined) || isChoice(values, properties[name])) continue;
			throw new RefusedRow(`the right call of ${tool}: ${name}: ${issues[0] ?? 'has no value that is right'}`);
		}
		const missing = requiredOf(parameters.get(tool)).find((name) => !Object.hasOwn(right, name));
		if (missing !== undefined) throw new RefusedRow(`the right call of ${tool} lacks ${missing}, which is required`);
	}
}

/** What BFCL's possible answer must have: an argument that may be `''` may be left out, unless the tool requires it. */
export function mustHave({ tool, arguments: possible }: PossibleCall, tools: readonly ToolDeclaration[]): RightCall {
	const parameters = tools.find(({ name }) => name === tool)?.parameters;
	const required = requiredOf(parameters);
	const must = Object.entries(possible).flatMap(([name, choices]): [string, readonly JsonValue[]][] => {
		if (choices.includes('') && !required.includes(name)) return [];
		return [[name, choices.map((choice) => plainValue(choice))]];
	});
	return { tool, arguments: Object.fromEntries(must) };
}

/** Of a dictionary BFCL tells for each key what it may be. */
function plainValue(choice: JsonValue): JsonValue {
	if (Array.isArray(choice)) return choice.map((item: JsonValue) => (isJsonObject(item) ? plainValue(item) : item));
	if (!isJsonObject(choice)) return choice;
	const entries = Object.entries(choice).flatMap(([key, told]): [string, JsonValue][] => {
		const [value] = [told].flat().filter((one) => one !== '');
		return value === undefined ? [] : [[key, value]];
	});
	return Object.fromEntries(entries);
}

/** Whether one of the tool's choices is as good as a right value: no benchmark tells texts apart by case or punctuation. */
function isChoice(values: readonly JsonValue[], property: JsonValue | undefined): boolean {
	const choices = isJsonObject(property) && Array.isArray(property.enum) ? property.enum : [];
	const right = values.map(bareText);
	return choices.some((choice) => typeof choice === 'string' && right.includes(bareText(choice)));
}

function bareText(value: JsonValue): string | undefined {
	if (typeof value !== 'string') return undefined;
	return value
		.normalize('NFC')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]/gu, '');
}

function propertiesOf(parameters: JsonObject | undefined): JsonObject {
	return isJsonObject(parameters?.properties) ? parameters.properties : {};
}

function requiredOf(parameters: JsonObject | undefined): readonly string[] {
	const { required } = parameters ?? {};
	return Array.isArray(required) ? required.map(String) : [];
}
