import { describe, expect, it } from 'vitest';
import { UsageError } from '../../base/errors.ts';
import { ScriptedCompleter } from '../../model/completer.ts';
import type { Conversation, ConversationOptions } from '../../model/conversation.ts';
import type { ChatOnlyModel, RawModel } from '../../model/runner.ts';
import { scriptedModel } from '../../testing/doubles/scripted-model.ts';
import { gemma4Templates } from '../../testing/gguf/gemma4-template.ts';
import { saying } from '../../testing/saying.ts';
import { DIALECT_NAMES } from '../dialect.ts';
import { detectDialect, dialectNamed } from '../dialects.ts';
import { dialectOf, openConversation } from './open-conversation.ts';

const options: ConversationOptions = {
	system: '코치입니다.',
	tools: [{ name: 'get_streak', description: '연속 일수', parameters: { type: 'object', properties: {} } }],
	sampling: { temperature: 0, seed: 1 },
	maxTokens: 8,
	deadlineMs: 1000,
	reading: 'strict',
};
const GEMMA3 =
	'{{ bos_token }}{% for m in messages %}<start_of_turn>{{ m.role }}\n{{ m.content | trim }}<end_of_turn>\n{% endfor %}{% if add_generation_prompt %}<start_of_turn>model\n{% endif %}';

function rawModel(chatTemplate: string, completer = new ScriptedCompleter([])): RawModel {
	return scriptedModel([], { chatTemplate, completer, grammar: true });
}

describe('a conversation with FunctionGemma', () => {
	const template =
		"{{ bos_token }}{% for m in messages %}<start_of_turn>{{ 'developer' if m.role == 'system' else m.role }}\n{{ m.content | trim }}{% if m.role == 'system' %}{% for t in tools or [] %}<start_function_declaration>declaration:{{ t.function.name }}{}<end_function_declaration>{% endfor %}{% endif %}<end_of_turn>\n{% endfor %}<start_of_turn>model\n";

	async function firstPrompt(changes: Partial<ConversationOptions>): Promise<string> {
		const completer = new ScriptedCompleter([{ pieces: ['네'] }]);
		const conversation = openConversation(rawModel(template, completer), 'functiongemma', { ...options, ...changes });
		for await (const _ of conversation.sendChatTurn({ type: 'user', text: '며칠째야?' }));
		return completer.requests[0]?.parts[0]?.text ?? '';
	}

	it('has the trigger sentence right before the tools', async () => {
		expect(await firstPrompt({})).toContain(
			'코치입니다.\n\nYou are a model that can do function calling with the following functions<start_function_declaration>declaration:get_streak',
		);
	});

	it('has it once where the app says it, and not without tools', async () => {
		const system = 'You are a model that can do function calling with the following functions';
		expect((await firstPrompt({ system })).split('function calling')).toHaveLength(2);
		expect(await firstPrompt({ tools: [] })).not.toContain('function calling');
	});
});

describe('a history', () => {
	const chat = (takesHistory?: boolean): ChatOnlyModel => ({
		...rawModel(GEMMA3),
		kind: 'chat',
		takesHistory,
		openConversation: () => ({ async *sendChatTurn() {} }),
	});
	const history = [{ role: 'user', content: '물은?' }] as const;

	it('is refused, on one line, by a model that renders by itself and takes none', () => {
		expect(() => openConversation(chat(), 'engine', { ...options, history })).toThrow(UsageError);
		expect(() => openConversation(chat(), 'engine', options)).not.toThrow();
		expect(() => openConversation(chat(true), 'engine', { ...options, history })).not.toThrow();
	});
});

describe('the dialect of a model', () => {
	it.each([
		['gemma4', gemma4Templates.plain, ''],
		['gemma4', '<|turn>{{ messages }}', ''],
		['functiongemma', '<start_of_turn>developer <start_function_declaration>', ''],
		['gemma3-json', GEMMA3, 'gemma-3n-E2B-it'],
		['functiongemma', GEMMA3, 'functiongemma-270m-it'],
		['gemma4', '{{ messages }}', 'Gemma-4-E2B-it'],
		['gemma3-json', GEMMA3, 'gemma-4-E2B-it'],
	])('is %s, by its template, else by its name', (dialect, template, name) => {
		expect(detectDialect(template, name)).toBe(dialect);
	});

	it('is the requested one where one is requested', () => {
		expect(dialectOf(rawModel(GEMMA3))).toBe('gemma3-json');
		expect(dialectOf(rawModel(GEMMA3), 'tool-code')).toBe('tool-code');
	});

	it('that is unknown is a usage error which lists the known ones', () => {
		expect(() => dialectOf(rawModel(GEMMA3), 'llama')).toThrow(UsageError);
		try {
			dialectNamed('llama');
			expect.unreachable();
		} catch (error) {
			expect((error as UsageError).hint).toContain(DIALECT_NAMES.join(', '));
		}
	});
});

describe('a dialect that does not fit the template', () => {
	it('is refused where it was requested', () => {
		expect(() => dialectOf(rawModel(gemma4Templates.plain), 'functiongemma')).toThrow(
			saying('dialect.misfit-drop', { dialect: 'functiongemma' }),
		);
	});

	it('is refused with a hint that works, for a template of its own family, a hidden one, and another family', () => {
		const hintOf = (chatTemplate: string, dialect: string, name = 'model'): string => {
			const model = rawModel(chatTemplate);
			try {
				return dialectOf({ ...model, identity: { ...model.identity, name } }, dialect);
			} catch (error) {
				return (error as UsageError).hint ?? '';
			}
		};
		expect(hintOf(gemma4Templates.plain, 'functiongemma')).toBe('Remove --dialect: the template uses gemma4.');
		const hidden = GEMMA3.replaceAll('<start_of_turn>', "{{ '<start_of' + '_turn>' }}");
		expect(hintOf(hidden, 'gemma4', 'gemma-4-E2B-it')).toMatch(/^Use --dialect with .*gemma3-json/u);
		const zephyr = '{% for m in messages %}<|{{ m.role }}|>\n{{ m.content }}</s>\n{% endfor %}<|assistant|>\n';
		expect(hintOf(zephyr, 'gemma4')).toMatch(/^Use an engine that renders/u);
	});

	it('is reported where the template leaves the model’s turn unopened, with what would open it', () => {
		const closed = GEMMA3.replace(/\{% if add_generation_prompt %\}.*$/su, '');
		const refusal = (chatTemplate: string, dialect?: string): UsageError => {
			try {
				dialectOf(rawModel(chatTemplate), dialect);
			} catch (error) {
				return error as UsageError;
			}
			return expect.unreachable();
		};
		for (const dialect of [undefined, 'tool-code']) {
			const { message, hint = '', exitCode } = refusal(closed, dialect);
			expect(message).toMatch(/ignores add_generation_prompt/u);
			expect(exitCode).toBe(2);
			const [remedy = ''] = /\{% if.*%\}/u.exec(hint) ?? [];
			expect(dialectOf(rawModel(closed + remedy), dialect)).toBe(dialect ?? 'gemma3-json');
		}
		expect(refusal(closed.replace('<end_of_turn>\n', '')).message).toMatch(/ignores add_generation_prompt/u);
	});

	it('names those that fit where another was chosen by the name of the model', () => {
		const hidden = GEMMA3.replaceAll('<start_of_turn>', "{{ '<start_of' + '_turn>' }}");
		const model = { ...rawModel(hidden), identity: { ...rawModel(hidden).identity, name: 'gemma-4-E2B-it' } };
		expect(() => dialectOf(model)).toThrow(
			expect.objectContaining({
				message: expect.stringContaining("gemma4 does not fit: its chat template's turns do not open"),
				hint: expect.stringMatching(/gemma3-json/u),
			}),
		);
		expect(dialectOf(model, 'gemma3-json')).toBe('gemma3-json');
	});

	it("is no Gemma's template where the template was to show it", () => {
		const zephyr = '{% for m in messages %}<|{{ m.role }}|>\n{{ m.content }}</s>\n{% endfor %}';
		expect(() => dialectOf(rawModel(zephyr))).toThrow(saying('dialect.misfit-none'));
	});
});

describe('a conversation that is opened', () => {
	it('over a raw model speaks the dialect through the model template', async () => {
		const completer = new ScriptedCompleter([{ pieces: ['<|tool_call>call:get_streak{}<tool_call|>'] }]);
		const conversation = openConversation(rawModel(gemma4Templates.plain, completer), 'gemma4', options);
		const events = await Array.fromAsync(conversation.sendChatTurn({ type: 'user', text: '며칠째?' }));
		expect(events.map((event) => event.type)).toEqual(['call', 'end']);
		expect(completer.requests[0]?.parts[0]?.text).toContain('<|tool>declaration:get_streak');
	});

	it('declares tools in the system text where the template knows none', async () => {
		const completer = new ScriptedCompleter([
			{ pieces: ['{"name": "get_streak", "parameters": {}}'] },
			{ pieces: ['네'] },
		]);
		const conversation = openConversation(rawModel(GEMMA3, completer), 'gemma3-json', options);
		const events = await Array.fromAsync(conversation.sendChatTurn({ type: 'user', text: '며칠째?' }));
		const prompt = completer.requests[0]?.parts[0]?.text ?? '';
		expect(prompt).toMatch(/^<bos><start_of_turn>system\n코치입니다\.\n\n.*"name":"get_streak".*<end_of_turn>/s);
		expect(prompt.slice(completer.requests[0]?.sharedChars)).toBe(
			'<start_of_turn>user\n며칠째?<end_of_turn>\n<start_of_turn>model\n',
		);
		const call = events.find((event) => event.type === 'call')?.call;
		expect(call).toBeDefined();
		if (call === undefined) return;
		const results = [{ call, response: { ok: true } }];
		await Array.fromAsync(conversation.sendChatTurn({ type: 'tool-results', results, reflection: '1개 중 0개' }));
		expect(completer.requests[1]?.parts.at(-1)?.text).toBe(
			'<end_of_turn>\n<start_of_turn>user\n{"name": "get_streak", "response": {"ok":true}}<end_of_turn>\n<start_of_turn>model\n1개 중 0개\n\n',
		);
	});

	it('over a chat model is its own', () => {
		const own: Conversation = { async *sendChatTurn() {} };
		const model: ChatOnlyModel = {
			kind: 'chat',
			identity: { name: 'served', miniature: false },
			engine: { runner: 'double', version: '0', backend: 'none' },
			loadMs: 0,
			peakRssBytes: async () => undefined,
			dispose: async () => undefined,
			openConversation: () => own,
		};
		expect(openConversation(model, dialectOf(model), options)).toBe(own);
	});
});
