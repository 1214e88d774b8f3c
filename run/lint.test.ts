import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigError, EngineError } from '../src/base/errors.ts';
import { message } from '../src/base/message.ts';
import { findingCode } from '../src/lint/subject.ts';
import type { LoadedModel } from '../src/model/runner.ts';
import { appDouble } from '../src/testing/doubles/app-double.ts';
import { TEMPLATES } from '../src/testing/template-fixture.ts';
import { lint, lintModel, toolsOf } from './lint.ts';

const folder = mkdtempSync(join(tmpdir(), 'gemmark-lint-'));
afterAll(() => rmSync(folder, { recursive: true }));

function written(name: string, content: string | Uint8Array): string {
	const path = join(folder, name);
	writeFileSync(path, content);
	return path;
}

describe('lint', () => {
	it('needs no more of a GGUF than its header, and then estimates what tokens cost', async () => {
		const path = written('header.gguf', readFileSync('models/mini/mini-q4_0.gguf').subarray(0, 300_000));
		const { findings } = await lint(path);
		const cost = findings.find((one) => findingCode(one) === 'context');
		expect(cost?.said.params.estimated).toEqual(message('lint.estimated'));
	});

	it('knows a bundled model by its name', async () => {
		expect(await lint('mini-q4_0.gguf')).toMatchObject({ source: 'mini-q4_0.gguf', kind: 'gguf' });
	});

	it('says of what is called a GGUF and is none that it is none', async () => {
		const bytes = Uint8Array.from({ length: 100 }, (_, at) => 200 - at);
		await expect(lint(written('random.gguf', bytes))).rejects.toThrow(/random\.gguf: not a GGUF/u);
	});

	it("warns that an older template drops the habit coach's own parameter", async () => {
		const { kind, findings } = await lint(written('older.jinja', TEMPLATES.olderGemma4));
		expect(kind).toBe('jinja');
		expect(findings.filter((one) => findingCode(one) === 'parameter-unseen')).toMatchObject([
			{ level: 'warning', where: 'list_active_habits.type' },
		]);
	});

	it('lints the tool template of a tokenizer_config.json first, the others separately, with its BOS', async () => {
		const chat_template = [
			{ name: 'default', template: TEMPLATES.zephyr },
			{ name: 'tool_use', template: TEMPLATES.olderGemma4 },
		];
		const config = { chat_template, bos_token: { content: '<s>' }, model_max_length: 1e30 };
		const { kind, findings, template, others } = await lint(written('tokenizer_config.json', JSON.stringify(config)));
		expect(template).toBe('tool_use');
		expect(others?.map((other) => [other.template, other.findings[0]?.said.code])).toEqual([
			['default', 'lint.foreign-template'],
		]);
		expect(kind).toBe('tokenizer-config');
		expect(findings.filter(({ level }) => level === 'error')).toEqual([]);
	});

	it('looks at other tools and another system text where they are named', async () => {
		const tools = [
			{ name: 'f', description: 'F.', parameters: { type: 'object', properties: { type: { type: 'string' } } } },
		];
		const { findings } = await lint(written('april.jinja', TEMPLATES.olderGemma4), {
			tools: written('tools.json', JSON.stringify(tools)),
			system: written('system.md', 'Be kind.'),
			turns: 3,
			contextSize: 1000,
		});
		expect(findings.map(({ where }) => where)).toContain('f.type');
		const cost = findings.find((one) => findingCode(one) === 'context');
		expect(cost?.said.params).toMatchObject({ size: 1000, turns: 3 });
	});

	it.each([
		['config.json', '{}'],
		['empty.jinja', ' '],
		['broken.json', '{'],
	])('refuses %s, which has no template', async (name, content) => {
		await expect(lint(written(name, content))).rejects.toMatchObject({ code: 'config', exitCode: 2 });
	});
});

it('an engine that fails to count has what its prompt costs estimated', async () => {
	const model = {
		kind: 'raw',
		bosToken: '<bos>',
		eosToken: '<turn|>',
		grammar: false,
		loadMs: 1,
		identity: { name: 'mini', miniature: true },
		engine: { runner: 'double', contextSize: 2048 },
		chatTemplate: readFileSync('models/mini/template.jinja', 'utf8'),
		countTokens: async () => {
			throw new EngineError('crashed', 'gone');
		},
	} as unknown as LoadedModel;
	const findings = await lintModel(model, 'gemma4', appDouble(), 'off');
	const cost = findings.find((one) => findingCode(one) === 'context');
	expect(cost?.said.params.estimated).toEqual(message('lint.estimated'));
});

it('a run on LiteRT-LM has what its template loses there', async () => {
	const model = { kind: 'chat', litertTemplate: readFileSync('models/mini/template.jinja', 'utf8') };
	const findings = await lintModel(model as LoadedModel, 'gemma4', appDouble(), 'off');
	expect(findings.map(({ said }) => said.code)).toEqual(
		expect.arrayContaining(['lint.litert.parts', 'lint.litert.call', 'lint.litert.response']),
	);
});

it('an app that throws when its tools are read is named', () => {
	const app = {
		...appDouble(),
		open() {
			throw new Error('locked');
		},
	};
	expect(() => toolsOf(app)).toThrow(ConfigError);
	expect(() => toolsOf(app)).toThrow(/^app app-double: threw Error: locked \(at /u);
});
