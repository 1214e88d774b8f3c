import { describe, expect, it } from 'vitest';
import { readText } from '../testing/contract/spans.ts';
import { dialectNamed } from './dialects.ts';

const FORMS: readonly (readonly [
	dialect: string,
	call: (args: string) => string,
	write: (key: string, value: string) => string,
])[] = [
	['gemma4', (args) => `<|tool_call>call:f{${args}}<tool_call|>`, (key, value) => `${key}:${value}`],
	['gemma4', (args) => `<|tool_call>call:f{${args},}<tool_call|>`, (key, value) => `${key}=${value}`],
	[
		'gemma4',
		(args) => `<|tool_call>{"name":"f","arguments":{${args}}}<tool_call|>`,
		(key, value) => `"${key}":${value}`,
	],
	[
		'functiongemma',
		(args) => `<start_function_call>call:f{${args}}<end_function_call>`,
		(key, value) => `${key}:${value}`,
	],
	['gemma3-json', (args) => `{"name":"f","parameters":{${args}}}`, (key, value) => `"${key}":${value}`],
	['gemma3-json', (args) => `{'name':'f','parameters':{${args}}}`, (key, value) => `'${key}':${value}`],
	['flutter-gemma', (args) => `{"name":"f","parameters":{${args}}}`, (key, value) => `"${key}":${value}`],
	['tool-code', (args) => `\`\`\`tool_code\nf(${args})\n\`\`\``, (key, value) => `${key}=${value}`],
];

describe.each(FORMS)('%s', (name, call, write) => {
	const read = (...args: readonly (readonly [string, string])[]): unknown => {
		const spans = readText(
			dialectNamed(name),
			'lenient',
			call(args.map(([key, value]) => write(key, value)).join(',')),
		);
		return spans.flatMap((span) => (span.type === 'call' ? [span.arguments, span.repairs] : []));
	};
	const lost = (...args: readonly (readonly [string, string])[]): unknown =>
		(read(...args) as readonly (readonly string[])[])[1]?.filter((repair) => /^(?:repeated|rounded)-/u.test(repair));

	it('names an argument that came twice, and takes the last', () => {
		expect(read(['a', '1'], ['a', '2'])).toEqual([{ a: 2 }, expect.arrayContaining(['repeated-key'])]);
		expect(lost(['a', '1'], ['b', '1'])).toEqual([]);
	});

	it('names an integer that is read as another', () => {
		expect(lost(['a', '9007199254740993'])).toEqual(['rounded-number']);
		expect(lost(['a', '9007199254740992'], ['b', '1.25'])).toEqual([]);
	});
});

describe('the strict reading', () => {
	const strictly = (args: string): unknown =>
		readText(dialectNamed('gemma4'), 'strict', `<|tool_call>call:f{${args}}<tool_call|>`).map((span) => span.type);

	it('blames no model for an integer that no double holds', () => {
		expect(strictly('a:9007199254740993')).toContain('call');
		expect(strictly('a:1,a:2')).toContain('malformed');
	});
});
