import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { message, remedyOf } from '../base/message.ts';
import { readToolList } from '../config/app/tool-list.ts';
import { gemma4Templates } from '../testing/gguf/gemma4-template.ts';
import { TEMPLATES } from '../testing/template-fixture.ts';
import { lintPrompt } from './lint-prompt.ts';
import {
	estimatedTokens,
	findingCode,
	type LintCode,
	type LintFinding,
	lintTool,
	type PromptUnderLint,
} from './subject.ts';

const TRIGGER = 'You are a model that can do function calling with the following functions';
const listHabits = lintTool({
	name: 'list_habits',
	description: 'Lists habits.',
	schema: z.object({ type: z.enum(['build', 'break']).optional().describe('kind') }),
});
const search = lintTool({
	name: 'search',
	description: 'Searches.',
	schema: z.object({
		query: z.string().min(1).max(80).describe('words'),
		limit: z.int().min(1).default(5).describe('how many'),
		of: z.union([z.string(), z.number()]).describe('id'),
	}),
});

async function lint(chatTemplate: string, prompt: Partial<PromptUnderLint> = {}): Promise<readonly LintFinding[]> {
	return lintPrompt({
		template: { chatTemplate, bosToken: '<bos>', eosToken: '<eos>' },
		system: 'You help.',
		tools: [listHabits, search],
		...prompt,
	});
}

async function codes(chatTemplate: string, prompt: Partial<PromptUnderLint> = {}): Promise<readonly string[]> {
	return (await lint(chatTemplate, prompt)).map((one) => `${one.level} ${findingCode(one)} ${one.where}`);
}

async function said(chatTemplate: string): Promise<readonly string[]> {
	return (await lint(chatTemplate)).map((one) => one.said.code);
}

describe('a template that prints whole tools', () => {
	it('has no errors, and warns only of histories', async () => {
		const found = await codes(gemma4Templates.plain);
		expect(found.filter((code) => !code.startsWith('note'))).toEqual([
			'warning schema-fails search.of',
			'warning replay-prefix history',
		]);
	});

	it('notes limits, defaults and further types that it does not print', async () => {
		const found = await lint(gemma4Templates.plain);
		const unseen = (code: LintCode, where: string, details: readonly string[]): LintFinding => ({
			level: 'note',
			where,
			said: { code, params: { details } },
		});
		expect(found).toContainEqual(unseen('lint.limit-unseen', 'search.query', ['minLength', 'maxLength']));
		expect(found).toContainEqual(unseen('lint.default-unseen', 'search.limit', ['default']));
		expect(found.filter(({ level, where }) => level === 'note' && where === 'search.of')).toEqual([
			unseen('lint.alternative-unseen', 'search.of', ['type number']),
		]);
	});

	it('notes a parameter that older templates of its family would drop', async () => {
		expect(await codes(gemma4Templates.plain)).toContain('note reserved-name list_habits.type');
		const others = [
			...(await codes(`${TEMPLATES.zephyr}{{ tools | tojson }}`)),
			...(await codes(TEMPLATES.functionGemma)),
		];
		expect(others.filter((code) => code.includes('reserved-name'))).toEqual([]);
	});
});

describe('a schema that an engine passes on as it is written', () => {
	/** Source: lmstudio-ai/lmstudio-bug-tracker 1749, 2012, 2228; felinics/Memoh 324; ggml-org/llama.cpp 21347. */
	const parameters = {
		type: 'object',
		properties: {
			location: { type: 'string' },
			units: { anyOf: [{ type: 'string' }, { type: 'null' }], default: null },
			day: { type: ['string', 'null'] },
			mode: { enum: ['fast', 'slow'] },
			at: { type: 'object', properties: { x: { type: 'number' }, y: {} } },
			list: { type: 'array', items: { type: ['string', 'number'] } },
		},
		required: ['location'],
	};
	const place = { file: 'tools.json', lineOf: () => undefined };
	const tools = readToolList({ content: [{ name: 'get_weather', parameters }], place, at: [] }).map(lintTool);
	const failures = async (chatTemplate: string): Promise<readonly (readonly [string, unknown])[]> =>
		(await lint(chatTemplate, { tools })).flatMap(({ where, said }) =>
			said.code === 'lint.schema-fails' ? [[where, said.params]] : [],
		);
	const undefinedType = { why: 'Cannot apply filter "upper" to type: UndefinedValue', server: undefined };
	const listOfTypes = {
		why: 'Unknown ArrayValue filter: upper',
		server: "Unknown (built-in) filter 'upper' for type Array",
	};

	it('fails in some engines, by parameter', async () => {
		expect(await failures(gemma4Templates.plain)).toEqual([
			['get_weather.units', undefinedType],
			['get_weather.day', listOfTypes],
			['get_weather.mode', undefinedType],
			['get_weather.at.y', undefinedType],
			['get_weather.list[]', { why: expect.stringContaining('map'), server: undefined }],
		]);
	});

	it('fails in none whose template prints it as JSON', async () => {
		expect(await failures(TEMPLATES.functionGemma)).toEqual([]);
	});
});

describe('a template as of April 2026', () => {
	it('does not print a parameter called type, also where it is the only one', async () => {
		const found = await codes(TEMPLATES.olderGemma4);
		expect(found).toContain('warning parameter-unseen list_habits.type');
		expect(found).not.toContain('note reserved-name list_habits.type');
	});

	it('makes it an error where the parameter is required', async () => {
		const tool = lintTool({ name: 'f', description: 'F.', schema: z.object({ required: z.string().describe('x') }) });
		expect(await codes(TEMPLATES.olderGemma4, { tools: [tool] })).toContain('error parameter-unseen f.required');
	});

	it('moves the text before a call after the response', async () => {
		expect(await said(TEMPLATES.olderGemma4)).toContain('lint.replay-prefix.after');
	});

	it('switches thinking', async () => {
		expect(await said(TEMPLATES.olderGemma4)).toContain('lint.thinking');
	});
});

describe('a template of FunctionGemma', () => {
	it('that does not print the types of parameters, or none called type, is reported', async () => {
		const printing = (of: string): string =>
			TEMPLATES.functionGemma.replace(
				'parameters:{{ f.parameters | tojson }}',
				`parameters:{ {%- for name, p in f.parameters.properties | dictsort if name != 'type' -%}{{ name }}:${of},{%- endfor -%} }`,
			);
		const untyped = await codes(printing('{{ p.description }}{{ p.enum }}'));
		expect(untyped.filter((code) => code.includes('type'))).toEqual([
			'warning parameter-unseen list_habits.type',
			'note type-unseen search.query',
			'note type-unseen search.limit',
		]);
		const typed = await codes(printing('{{ p.description }}{{ p.enum }}{{ p.type }}'));
		expect(typed.filter((code) => code.includes('type-unseen'))).toEqual([]);
		expect((await codes(TEMPLATES.functionGemma)).filter((code) => /type/u.test(code))).toEqual([]);
	});

	it('needs the sentence that makes it call', async () => {
		expect(await codes(TEMPLATES.functionGemma)).toContain('warning trigger-missing system');
		expect(await codes(TEMPLATES.functionGemma, { system: TRIGGER })).not.toContain('warning trigger-missing system');
		expect(await codes(TEMPLATES.functionGemma, { tools: [] })).not.toContain('warning trigger-missing system');
	});

	it('keeps the text before a call where it was', async () => {
		expect(await said(TEMPLATES.functionGemma)).toContain('lint.replay-prefix');
	});
});

describe('thinking that is asked for', () => {
	const unswitched = '{{ bos_token }}<|turn>user\n{{ messages[-1].content }}<turn|>\n<|turn>model\n';

	it('is warned of where the template has no switch, and an error where the family has no thoughts', async () => {
		const found = async (template: string, thinking: 'off' | 'on' | number): Promise<readonly string[]> =>
			(await codes(template, { thinking })).filter((code) => code.includes('thinking'));
		expect(await found(unswitched, 'on')).toEqual(['warning thinking-unswitched template']);
		expect(await found(unswitched, 64)).toEqual(['warning thinking-unswitched template']);
		expect(await found(unswitched, 'off')).toEqual(['note thinking template']);
		expect(await found(TEMPLATES.functionGemma, 'on')).toEqual(['error thinking-missing template']);
		expect(await found(TEMPLATES.functionGemma, 'off')).toEqual([]);
		expect(await found(gemma4Templates.plain, 'on')).toEqual(['note thinking template']);
	});
});

describe('a template that cannot be used', () => {
	it("is another model's, whose use of tools is reported too", async () => {
		expect(await codes(TEMPLATES.zephyr)).toEqual([
			'error foreign-template template',
			'error no-tool-support template',
			'warning replay-call-lost history',
			'note replay-prefix history',
			'note vintage template',
		]);
	});

	it('is no Jinja, or refuses the prompt', async () => {
		expect(await codes('{% if %}')).toEqual(['error template-unusable template', 'note vintage template']);
		expect(await codes("{{ raise_exception('no system') }}")).toContain('error template-unusable template');
	});

	it('prints no tools', async () => {
		const turns = '<bos><|turn>user\n{{ messages[-1].content }}<turn|>\n<|turn>model\n';
		expect(await codes(turns)).toContain('error no-tool-support template');
	});

	it('refuses the system turn alone, which is reported', async () => {
		const refusing = `{{ bos_token }}{% if messages[0].role == 'system' %}{{ raise_exception('No system role.') }}{% endif %}{% for m in messages %}<start_of_turn>{{ m.role }}
{{ m.content }}<end_of_turn>
{% endfor %}<start_of_turn>model
`;
		const [finding] = await lint(refusing);
		expect(finding).toMatchObject({
			level: 'error',
			where: 'system',
			said: message('lint.system-refused', { why: 'No system role' }),
		});
	});

	it('needs tools, and its system turn is no finding', async () => {
		const needing = `{{ bos_token }}{% if messages[0].role == 'system' %}<start_of_turn>developer
{{ messages[0].content }}{% for tool in tools %}{{ tool | tojson }}{% endfor %}<end_of_turn>
{% endif %}{% for m in messages if m.role != 'system' %}<start_of_turn>{{ m.role }}
{{ m.content }}<end_of_turn>
{% endfor %}<start_of_turn>model
`;
		expect((await lint(needing, { dialect: 'functiongemma' }))[0]).toMatchObject({
			where: 'template',
			said: { code: 'lint.template-unusable.tools' },
		});
		expect((await codes(needing, { dialect: 'functiongemma', tools: [] }))[0]).toBe('error system-refused system');
	});

	it('does not begin with BOS, which the file may have engines add', async () => {
		const chatTemplate = gemma4Templates.plain.replace(/\{\{-? bos_token -?\}\}/u, '');
		const template = { chatTemplate, bosToken: '<bos>', eosToken: '<eos>' };
		expect(await codes('', { template })).toContain('error bos-missing template');
		expect(await codes('', { template: { ...template, addsBos: true } })).toContain('note bos-added template');
	});
});

describe('a template that leaves out a turn', () => {
	const tools = '{% if tools %}<|turn>system\n{{ tools | tojson }}<turn|>\n{% endif %}';
	const turns = '{% for m in messages %}<|turn>{{ m.role }}\n{{ m.content }}<turn|>\n{% endfor %}';
	const errors = async (template: string, prompt?: Partial<PromptUnderLint>): Promise<readonly string[]> =>
		(await codes(`{{ bos_token }}${tools}${template}`, prompt)).filter((code) => code.startsWith('error'));

	it("is an error: the system text's, the user's, or the model's", async () => {
		const silent = `${turns.replace('in messages', 'in messages if m.role != "system"')}<|turn>model\n`;
		expect(await errors(silent)).toEqual(['error system-unseen system']);
		expect(await errors(silent, { system: '' })).toEqual([]);
		expect(await errors(turns)).toEqual(['error model-turn-unopened template']);
		const onlyWithTools = `${turns}{% if tools %}<|turn>model\n{% endif %}`;
		expect(await errors(onlyWithTools)).toEqual(['error model-turn-unopened template']);
		const first = '<|turn>user\n{{ messages[0].content }}<turn|>\n<|turn>model\n';
		expect(await errors(first)).toEqual(['error user-unseen template']);
		expect(await errors(`${turns}{% if add_generation_prompt %}<|turn>model\n{% endif %}`)).toEqual([]);
	});
});

describe('a template with a Gemma’s turns and other roles', () => {
	it('is an error, for a run refuses it', async () => {
		const template = `{{ bos_token }}{% for m in messages %}<start_of_turn>{{ m.role }}
{{ m.content }}<end_of_turn>
{% endfor %}<start_of_turn>assistant
`;
		const [finding] = (await lint(template)).filter(({ level }) => level === 'error');
		expect(finding).toMatchObject({
			said: {
				code: 'lint.other-turns',
				params: { difference: { code: 'lint.turn-second', params: { theirs: expect.stringContaining('assistant') } } },
			},
		});
	});
});

describe('templates without tool tokens', () => {
	it('get the tools in the system text', async () => {
		const gemma3 = `{{ bos_token }}{% for m in messages %}<start_of_turn>{{ m.role }}
{{ m.content }}<end_of_turn>
{% endfor %}<start_of_turn>model
`;
		const found = await codes(gemma3);
		expect(found).toContain('note tools-in-text template');
		expect(found.filter((code) => code.startsWith('error'))).toEqual([]);
		const printing = gemma3.replace('<start_of_turn>model', '{{ tools | tojson if tools }}<start_of_turn>model');
		expect(await codes(printing)).toContain('warning tools-in-text template');
	});
});

describe('the context', () => {
	const context = { size: 8192, turns: 10, counter: estimatedTokens };

	it('is reported with what the app leaves of it', async () => {
		const cost = (await lint(gemma4Templates.plain, { context })).find((one) => findingCode(one) === 'context');
		expect(cost).toMatchObject({
			level: 'note',
			said: { params: { size: 8192, turns: 10, estimated: message('lint.estimated') } },
		});
	});

	it('that is full, or nearly so, is an error, or a warning', async () => {
		const counted = (size: number): Promise<readonly string[]> =>
			codes(gemma4Templates.plain, { context: { ...context, size } });
		expect(await counted(64)).toContain('error context context');
		expect(await counted(600)).toContain('warning context context');
	});
});

it('every error and warning has a remedy', async () => {
	const refusing = "{% if messages[0].role == 'system' %}{{ raise_exception('No') }}{% endif %}<start_of_turn>model\n";
	const roles = '{% for m in messages %}<start_of_turn>{{ m.role }}\n{{ m.content }}{% endfor %}<start_of_turn>bot\n';
	for (const chatTemplate of [...Object.values(TEMPLATES), '{% if %}', refusing, roles]) {
		const tool = { name: 'f', description: 'd', schema: { properties: { type: { type: 'string', enum: ['a'] } } } };
		const context = { size: 64, turns: 10, counter: estimatedTokens };
		const findings = await lint(chatTemplate, { tools: [tool], thinking: 'on', context });
		expect(findings.filter((one) => one.level !== 'note' && remedyOf(one.said) === undefined)).toEqual([]);
	}
});
