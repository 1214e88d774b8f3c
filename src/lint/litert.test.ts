import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { litertFindings } from './litert.ts';

const codes = (template: string): readonly string[] => litertFindings(template).map(({ said }) => said.code);
const ours = readFileSync('models/mini/litertlm-template.jinja', 'utf8');

describe('litertFindings', () => {
	it('finds nothing in the template that answers in LiteRT-LM as in llama.cpp', () => {
		expect(codes(ours)).toEqual([]);
	});

	it("finds that llama.cpp's template prints lists, and neither calls nor answers", () => {
		const template = readFileSync('models/mini/template.jinja', 'utf8');
		expect(codes(template)).toEqual(
			expect.arrayContaining(['lint.litert.parts', 'lint.litert.call', 'lint.litert.response']),
		);
	});

	it('finds .get(), which minijinja lacks', () => {
		expect(codes(`${ours}{{ message.get('role') }}`)).toEqual(['lint.litert.get']);
	});

	it('finds text before a call that moves behind it when the answer comes', () => {
		const moved = ours.replace(
			"{{ '' if ns.open else '\\n<|turn>model\\n' }}{{ words(m.content) }}",
			"{{ '' if ns.open else '\\n<|turn>model\\n' }}{{ words(m.content) if loop.last }}",
		);
		expect(moved).not.toBe(ours);
		expect(codes(moved)).toContain('lint.litert.history');
	});

	it('finds a stop token that the answer of a tool begins with again, and a line end after the turn', () => {
		const twice = ours
			.replace("{{ '<|tool_response>' if m.tool_calls else '<turn|>' }}", "{{ '' if m.tool_calls else '<turn|>\\n' }}")
			.replace("{{ '' if loop.first else '<|tool_response>' }}", '<|tool_response>');
		expect(codes(twice)).toEqual(['lint.litert.twice', 'lint.litert.end']);
	});
});
