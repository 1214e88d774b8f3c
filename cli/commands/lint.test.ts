import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lintPhone } from '../../run/results/phone-prompts.ts';
import { helloDouble } from '../../runners/device/scripted-app-double.ts';
import { GEMMA4_CHAT_TEMPLATE } from '../../src/dialects/prompt/gemma4-template.ts';
import { GuardedTemplate } from '../../src/dialects/prompt/guarded-template.ts';
import { TEMPLATES } from '../../src/testing/template-fixture.ts';
import { lintSource } from './lint.ts';

const folder = mkdtempSync(join(tmpdir(), 'gemmark-lint-'));
afterAll(() => rmSync(folder, { recursive: true }));

let printed = '';
beforeEach(() => {
	printed = '';
	vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
		printed += text;
		return true;
	});
});
afterEach(() => vi.restoreAllMocks());

function written(name: keyof typeof TEMPLATES): string {
	const path = join(folder, `${name}.jinja`);
	writeFileSync(path, TEMPLATES[name]);
	return path;
}

describe('lintSource', () => {
	it('exits with 1 for an error, which comes first', async () => {
		expect(await lintSource(written('zephyr'), { json: false })).toBe(1);
		const lines = printed.trimEnd().split('\n');
		expect(lines[0]).toMatch(/zephyr\.jinja with habit-coach$/u);
		expect(lines[1]).toMatch(
			/^ {2}error {4}template: does not open turns as Gemma does.*\. Use .* \[foreign-template\]$/u,
		);
		expect(lines[2]).toMatch(/\[no-tool-support\]$/u);
		expect(lines.at(-1)).toMatch(/^2 errors, \d warnings?, \d notes?$/u);
	});

	it('exits with 0 where there are only warnings', async () => {
		expect(await lintSource(written('olderGemma4'), { json: false })).toBe(0);
		expect(printed).toContain('  warning  list_active_habits.type: ');
	});

	it('prints findings in Korean', async () => {
		await lintSource(written('zephyr'), { json: false, lang: 'ko' });
		expect(printed).toMatch(/template: [^\n]*[가-힣]/u);
	});

	it('prints one JSON object', async () => {
		await lintSource(written('functionGemma'), { json: true });
		const report = JSON.parse(printed);
		expect(report).toMatchObject({ kind: 'jinja', app: 'habit-coach', counts: { warning: 1 } });
		expect(report.findings).toContainEqual(
			expect.objectContaining({
				code: 'default-unseen',
				remedy: expect.objectContaining({ en: "Add it to the tool's description." }),
			}),
		);
		expect(report.findings[0]).toMatchObject({ level: 'warning', code: 'trigger-missing', where: 'system' });
	});
});

describe('lintSource with the prompts of a phone', () => {
	const system = '당신은 습관 코치입니다. 짧게 답하세요.';
	const tool = (name: string, description: string): object => ({
		name,
		description,
		parameters: { type: 'object', properties: { title: { type: 'string', description: '제목' } }, required: ['title'] },
	});
	const tools = [tool('add_habit', '새 습관을 추가한다'), tool('set_timer', '타이머를 맞춘다')];

	const hello = { from: 'app', message: helloDouble() };
	function written(lines: readonly object[]): string {
		const path = join(folder, 'exchange.jsonl');
		writeFileSync(path, lines.map((line, at) => `${JSON.stringify({ at, ...line })}\n`).join(''));
		return path;
	}

	/** An exchange of four conversations, whose prompts an app rendered with the template. */
	function exchanged(chatTemplate: string, usage: object = {}): string {
		const template = new GuardedTemplate(chatTemplate);
		const lines = ['물 마시기 추가해 줘', '운동 뭐부터 하면 좋을까?', '고마워', '10분 뒤에 알려 줘'].flatMap(
			(text, id) => {
				const messages = [
					{ role: 'system', content: system },
					{ role: 'user', content: text },
				];
				const declared = tools.map((entry) => ({ type: 'function', function: entry }));
				const rendered = template.render({
					messages,
					tools: declared,
					add_generation_prompt: true,
					bos_token: '<bos>',
					enable_thinking: false,
				});
				const level = 'chat';
				const open = {
					type: 'open',
					conversation: id,
					level,
					system,
					tools,
					sampling: { temperature: 0, seed: 1 },
					maxTokens: 9,
				};
				const ask = { type: 'ask', ask: id, level, conversation: id, results: [], text, deadlineMs: 1000 };
				return [
					{ from: 'gemmark', message: open },
					{ from: 'gemmark', message: ask },
					{ from: 'app', message: { type: 'end', ask: id, n: 0, atMs: 1, finish: 'stop', usage, rendered } },
				];
			},
		);
		return written([hello, ...lines]);
	}

	const model = join(folder, 'gemma4.jinja');
	writeFileSync(model, GEMMA4_CHAT_TEMPLATE);

	it('exits with 0 where the template is the same', async () => {
		expect(await lintSource(model, { json: false, phone: exchanged(GEMMA4_CHAT_TEMPLATE) })).toBe(0);
		expect(printed).toMatch(/^(?:\d: same, about \d+ tokens\n){4}$/u);
	});

	it('exits with 1 for a space more, and names its byte and its tool', async () => {
		const phone = exchanged(
			GEMMA4_CHAT_TEMPLATE.replace(
				'declaration:{{ f.name }}',
				"declaration:{{ f.name }}{{ ' ' if f.name == 'set_timer' }}",
			),
		);
		expect(await lintSource(model, { json: true, phone })).toBe(1);
		const [{ differs }] = JSON.parse(printed).phone;
		const whole = new TextEncoder().encode(
			JSON.parse(readFileSync(phone, 'utf8').split('\n')[3] ?? '').message.rendered,
		);
		expect(new TextDecoder().decode(whole.slice(differs.byte - 9, differs.byte + 1))).toBe('set_timer ');
		expect(differs.part).toMatchObject({ code: 'lint.part-tool', params: { name: 'set_timer' } });
		expect([differs.phone, differs.model]).toEqual([
			expect.stringContaining('set_timer {'),
			expect.stringContaining('set_timer{'),
		]);
		expect(differs.model).toHaveLength(80);
	});

	it('names another token count of the phone, where tokens are counted here', async () => {
		const phone = exchanged(GEMMA4_CHAT_TEMPLATE, { promptTokens: 7 });
		const rendering = {
			template: { chatTemplate: GEMMA4_CHAT_TEMPLATE, bosToken: '<bos>', eosToken: '<eos>' },
			inParts: false,
			app: { tools: [] },
		};
		const counted = async (tokens: number): Promise<unknown> => {
			const [prompt] = await lintPhone(phone, { ...rendering, counter: { exact: true, count: () => tokens } });
			return prompt?.counted;
		};
		expect([await counted(7), await counted(8)]).toEqual([undefined, 7]);
	});

	it('refuses a file without prompts', async () => {
		const phone = written([hello, { from: 'gemmark', message: { type: 'close' } }]);
		await expect(lintSource(model, { json: false, phone })).rejects.toMatchObject({ exitCode: 3 });
	});
});
