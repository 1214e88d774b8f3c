import type { JsonValue } from '../../../src/base/json.ts';
import { parseData } from '../../../src/config/data-text.ts';
import { readConfig } from '../../../src/config/schema.ts';
import type { Dialect } from '../../../src/dialects/dialect.ts';
import { DIALECTS } from '../../../src/dialects/dialects.ts';
import { readGate } from '../../../src/summary/gate/rules.ts';
import type { Chance } from '../trial/chance.ts';
import type { FuzzTarget } from './fuzz.ts';
import { damagedText, damagedValue, STRANGE } from './mutation.ts';

/** Readers of text: dialects, configs, gates. */
export const TEXT_TARGETS: readonly FuzzTarget[] = [
	...DIALECTS.flatMap((dialect) =>
		(['strict', 'lenient'] as const).map((reading) => ({
			name: `dialect ${dialect.name}, ${reading}`,
			share: 6,
			read: (luck: Chance) => readChunks(dialect, reading, damagedText(luck.pick(SAID), luck, TOKENS), luck),
		})),
	),
	{
		name: 'config',
		share: 3,
		read: (luck) => void readConfig(damagedValue(CONFIG, luck), { file: 'gemmark.config.yaml' }),
	},
	{
		name: 'config, YAML',
		share: 2,
		read(luck) {
			const { content } = parseData(damagedText(CONFIG_YAML, luck), 'gemmark.config.yaml');
			readConfig(content, { file: 'gemmark.config.yaml' });
		},
	},
	{ name: 'gate', share: 5, read: (luck) => void readGate(damagedValue(GATE, luck), 'gate.yaml') },
];

/** Calls as the dialects write them. */
const SAID = [
	'기록부터 볼게요.<|tool_call>call:get_records{days:7,unit:<|"|>분<|"|>}<tool_call|>',
	'<|channel>thought\n생각<channel|>네.<|tool_call>call:a{b:{c:[1,2.5,true,null]},d:<|"|>e<|"|>}<tool_call|><|tool_response>',
	'<start_function_call>call:get_records{days:<escape>7<escape>}<end_function_call>',
	'네.\n```json\n{"name": "get_records", "parameters": {"days": 7, "note": "가\\n나"}}\n```\n',
	'[get_records(days=7, note="가", list=[1, 2], deep={"a": None})]',
	"```tool_code\nprint(get_records(days=7, note='가'))\n```",
	'<tool_code>{"name": "get_records", "parameters": {"days": 7}}</tool_code>',
] as const;

const TOKENS: readonly string[] = [
	...STRANGE,
	...['<|tool_call>', '<tool_call|>', '<|tool_response>', '<tool_response|>', '<|"|>', '<|channel>', '<channel|>'],
	...['<turn|>', '<|turn>', 'call:', '<escape>', '<start_function_call>', '<end_function_call>', '<eos>', '<bos>'],
	...['```', '```json\n', '```tool_code\n', '<tool_code>', '</tool_code>', 'print(', '{"name":', '"parameters":'],
];

/** In chunks of any size; the end is reported once. Twice the text is more than a reader may give back. */
function readChunks(dialect: Dialect, reading: 'strict' | 'lenient', text: string, luck: Chance): void {
	const parser = dialect.parser(reading);
	const spans = [];
	for (let at = 0; at < text.length; ) {
		const size = luck.whole(1, 24);
		spans.push(...parser.push(text.slice(at, at + size)));
		at += size;
	}
	spans.push(...parser.end());
	const chars = spans.reduce((sum, span) => sum + ('text' in span ? span.text.length : 0), 0);
	if (chars > 2 * text.length) throw new Error(`${chars} characters of text are read from ${text.length}`);
}

const CONFIG: JsonValue = {
	app: { name: 'recipes', language: 'ko', system: 'system.md', tools: 'tools.json', answers: 'answers.yaml' },
	suites: [
		{ kind: 'prefix', corpus: 'prompts.csv', decision: { hits: 4, of: 12, paths: { A: { title: '남긴다' } } } },
		{ kind: 'tools', corpus: 'calls.jsonl' },
	],
	targets: [{ runner: 'llama-cpp', model: 'hf:user/repo:Q4_0', threads: 2 }],
	seed: 1,
	epochs: 2,
	temperature: 0.5,
	maxTokens: 64,
	limit: 3,
};

const CONFIG_YAML = `app:
  name: recipes
  language: ko
  system: &s prompts/system.md
  tools: [ { name: a, description: "b", parameters: { type: object } } ]
suites:
  - kind: prefix
    corpus: corpus/prompts.csv
    decision: { hits: 4, of: 12 }
targets:
  - { runner: llama-cpp, model: "hf:user/repo:Q4_0" }
`;

const GATE: JsonValue = {
	version: 1,
	rules: [
		{ metric: 'prefix.hits', min: 5 },
		{ metric: 'frame.free.valid', max: 0.9, soft: true },
		{ metric: 'prefix.rate', maxDrop: '5%' },
		{ metric: 'latency.p50', maxRise: 0.1 },
	],
};
