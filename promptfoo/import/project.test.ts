import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compose } from '../../run/compose/compose.ts';
import { openConfig } from '../../run/compose/open-config.ts';
import { configFolderFixture } from '../../src/testing/config-folder-fixture.ts';
import { importedProject } from './project.ts';

const CONFIG = `description: 여행 도우미
prompts:
  - '{{country}}의 수도는?'
  - '[{"role":"system","content":"Answer in {{lang}}."},{"role":"user","content":"Capital of {{ country }}?"}]'
  - file://prompts.py
providers:
  - id: openai:chat:some
    config: { tools: file://tools.json }
defaultTest:
  vars: { lang: Korean }
  assert: [{ type: not-contains, value: ERROR }]
tests:
  - vars: { country: [한국, 프랑스] }
    assert:
      - { type: icontains, value: '{{country}}' }
      - { type: llm-rubric, value: is polite }
      - { type: javascript, value: output.length < 200 }
  - file://more.yaml
  - { vars: { nation: x } }
  - { vars: { country: 독일 }, threshold: 0.5, assert: [{ type: contains, value: 베를린 }] }
  - { vars: { country: 일본 }, asserts: [{ type: contains, value: 도쿄 }] }
  - { vars: { country: 영국 }, assert: [{ type: contains, valeu: 런던 }] }
`;
const FILES = {
	'promptfooconfig.yaml': CONFIG,
	'more.yaml': '- vars: { country: 미국 }\n  assert:\n    - { type: regex, value: "^[A-" }\n    - { type: is-json }\n',
	'tools.json': '[{"type":"function","function":{"name":"find","parameters":{"type":"object","properties":{}}}}]',
};

function imported(files: Readonly<Record<string, string>>, javascript = false) {
	const folder = configFolderFixture(files);
	const project = importedProject(join(folder, 'promptfooconfig.yaml'), { javascript });
	return { folder, ...project, refused: project.refused.map((line) => line.replaceAll(`${folder}/`, '')) };
}

describe('importedProject', () => {
	it('reads no file outside of its folder, by dots or by a link', async () => {
		const folder = configFolderFixture({ 'promptfooconfig.yaml': 'prompts: [file://link/hostname]\ntests: [{}]\n' });
		symlinkSync('/etc', join(folder, 'link'));
		const file = join(folder, 'promptfooconfig.yaml');
		const outside = expect.objectContaining({ said: expect.objectContaining({ code: 'promptfoo.outside' }) });
		expect(() => importedProject(file, { javascript: false })).toThrow(outside);
		writeFileSync(file, 'prompts: [file://../hostname.txt]\ntests: [{}]\n');
		expect(() => importedProject(file, { javascript: false })).toThrow(outside);
	});

	it('asks every prompt with the vars of every test, and keeps what can be judged here', () => {
		const { samples } = imported(FILES);
		expect(samples.map(({ id, input }) => `${id} ${input}`)).toEqual([
			't001-p1 한국의 수도는?',
			't001-p2 Capital of 한국?',
			't002-p1 프랑스의 수도는?',
			't002-p2 Capital of 프랑스?',
			't003-p1 미국의 수도는?',
			't003-p2 Capital of 미국?',
			't005-p1 독일의 수도는?',
			't005-p2 Capital of 독일?',
			't006-p1 일본의 수도는?',
			't006-p2 Capital of 일본?',
			't007-p1 영국의 수도는?',
			't007-p2 Capital of 영국?',
		]);
		expect(samples[1]).toEqual({
			id: 't001-p2',
			input: 'Capital of 한국?',
			system: 'Answer in Korean.',
			vars: { lang: 'Korean', country: '한국' },
			prompt: 'Capital of {{ country }}?',
			assert: [
				{ type: 'not-contains', value: 'ERROR' },
				{ type: 'icontains', value: '한국' },
			],
			refused: [
				expect.stringMatching(/^llm-rubric: is not taken, /u),
				'javascript: is code, taken only with --javascript',
			],
		});
	});

	it('keeps a test that is refused as a whole as a sample that no answer can pass, and warns of what is not even asked', async () => {
		const { folder, samples, refused, files } = imported(FILES);
		expect(samples.slice(6).map(({ assert, refused = [] }) => [assert.length, refused[0]?.slice(0, 70)])).toEqual([
			...Array(2).fill([0, "has 'threshold', by which promptfoo asks or judges otherwise"]),
			...Array(2).fill([0, "has 'asserts', which is no field of a test; did you mean 'assert'?"]),
			...Array(2).fill([1, "contains: has 'valeu', which is no field of an assertion; did you mean"]),
		]);
		const listed = files.get('refused.jsonl')?.trim().split('\n') ?? [];
		expect(listed.map((line) => JSON.parse(line).refused.replaceAll(`${folder}/`, ''))).toEqual(refused);
		for (const [name, content] of files) writeFileSync(join(folder, name), content);
		const [suite] = await (await compose(await openConfig(join(folder, 'gemmark.config.yaml')))).suites();
		expect(suite?.warnings).toEqual([{ code: 'run.promptfoo-left-out', params: { suite: 'assertions', n: 3 } }]);
	});

	it('leaves out without a trace in the sample what decides nothing', () => {
		const assert = '[{ type: is-json }, { type: similar, value: x, weight: 0 }]';
		const { samples, refused } = imported({ 'promptfooconfig.yaml': `prompts: [a]\ntests: [{ assert: ${assert} }]\n` });
		expect(samples[0]?.refused).toBeUndefined();
		expect(refused).toEqual([expect.stringMatching(/similar: has weight 0, so it decides nothing$/u)]);
	});

	it('names what it leaves out, with line and reason', () => {
		expect(imported(FILES).refused).toEqual([
			'promptfooconfig.yaml:5: prompts[2]: prompts.py: is no text or data file that is there (code makes its prompts only in promptfoo)',
			expect.stringMatching(
				/^promptfooconfig\.yaml:16: tests\[0\]\.assert\[1\]: llm-rubric: is not taken, only equals, /u,
			),
			'promptfooconfig.yaml:17: tests[0].assert[2]: javascript: is code, taken only with --javascript',
			"promptfooconfig.yaml:20: tests[3]: has 'threshold', by which promptfoo asks or judges otherwise",
			"promptfooconfig.yaml:21: tests[4]: has 'asserts', which is no field of a test; did you mean 'assert'?",
			"promptfooconfig.yaml:22: tests[5].assert[0]: contains: has 'valeu', which is no field of an assertion; did you mean 'value'?",
			'more.yaml:3: [0].assert[0]: regex: its value must be a regular expression',
			"promptfooconfig.yaml:19: tests[2]: under the prompt '{{country}}의 수도는?': {{country}}: no such var",
			"promptfooconfig.yaml:19: tests[2]: under the prompt 'Capital of {{ country }}?': {{country}}: no such var",
		]);
	});

	it('writes a config that composes as it is, with tools, and with code, in bounded time, only where it was asked for', async () => {
		for (const javascript of [false, true]) {
			const { folder, files } = imported(FILES, javascript);
			for (const [name, content] of files) writeFileSync(join(folder, name), content);
			const opened = await openConfig(join(folder, 'gemmark.config.yaml'));
			const { app, warnings, suites } = await compose(opened);
			const [suite] = await suites();
			expect([app.name, warnings, suite?.samples.length]).toEqual(['여행 도우미', [], 12]);
			expect(app.open().tools.map(({ name }) => name)).toEqual(['find']);
			expect(JSON.stringify(suite?.samples).includes('"type":"javascript"')).toBe(javascript);
			expect(suite?.inTime !== undefined).toBe(javascript);
		}
	});

	it('takes a config without tools, tests or chat', async () => {
		const { folder, files, samples } = imported({
			'promptfooconfig.yaml': 'prompts: file://all.txt\ndefaultTest: { assert: { type: is-json } }\n',
			'all.txt': 'One\n---\nTwo\nlines\n',
		});
		for (const [name, content] of files) writeFileSync(join(folder, name), content);
		expect(samples.map(({ input }) => input)).toEqual(['One', 'Two\nlines']);
		const { app, suites } = await compose(await openConfig(join(folder, 'gemmark.config.yaml')));
		expect([app.open().tools, (await suites())[0]?.samples.length]).toEqual([[], 2]);
	});

	it('reads tests of a CSV and of patterns over files, and promptfoo’s own assertions and tools', async () => {
		const tool = '{ normalized: true, name: find, parameters: { type: object, properties: {} } }';
		const { folder, files, samples, refused } = imported({
			'promptfooconfig.yaml': `prompts: ['file://p/*.txt']
providers: [{ id: a, config: { tools: &tools [${tool}] } }, { id: b, config: { tools: *tools } }]
tests: [tests.csv, 'file://t/*.yaml']
defaultTest: { assert: [{ type: latency, threshold: 5000 }] }
`,
			'p/a.txt': '{{q}}',
			'p/b.txt': 'Again: {{q}}',
			'tests.csv':
				'q,__expected,__expected2,__description\n날씨,"contains-any: 비, 눈",not-icontains:x,d\n뉴스,llm-rubric:kind,,\n값,3: 4,,\n',
			't/one.yaml': '- { vars: { q: 찾아 }, assert: [{ type: tool-call-f1, value: [find], threshold: 0.5 }] }',
		});
		expect(samples.map(({ input, assert }) => [input, ...assert.map(({ type, value }) => `${type} ${value}`)])).toEqual(
			[
				['날씨', 'contains-any 비, 눈', 'not-icontains x'],
				['Again: 날씨', 'contains-any 비, 눈', 'not-icontains x'],
				['뉴스'],
				['Again: 뉴스'],
				['값', 'equals 3: 4'],
				['Again: 값', 'equals 3: 4'],
				['찾아', 'tool-call-f1 find'],
				['Again: 찾아', 'tool-call-f1 find'],
			],
		);
		expect(refused).toEqual([expect.stringMatching(/^tests\.csv:3: \[1\]\.assert\[0\]: llm-rubric: is not taken/u)]);
		for (const [name, content] of files) writeFileSync(join(folder, name), content);
		const { app } = await compose(await openConfig(join(folder, 'gemmark.config.yaml')));
		expect(app.open().tools.map(({ name }) => name)).toEqual(['find']);
		expect(app.budgets).toMatchObject([{ metric: 'endToEndMs', atMost: 5000 }]);
	});

	it('takes metadata and the metric of a CSV', () => {
		const { samples, refused } = imported({
			'promptfooconfig.yaml': "prompts: ['{{q}}']\nproviders: [openai:chat:gemma]\ntests: file://tests.csv\n",
			'tests.csv':
				'__metadata:module,__metadata:tags[],q,__expected,__metric\nplanner,"a, b",사다리,contains: 사다리,찾기\n,,밧줄,contains: 밧줄,\n',
		});
		expect(refused).toEqual([]);
		expect(samples.map(({ input, assert }) => [input, assert.length])).toEqual([
			['사다리', 1],
			['밧줄', 1],
		]);
	});

	it('takes tests beside a model that grades for others', () => {
		const options = 'options: { provider: openai:gpt-4o-mini }';
		const tests = '[{ assert: [{ type: contains, value: a }, { type: llm-rubric, value: kind }] }]';
		const { samples } = imported({
			'promptfooconfig.yaml': `prompts: [a]\ndefaultTest: { ${options}, assert: { type: is-json } }\ntests: ${tests}\n`,
		});
		expect(samples).toMatchObject([
			{ assert: [{ type: 'is-json' }, { type: 'contains' }], refused: [expect.stringMatching(/^llm-rubric/u)] },
		]);
	});

	it.each([
		['{ tests: [] }', 'promptfoo.no-config', undefined],
		['prompts: [a]', 'promptfoo.nothing', undefined],
		[
			'prompts: ["{% if x %}a"]\ntests: [{ assert: [{ type: is-json }] }]',
			'promptfoo.nothing',
			/:2: tests\[0\]: under the prompt '\{% if x %\}a': has template tags/u,
		],
		[
			'prompts: [a]\ntests: [{ assert: [{ type: is-json }] }]\ndefaultTest: file://common.yaml',
			'promptfoo.nothing',
			/:3: defaultTest: is no object/u,
		],
		[
			'prompts: [a]\ntests: [{ assert: [{ type: is-json }] }]\ndefaultTest: { options: { transform: x } }',
			'promptfoo.nothing',
			/:3: defaultTest: has 'transform'/u,
		],
		['prompts: [&a x, *b]', 'file.yaml-alias', undefined],
	])('refuses %s', (config, code, first) => {
		const folder = configFolderFixture({ 'promptfooconfig.yaml': config });
		const act = (): unknown => importedProject(join(folder, 'promptfooconfig.yaml'), { javascript: false });
		const params =
			first === undefined ? {} : { params: expect.objectContaining({ first: expect.stringMatching(first) }) };
		expect(act).toThrow(expect.objectContaining({ said: expect.objectContaining({ code, ...params }) }));
	});
});
