import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { takeCp949Files } from '../../base/read-file.ts';
import { expectedCallSchema } from '../../eval/match/calls.ts';
import { configErrorOf, configFolderFixture } from '../../testing/config-folder-fixture.ts';
import { readCorpusRows } from './corpus-rows.ts';

const call = z.strictObject({
	tool: z.string().min(1),
	arguments: z.record(z.string(), z.json()).default({}),
});
const schema = z.strictObject({
	id: z.string().regex(/^[a-z0-9-]+$/, 'must be lower-case letters, digits and hyphens'),
	input: z.string().min(1),
	kind: z.enum(['single', 'irrelevant']).optional(),
	weight: z.number().optional(),
	confirm: z.boolean().optional(),
	expected: z.array(call).max(3).optional(),
});

const ROWS = [
	{ id: 's01', input: '김치찌개', expected: [{ tool: 'search', arguments: { keyword: '김치' } }] },
	{ id: 's02', input: '고마워, 안녕', kind: 'irrelevant' },
];

function read(name: string, content: string | Uint8Array) {
	return readCorpusRows(join(configFolderFixture({ [name]: content }), name), schema);
}

function failureOf(name: string, content: string | Uint8Array): Promise<string> {
	const folder = configFolderFixture({ [name]: content });
	return configErrorOf(() => readCorpusRows(join(folder, name), schema), folder);
}

const utf16 = (text: string): Uint8Array => Buffer.from(`\uFEFF${text}`, 'utf16le');
const COMMA =
	'input,kind,expected\n김치찌개,,"[{""tool"":""search"",""arguments"":{""keyword"":""김치""}}]"\n"고마워, 안녕",irrelevant,\n';
const DOTTED =
	'input\tkind\texpected.tool\texpected.arguments.keyword\n김치찌개\t\tsearch\t김치\n고마워, 안녕\tirrelevant\n';

describe('readCorpusRows', () => {
	it.each<[string, string | Uint8Array]>([
		['a.jsonl', `${ROWS.map((row) => JSON.stringify(row)).join('\n\n')}\n`],
		['a.json', JSON.stringify(ROWS)],
		[
			'a.yaml',
			'- input: 김치찌개\n  expected: [{ tool: search, arguments: { keyword: 김치 } }]\n- input: 고마워, 안녕\n  kind: irrelevant\n',
		],
		['a.csv', COMMA],
		['sep.csv', `sep=,\r\n${COMMA}`],
		['bom.csv', `\uFEFF${COMMA.replaceAll('\n', '\r\n')}`],
		['nfd.csv', COMMA.normalize('NFD')],
		['utf16.csv', utf16(COMMA)],
		['blank.csv', `\n${COMMA}\n,,\n`],
		['excel.csv', COMMA.replaceAll('\n', ',,,\n')],
	])('reads %s', (name, content) => {
		expect(read(name, content)).toEqual(ROWS);
	});

	it.each([
		['tab', DOTTED],
		['semicolon', DOTTED.replaceAll('\t', ';')],
	])('reads dotted columns of a CSV with a %s', (_, content) => {
		expect(read('a.csv', content)).toEqual([ROWS[0], { ...ROWS[1], expected: [] }]);
	});

	it.each<[string, string, unknown]>([
		[
			'id,input,expected.tool,expected.arguments.item,expected.arguments.n',
			'view,,',
			[{ tool: 'view', arguments: {} }],
		],
		['id,input,expected.tool,expected.arguments.item,expected.arguments.n', ',,', []],
		['id,input,expected.tool,expected.arguments', 'view,', [{ tool: 'view', arguments: {} }]],
		['id,input,expected.tool,expected.arguments', 'view,{}', [{ tool: 'view', arguments: {} }]],
		[
			'id,input,expected.tool,expected.arguments.item,expected.1.tool,expected.1.arguments.item',
			'add,milk,view,',
			[
				{ tool: 'add', arguments: { item: 'milk' } },
				{ tool: 'view', arguments: {} },
			],
		],
		[
			'id,input,expected.tool,expected.arguments.item,expected.1.tool,expected.1.arguments.item',
			'view,,,',
			[{ tool: 'view', arguments: {} }],
		],
		[
			'id,input,expected.tool,expected.arguments.item,expected.acceptable.item',
			'view,,',
			[{ tool: 'view', arguments: {} }],
		],
	])('reads a call whose cells of arguments are empty as one without any: %s', (header, cells, expected) => {
		const calling = z.strictObject({ id: z.string(), input: z.string(), expected: z.array(expectedCallSchema) });
		const folder = configFolderFixture({ 'a.csv': `${header}\na,x,${cells}\n` });
		expect(readCorpusRows(join(folder, 'a.csv'), calling)[0]?.expected).toEqual(expected);
	});

	it('does not guess missing arguments of a call, in any format', async () => {
		const calling = z.strictObject({ id: z.string(), expected: z.array(expectedCallSchema) });
		for (const [name, content] of [
			['a.csv', 'id,expected.tool\na,view\n'],
			['a.jsonl', '{"expected":[{"tool":"view"}]}\n'],
		] as const) {
			const folder = configFolderFixture({ [name]: content });
			expect(await configErrorOf(() => readCorpusRows(join(folder, name), calling), folder)).toMatch(
				/expected\[0\]\.arguments: is missing \(\{\} where the call has none\)$/u,
			);
		}
	});

	it('reads numbers and booleans by the schema, and text that looks like JSON', () => {
		const rows = read('a.csv', 'input,weight,confirm,expected.0.tool,expected.1.tool\n[긴급] 3,0.5,TRUE,a,b\n12,,,,\n');
		expect(rows).toEqual([
			{
				id: 's01',
				input: '[긴급] 3',
				weight: 0.5,
				confirm: true,
				expected: [
					{ tool: 'a', arguments: {} },
					{ tool: 'b', arguments: {} },
				],
			},
			{ id: 's02', input: '12', expected: [] },
		]);
	});

	it('reads rows that spreadsheets fill with empty cells', () => {
		const rows = read('a.csv', 'id,input\na,x,,,\nb,y\n');
		expect(rows).toMatchObject([
			{ id: 'a', input: 'x' },
			{ id: 'b', input: 'y' },
		]);
	});

	it('reads an argument that only starts like JSON as text', () => {
		const rows = read(
			'a.csv',
			'input,expected.tool,expected.arguments.tag,expected.arguments.to.note,expected.arguments.days\nx,a,[긴급] 우유,{메모,"[1, 2]"\n',
		);
		expect(rows).toMatchObject([
			{ expected: [{ tool: 'a', arguments: { tag: '[긴급] 우유', to: { note: '{메모' }, days: [1, 2] } }] },
		]);
	});

	it('has the place of each row', () => {
		const folder = configFolderFixture({ 'a.csv': 'id,input\n\na,"two\nlines"\nb,x\n' });
		const places: string[] = [];
		readCorpusRows(join(folder, 'a.csv'), schema, ({ id }, place) => places.push(`${id} ${place}`));
		expect(places).toEqual([`a ${folder}/a.csv:3`, `b ${folder}/a.csv:5`]);
	});

	it('pads generated ids to the size of the corpus, and keeps given ones', () => {
		const rows = Array.from({ length: 100 }, (_, index) =>
			index === 1 ? '{"id":"own","input":"x"}' : '{"input":"x"}',
		);
		const ids = read('a.jsonl', rows.join('\n')).map(({ id }) => id);
		expect([ids[0], ids[1], ids[99]]).toEqual(['s001', 'own', 's100']);
	});

	it.each<[string, string | Uint8Array, string | RegExp]>([
		['a.jsonl', '', 'a.jsonl: no samples'],
		['a.csv', ' \n', 'a.csv: no samples'],
		['a.csv', 'id,input\n', 'a.csv: no samples'],
		['a.yaml', '[]', 'a.yaml: no samples'],
		['a.yaml', 'input: x', 'a.yaml: must be a list of rows'],
		['a.txt', 'x', 'a.txt: not a corpus'],
		['a.jsonl', '{"input":"x"}\n{"input":', 'a.jsonl:2: not JSON'],
		['a.jsonl', '{"input":"x"}\n{"input":"x","input":"y"}', 'a.jsonl:2: a field is repeated in one object'],
		['a.jsonl', '3', 'a.jsonl:1: must be an object'],
		['a.jsonl', '{"input":"x"}\n{"input":3}', 'a.jsonl:2: input: must be text'],
		['a.jsonl', '{"input":"x","inputt":"y"}', "a.jsonl:1: inputt: is not a field here; did you mean 'input'?"],
		['a.jsonl', '{"input":"x","__proto__":{}}', 'a.jsonl:1: __proto__: is not a field here'],
		[
			'a.jsonl',
			'{"input":"x","expected":[{"tol":"y"}]}',
			"a.jsonl:1: expected[0].tol: is not a field here; did you mean 'tool'? (and 1 more)",
		],
		['a.jsonl', `{"input":${'['.repeat(5000)}${']'.repeat(5000)}}`, 'a.jsonl:1: nested deeper than 100 levels'],
		['a.yaml', '- input: x\n- input: y\n  kind: z', 'a.yaml:3: kind: must be one of "single", "irrelevant"'],
		['a.yaml', '- &a {input: x}\n- *b', 'a.yaml:2: *b has no anchor (&b) that ends before it'],
		['a.json', '[{"id":"a","input":"x"},\n{"id":"a","input":"y"}]', "a.json:2: id: 'a' is already used at a.json:1"],
		['a.jsonl', '{"input":"x"}\n{"id":"s01","input":"y"}', "a.jsonl:2: id: 's01' is already used at a.jsonl:1"],
		['a.csv', 'id,input\nA b,x', 'a.csv:2: id: must be lower-case letters, digits and hyphens'],
		['a.csv', 'id|input\na|x', "a.csv:1: only one column, 'id|input', separated by '|'"],
		['a.csv', 'p01,안녕\np02,밥', "a.csv:1: no header: 'p01, 안녕' is not a field"],
		['a.csv', 'id,inptu\na,x', "a.csv:1: column 'inptu' is not a field; did you mean 'input'?"],
		['a.csv', 'id,input,note\na,x,', "a.csv:1: column 'note' is not a field"],
		['a.csv', 'id,input,expected.tol\na,x,y', "a.csv:1: column 'expected.tol' is not a field; did you mean 'tool'?"],
		['a.csv', 'id,input,__proto__.x\na,x,y', "a.csv:1: column '__proto__.x' is not a field"],
		['a.csv', 'id,,input\na,,y', 'a.csv:1: column 2 has no name'],
		['a.csv', 'id,input,,\na,x,,\nb,x,,y', 'a.csv:3: column 4 has a value here but no name'],
		['a.csv', 'id,input,input\na,x,y', "a.csv:1: columns 'input' and 'input' set the same field"],
		[
			'a.csv',
			'id,input,expected,expected.tool\na,x,,',
			"a.csv:1: columns 'expected' and 'expected.tool' set the same field",
		],
		['a.csv', 'id,input\na,x,y', 'a.csv:2: 3 cells, but the header has 2'],
		['a.csv', 'id,input\na,"x', 'a.csv:2: not CSV: a quote in this cell is never closed'],
		['a.csv', 'id,input\na,"x ""y"" \nz"\nb, "open\nc,d\n', 'a.csv:4: not CSV: a quote in this cell is never closed'],
		[
			'a.csv',
			'id;input\na;"x\nb;"y"\nc;z',
			'a.csv:2: not CSV: a quoted cell continues after its closing quote in line 3',
		],
		['a.csv', 'id,input\na,x"y"', /^a\.csv:2: not CSV: Invalid Opening Quote/u],
		['a.csv', 'id,input,expected\na,x,[1', "a.csv:2: column 'expected': not JSON"],
		['a.csv', 'id,input,weight\na,x,heavy', 'a.csv:2: weight: must be a number'],
		['a.csv', 'id,input\na,', 'a.csv:2: input: is missing'],
		['a.csv', new Uint8Array([0x69, 0x64, 0xc8, 0x0a]), 'a.csv: not UTF-8'],
		['a.csv', utf16('id,input\na,x').slice(2), 'a.csv: not UTF-8'],
		['a.yaml', '- input: x\n'.repeat(1_000_000), 'a.yaml: larger than 2000000 bytes'],
	])('rejects %s in one line (%#)', async (name, content, line) => {
		const message = await failureOf(name, content);
		if (line instanceof RegExp) expect(message).toMatch(line);
		else expect(message).toBe(line);
	});
});

it('reads columns like_this as fields likeThis', () => {
	const named = z.strictObject({ id: z.string(), endState: z.string() });
	const folder = configFolderFixture({ 'a.csv': 'id,end_state\na,unchanged\n' });
	expect(readCorpusRows(join(folder, 'a.csv'), named)[0]).toEqual({ id: 'a', endState: 'unchanged' });
});

it.each([
	[
		'rows.jsonl',
		'{"id":"a","input":"x","expected":[{"tool":"f","arguments":{"n":9007199254740993}}]}\n',
		'rows.jsonl:1',
	],
	[
		'rows.yaml',
		'- id: a\n  input: x\n  expected:\n    - { tool: f, arguments: { n: 9007199254740993 } }\n',
		'rows.yaml:3',
	],
])('an expected integer that JavaScript rounds is rejected in %s', async (name, rows, place) => {
	expect(await failureOf(name, rows)).toContain(`${place}: expected: an integer beyond 2^53 loses digits`);
	expect(read(name, rows.replace('9007199254740993', '9007199254740992'))).toHaveLength(1);
});

it('reads a CSV of a Korean Excel as CP949, and says so', () => {
	const row = z.strictObject({ id: z.string(), input: z.string() });
	// '됬', which EUC-KR does not have.
	const folder = configFolderFixture({ 'a.csv': Buffer.from([...Buffer.from('id,input\na,'), 0x89, 0xe7, 0x0a]) });
	takeCp949Files();
	expect(readCorpusRows(join(folder, 'a.csv'), row)[0]).toEqual({ id: 'a', input: '됬' });
	expect(takeCp949Files().map((file) => basename(file))).toEqual(['a.csv']);
});
