import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importedProject } from '../../../promptfoo/import/project.ts';
import type { JsonValue } from '../../../src/base/json.ts';
import { readBfcl } from '../../../src/benchmarks/bfcl.ts';
import { readFunctionChat } from '../../../src/benchmarks/functionchat.ts';
import { checkModelFile } from '../../../src/gguf/check.ts';
import { smallGguf } from '../../../src/testing/gguf/small-gguf.ts';
import type { Chance } from '../trial/chance.ts';
import type { FuzzTarget } from './fuzz.ts';
import { damagedBytes, damagedText, damagedValue } from './mutation.ts';

/** Readers of files: importers and the header of a model. */
export const FILE_TARGETS: readonly FuzzTarget[] = [
	{
		name: 'GGUF header',
		share: 3,
		read: (luck, folder) => void checkModelFile(written(folder, 'model.gguf', damagedBytes(GGUF, luck))),
	},
	{
		name: 'import promptfoo',
		share: 1,
		read: (luck, folder) =>
			void importedProject(written(folder, 'promptfooconfig.yaml', damaged(PROMPTFOO, luck)), { javascript: false }),
	},
	{
		name: 'import bfcl',
		share: 1,
		async read(luck, folder) {
			const files = [
				written(folder, 'questions.json', damaged(BFCL, luck)),
				written(folder, 'answers.json', damaged(BFCL_ANSWERS, luck)),
			];
			for await (const item of readBfcl(files)) JSON.stringify(item);
		},
	},
	{
		name: 'import functionchat',
		share: 1,
		async read(luck, folder) {
			const file = written(folder, 'dialog.jsonl', damaged(luck.pick(FUNCTIONCHAT), luck));
			for await (const item of readFunctionChat([file])) JSON.stringify(item);
		},
	},
];

const GGUF = smallGguf(64);

function written(folder: string, name: string, content: string | Uint8Array): string {
	const file = join(folder, name);
	writeFileSync(file, content);
	return file;
}

/** By its places, or by its text. */
function damaged(value: JsonValue, luck: Chance): string {
	return luck.happens(0.7) ? JSON.stringify(damagedValue(value, luck)) : damagedText(JSON.stringify(value), luck);
}

const PARAMETERS = { type: 'dict', properties: { city: { type: 'string' } }, required: ['city'] };
const WEATHER = { name: 'get_weather', description: 'Weather of a city.', parameters: PARAMETERS };
const BFCL = { id: 'simple_python_0', question: [[{ role: 'user', content: 'Rain in Rome?' }]], function: [WEATHER] };
const BFCL_ANSWERS = { id: 'simple_python_0', ground_truth: [{ get_weather: { city: ['Rome', ''], unit: ['C'] } }] };

const TOOL = { type: 'function', function: { ...WEATHER, parameters: { ...PARAMETERS, type: 'object' } } };
const CALL = { id: 'c1', type: 'function', function: { name: 'get_weather', arguments: '{"city":"로마"}' } };
const USER = { role: 'user', content: '로마 날씨?' };
const FUNCTIONCHAT: readonly [JsonValue, JsonValue, JsonValue] = [
	{
		function_num: 1,
		function_name: 'get_weather',
		query: [{ serial_num: 7, content: '로마 날씨' }],
		ground_truth: [{ serial_num: 7, content: '{"name":"get_weather","arguments":"{\\"city\\":\\"로마\\"}"}' }],
		acceptable_arguments: [{ serial_num: 7, content: '{"city":["Rome"]}' }],
		tools: [{ type: 'exact', content: [TOOL] }],
	},
	{
		dialog_num: 1,
		tools_count: 1,
		tools: [TOOL],
		turns: [{ turn_num: 1, serial_num: 1, query: [USER], ground_truth: { content: '?' }, type_of_output: 'slot' }],
	},
	{
		serial_num: 4,
		category: 'CALL',
		input_messages: [USER],
		input_tools: [TOOL],
		type_of_output: 'call',
		ground_truth: { role: 'assistant', tool_calls: [CALL] },
		acceptable_arguments: 'Only ground truth is allowed.',
	},
];

const PROMPTFOO: JsonValue = {
	description: 'recipes',
	prompts: [
		'Say {{what}} in Korean',
		[
			{ role: 'system', content: 'Be brief.' },
			{ role: 'user', content: '{{what}}' },
		],
	],
	providers: [{ id: 'openai:chat:x', config: { tools: [TOOL], temperature: 0 } }],
	defaultTest: { assert: [{ type: 'is-json' }] },
	tests: [
		{
			vars: { what: 'hello' },
			assert: [
				{ type: 'contains', value: '안녕' },
				{ type: 'regex', value: '^[가-힣]+' },
			],
		},
		{
			vars: { what: ['a', 'b'] },
			assert: [
				{ type: 'equals', value: '{{what}}' },
				{ type: 'latency', threshold: 9 },
			],
		},
	],
};
