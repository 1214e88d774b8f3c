import { describe, expect, it } from 'vitest';
import { gemma4Templates } from '../../gguf/made/gemma4-template.ts';
import type { ToolDeclaration } from '../../model/conversation.ts';
import { scriptedModel } from '../../testing/doubles/scripted-model.ts';
import { gemma4 } from '../gemma4.ts';
import { promptGaps } from './prompt-gaps.ts';

const tool = (name: string, ...parameters: readonly string[]): ToolDeclaration => ({
	name,
	description: `${name} does something`,
	parameters: {
		type: 'object',
		properties: Object.fromEntries(parameters.map((parameter) => [parameter, { type: 'string' }])),
		required: parameters,
	},
});
const tools = [tool('list_habits', 'type', 'limit'), tool('get_streak', 'habit_id')];

/** Prints tools as templates before May 2026 do: no property that is called like a keyword of JSON Schema. */
const OLDER = `<|turn>system
{{ messages[0].content }}{% for tool in tools %}{{ tool.function.name }}{% for key, value in tool.function.parameters.properties.items() %}{% if key not in ['type', 'description', 'properties', 'required', 'nullable'] %} {{ key }}{% endif %}{% endfor %}{% endfor %}<turn|>
<|turn>user
{{ messages[-1].content }}<turn|>
<|turn>model
`;

function gaps(chatTemplate: string): readonly string[] {
	const model = scriptedModel([], { chatTemplate });
	return promptGaps(model, gemma4, '코치입니다.', tools);
}

describe('promptGaps', () => {
	it('finds none where the template prints all', () => {
		expect(gaps(gemma4Templates.plain)).toEqual([]);
	});

	it('names the parameter that the template drops', () => {
		expect(gaps(OLDER)).toEqual(['list_habits.type']);
	});

	it('names every tool where the template knows none', () => {
		expect(gaps('<|turn>user\n{{ messages[-1].content }}<turn|>\n<|turn>model\n')).toEqual([
			'list_habits',
			'get_streak',
		]);
	});
});
