import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dialogSample } from '../../suites/dialogs/index.ts';
import { UsageError } from '../base/errors.ts';
import { configErrorOf, configFolderFixture } from '../testing/config-folder-fixture.ts';
import { saying } from '../testing/saying.ts';
import { readBfcl } from './bfcl.ts';
import { readFunctionChat } from './functionchat.ts';
import { type ImportedItem, importBenchmark } from './import.ts';

const lines = (...rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const weather = {
	name: 'get_weather',
	description: 'Weather of a city.',
	parameters: { type: 'dict', properties: { city: { type: 'string' } }, required: ['city'] },
};
const user = (content: string): object => ({ role: 'user', content });

/** In the shape of github.com/ShishirPatil/gorilla, berkeley-function-call-leaderboard/bfcl_eval/data; written by hand. */
const BFCL = {
	'questions.json': lines(
		{ id: 'simple_python_0', question: [[user('Rain in Rome?')]], function: [weather] },
		{
			id: 'live_irrelevance_3-1-0',
			question: [[{ role: 'system', content: 'Be brief.' }, user('Hi')]],
			function: [weather],
		},
		{ id: 'live_relevance_1-0-0', question: [[user('a'), user('b')]], function: [weather] },
		{ id: 'multi_turn_base_0', question: [[user('a')], [user('b')]] },
		{ id: 'simple_java_0', question: [[user('a')]], function: [weather] },
		{ id: 'multiple_9', question: [[user('a')]], function: [weather] },
		{ id: 'simple_python_0', question: [[user('Rain in Rome?')]], function: [weather] },
	).concat('{"id": \n'),
	'answers.json': lines({
		id: 'simple_python_0',
		ground_truth: [{ get_weather: { city: ['Rome', 'Roma'], unit: ['C', ''] } }],
	}),
};

const tool = { type: 'function', function: { ...weather, parameters: { ...weather.parameters, type: 'object' } } };
const call = (args: string): object => ({
	id: 'random_id',
	type: 'function',
	function: { name: 'get_weather', arguments: args },
});
const answered = [
	user('로마 날씨?'),
	{ role: 'assistant', content: null, tool_calls: [call('{"city":"로마"}')] },
	{ role: 'tool', tool_call_id: 'random_id', name: 'get_weather', content: '{"sky":"맑음"}' },
];
/** In the shape of github.com/kakao/FunctionChat-Bench, data; written by hand. */
const FUNCTIONCHAT = {
	'Singlecall.jsonl': lines({
		function_num: 1,
		function_name: 'get_weather',
		query: [{ serial_num: 7, content: '로마 날씨 알려 줘' }],
		ground_truth: [{ serial_num: 7, content: '{"name":"get_weather","arguments":"{\\"city\\": \\"로마\\"}"}' }],
		acceptable_arguments: [{ serial_num: 7, content: '{"city":["Rome"],"unit":"C"}' }],
		tools: [
			{ type: 'exact', content: [tool] },
			{ type: '4_close', content: [tool, { ...tool, function: { ...tool.function, name: '' } }] },
		],
	}),
	'Dialog.jsonl': lines({
		dialog_num: 1,
		tools_count: 1,
		tools: [tool],
		turns: [
			{
				turn_num: 1,
				serial_num: 1,
				query: [user('날씨?')],
				ground_truth: { content: '어디요?' },
				type_of_output: 'slot',
			},
			{
				turn_num: 2,
				serial_num: 2,
				query: answered,
				ground_truth: { content: '맑아요.' },
				type_of_output: 'completion',
			},
		],
	}),
	'CallDecision.jsonl': lines({
		serial_num: 4,
		category: 'CALL',
		input_messages: [{ role: 'system', content: '짧게.' }, user('로마 날씨?')],
		input_tools: [tool],
		type_of_output: 'call',
		ground_truth: { role: 'assistant', tool_calls: [call('{"city":"로마"}')] },
		acceptable_arguments: 'Only ground truth is allowed.',
	}),
};

async function imported(
	read: (files: readonly string[]) => AsyncIterable<ImportedItem>,
	files: Readonly<Record<string, string>>,
): Promise<readonly ImportedItem[]> {
	const folder = configFolderFixture(files);
	const items = await Array.fromAsync(read(Object.keys(files).map((name) => join(folder, name))));
	return items.map((item) => ({ ...item, place: item.place.replace(`${folder}/`, '') }));
}
const samplesOf = (items: readonly ImportedItem[]): readonly unknown[] =>
	items.flatMap((item) => ('sample' in item ? item.sample : []));
const refusedOf = (items: readonly ImportedItem[]): readonly string[] =>
	items.flatMap((item) => ('refused' in item ? `${item.place}: ${item.refused}` : []));

describe('readBfcl', () => {
	it('takes single turns, with the answers of another file', async () => {
		const samples = samplesOf(await imported(readBfcl, BFCL));
		expect(samples).toMatchObject([
			{
				id: 'simple-python-0',
				turn: 'call',
				input: 'Rain in Rome?',
				tools: [{ name: 'get_weather', parameters: { type: 'object' } }],
				expected: [{ tool: 'get_weather', arguments: { city: 'Rome' } }],
				possible: [{ tool: 'get_weather', arguments: { city: ['Rome', 'Roma'], unit: ['C', ''] } }],
				category: 'simple_python',
			},
			{ id: 'live-irrelevance-3-1-0', turn: 'relevance', system: 'Be brief.', expected: [] },
			{ id: 'live-relevance-1-0-0', turn: 'call', input: 'a\n\nb', possible: 'any' },
		]);
		for (const sample of samples)
			expect(dialogSample.safeParse(JSON.parse(JSON.stringify(sample))).error).toBeUndefined();
	});

	it('refuses all else by its reason and place', async () => {
		expect(refusedOf(await imported(readBfcl, BFCL))).toEqual([
			"questions.json:4: multi_turn_base: several turns that need BFCL's back ends",
			'questions.json:5: simple_java: arguments are source text of another language, which only BFCL parses',
			'questions.json:6: multiple: none of the files has its possible answer',
			'questions.json:7: the id was imported already',
			'questions.json:8: the line is not a JSON object',
		]);
	});

	it('refuses what no model could be judged by, and takes an answer of the same file', async () => {
		const row = (id: string): object => ({ id, question: [[user('Rain?')]], function: [weather] });
		const answer = (id: string, name: string, city: string): object => ({
			id,
			ground_truth: [{ [name]: { city: [city] } }],
		});
		const rows = [
			...[row('simple_0'), row('simple_1'), row('simple_2')],
			...['Rome', 'Rome'].map((city) => answer('simple_0', 'get_weather', city)),
			...['Rome', 'Oslo'].map((city) => answer('simple_1', 'get_weather', city)),
			...[answer('simple_2', 'weather_of', 'Rome'), answer('simple_3', 'get_weather', 'Rome')],
			...[
				row('simple_4'),
				{ ...row('simple_4'), question: [[user('Snow?')]] },
				answer('simple_4', 'get_weather', 'Rome'),
			],
			...[row('irrelevance_5'), answer('irrelevance_5', 'get_weather', 'Rome')],
		];
		const items = await imported(readBfcl, { 'all.json': lines(...rows) });
		expect(samplesOf(items)).toMatchObject([{ id: 'simple-0', possible: [{ tool: 'get_weather' }] }]);
		expect(refusedOf(items).map((line) => line.replace(/at .*\/all/u, 'at all'))).toEqual([
			'all.json:2: simple: it has two different possible answers, one at all.json:7',
			'all.json:3: the right call uses weather_of, which is not declared',
			...[10, 11].map((line) => `all.json:${line}: the same id has two different rows`),
			'all.json:13: irrelevance: no call is right, but it has a possible answer',
			'all.json:9: a possible answer without its question',
		]);
	});

	it.each<[object, string | undefined]>([
		[{ city: ['Rome'], units: ['C', ''] }, undefined],
		[{ city: ['Rome'], unit: ['c'] }, undefined],
		[{ city: ['Rome'], at: [{ hour: ['', 9], day: [''] }] }, undefined],
		[{ city: [''] }, undefined],
		[{ cty: ['Rome'] }, "cty: is no argument of the tool; did you mean 'city'?"],
		[{ unit: ['C'] }, 'lacks city, which is required'],
		[{ city: [] }, 'city: no value is right'],
		[{ city: [7, null] }, 'city: must be text'],
		[{ city: ['Rome'], unit: ['K'] }, 'unit: must be one of "C", "F"'],
		[{ city: ['Rome'], at: [{ hour: ['ten'] }] }, 'at: hour must be a number'],
	])('takes the possible answer %j only where its tool does: %s', async (args, problem) => {
		const parameters = {
			type: 'dict',
			properties: {
				city: { type: 'string' },
				unit: { type: 'string', enum: ['C', 'F'] },
				at: { type: 'dict', properties: { hour: { type: 'integer' }, day: { type: 'string' } } },
			},
			required: ['city'],
		};
		const row = { id: 'simple_0', question: [[user('Rain?')]], function: [{ ...weather, parameters }] };
		const items = await imported(readBfcl, {
			'all.json': lines({ ...row, ground_truth: [{ get_weather: args }] }),
		});
		expect(refusedOf(items).map((line) => line.replace(/^.*get_weather:? /u, ''))).toEqual(
			problem === undefined ? [] : [problem],
		);
	});

	it('asks for the questions where there are answers only, and for files that are there', async () => {
		const folder = configFolderFixture({ 'answers.json': BFCL['answers.json'] });
		const read = (name: string): Promise<unknown> => Array.fromAsync(readBfcl([join(folder, name)]));
		expect(await configErrorOf(() => read('answers.json'), folder)).toEqual(saying('config.import-answers-only'));
		expect(await configErrorOf(() => read('none.json'), folder)).toBe('none.json: no such file');
	});
});

describe('readFunctionChat', () => {
	it('takes single calls, dialogs and call decisions, and refuses a set of tools alone', async () => {
		const items = await imported(readFunctionChat, FUNCTIONCHAT);
		const expected = [{ tool: 'get_weather', arguments: { city: '로마' }, acceptable: { city: ['Rome'] } }];
		const samples = samplesOf(items);
		expect(samples).toMatchObject([
			{ id: 'singlecall-7-exact', turn: 'call', expected, category: 'singlecall_exact' },
			{ id: 'dialog-1-1', turn: 'slot', input: '날씨?', category: 'dialog_slot' },
			{
				id: 'dialog-1-2',
				turn: 'completion',
				input: '로마 날씨?',
				called: [{ tool: 'get_weather', arguments: { city: '로마' }, response: { sky: '맑음' } }],
			},
			{ id: 'calldecision-4', turn: 'call', system: '짧게.', expected: [{ arguments: { city: '로마' } }] },
		]);
		for (const sample of samples)
			expect(dialogSample.safeParse(JSON.parse(JSON.stringify(sample))).error).toBeUndefined();
		expect(refusedOf(items)).toEqual(["Singlecall.jsonl:1: a prompt cannot contain a tool named ''"]);
		const other = FUNCTIONCHAT['CallDecision.jsonl'].replace('"name":"get_weather"', '"name":"weather_of"');
		expect(refusedOf(await imported(readFunctionChat, { 'CallDecision.jsonl': other }))).toEqual([
			'CallDecision.jsonl:1: the right call uses get_weather, which is not declared',
		]);
	});

	it('refuses what no model can answer, and both rows that contradict each other', async () => {
		const row = FUNCTIONCHAT['CallDecision.jsonl'];
		const other = (from: string, to: string): string =>
			row.replace('"serial_num":4', '"serial_num":5').replace(from, to);
		const said = (text: string): Promise<readonly string[]> =>
			imported(readFunctionChat, { 'CallDecision.jsonl': text }).then(refusedOf);
		const refused = [
			other('{\\"city', '{\\"cty'),
			other('\\"로마\\"', '\\"*\\"').replace('"serial_num":5', '"serial_num":6'),
			other('"type_of_output":"call"', '"type_of_output":"slot"').replace('"serial_num":5', '"serial_num":7'),
		];
		expect(await said(refused.join(''))).toEqual([
			"CallDecision.jsonl:1: the right call of get_weather: cty: is no argument of the tool; did you mean 'city'?",
			"CallDecision.jsonl:2: city: the expected value is '*', which matches any value here",
			'CallDecision.jsonl:3: its kind is slot, but its right answer is a call',
		]);
		expect(await said(row + other('"serial_num":5', '"serial_num":4') + row.replaceAll('로마', '파리'))).toEqual(
			[1, 2, 3].map((line) => `CallDecision.jsonl:${line}: the same id has two different rows`),
		);
	});
});

describe('importBenchmark', () => {
	it('writes config, corpus and what was refused into a new folder', async () => {
		const folder = configFolderFixture(BFCL);
		const out = join(folder, 'out');
		const files = Object.keys(BFCL).map((name) => join(folder, name));
		const report = await importBenchmark(readBfcl(files), { folder: out, config: 'app: {}\n', system: '짧게.' });
		expect(report.imported).toBe(3);
		expect(Object.fromEntries(report.categories)).toEqual({ simple_python: 1, live_irrelevance: 1, live_relevance: 1 });
		expect([...report.refused.values()].map(({ count }) => count)).toEqual([1, 1, 1, 1, 1]);
		const rows = (name: string): number => readFileSync(join(out, name), 'utf8').trim().split('\n').length;
		expect([rows('corpus.jsonl'), rows('refused.jsonl')]).toEqual([3, 5]);
		const again = importBenchmark(readBfcl(files), { folder: out, config: '', system: '' });
		await expect(again).rejects.toThrow(UsageError);
	});

	it('makes and removes nothing where its folder is a link that leads nowhere', async () => {
		const folder = configFolderFixture();
		const out = join(folder, 'out');
		symlinkSync(join(folder, 'gone'), out);
		await expect(importBenchmark(readBfcl([]), { folder: out, config: '', system: '' })).rejects.toMatchObject({
			said: { code: 'usage.import-folder-exists' },
		});
		expect(readdirSync(folder)).toEqual(['out']);
	});

	it('says why nothing could be imported', async () => {
		const folder = configFolderFixture({ 'q.json': lines({ id: 'web_search_1', question: [[user('a')]] }) });
		const files = { folder: join(folder, 'out'), config: '', system: '' };
		expect(await configErrorOf(() => importBenchmark(readBfcl([join(folder, 'q.json')]), files), folder)).toBe(
			"nothing could be imported: q.json:1: web_search: an agent that needs BFCL's back ends",
		);
		expect(existsSync(files.folder)).toBe(false);
	});
});
