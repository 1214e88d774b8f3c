import { describe, expect, it } from 'vitest';
import { flutterGemma } from '../dialects/flutter-gemma.ts';
import { functiongemma } from '../dialects/functiongemma.ts';
import { gemma3Json } from '../dialects/gemma3-json.ts';
import { toolCode } from '../dialects/tool-code.ts';
import { prefixForbidden } from './forbidden-prose.ts';

const tools = [{ name: 'f', description: 'Finds only new habits.', parameters: { type: 'object', properties: {} } }];

describe('a prompt that forbids words before a call', () => {
	it.each([
		'You SHOULD NOT include any other text in the response if you call a function.',
		'To call a tool, answer with nothing but this JSON.',
		'A call is ONLY this JSON and nothing else.',
		'When you use a tool, output only the function call.',
		'Respond only with JSON when calling a tool.',
		'Call functions without any explanation.',
		'Never announce anything before you call a tool.',
		'도구를 부를 때는 다른 말 없이 호출하세요.',
		'함수를 호출할 때는 JSON만 출력하세요.',
		'도구를 호출하기 전에 아무것도 설명하지 마세요.',
		'도구 호출 시 추가 텍스트를 쓰지 마세요.',
		'Never narrate before using a tool.',
		'Tool calls must be the first thing in your reply.',
		'도구 호출 앞에 인사나 설명을 붙이지 말 것.',
	])('is found: %s', (sentence) => {
		expect(prefixForbidden(`You help.\n${sentence} Be kind.`)).toMatchObject([
			{ level: 'error', said: { code: 'lint.prefix-forbidden', params: { quote: sentence } } },
		]);
	});

	it.each([
		'You can call functions. Without a call, answer in plain text.',
		'Only call a tool when the user asks for it.',
		'Call the function with keyword arguments only.',
		'Do not write code. Tools do it.',
		'도구는 필요할 때만 호출하세요.',
		'도구를 호출하기 전에 무엇을 할지 짧게 말하세요.',
		'다른 말은 하지 않는다.',
		'말없이 도구를 호출하지 마세요.',
		'도구를 호출하지 않을 때는 텍스트만 출력하세요.',
		'도구 호출 후에는 아무 말도 하지 마세요.',
		'After a tool call, output nothing else until the result arrives.',
	])('is not: %s', (sentence) => {
		expect(prefixForbidden(sentence)).toEqual([]);
	});

	it('is quoted without what the template writes after it', () => {
		const rendered = '<|turn>system\nCall tools without any text.<|tool>declaration:f{}<tool|><turn|>';
		expect(prefixForbidden(rendered)[0]?.said.params.quote).toBe('Call tools without any text.');
	});

	it('is not how gemmark declares tools', () => {
		for (const dialect of [gemma3Json, flutterGemma, toolCode, functiongemma]) {
			expect(prefixForbidden(dialect.declareTools?.(tools) ?? '')).toEqual([]);
		}
	});
});
