import { Template } from '@huggingface/jinja';
import { describe, expect, it } from 'vitest';
import { GEMMA4_CHAT_TEMPLATE } from './gemma4-template.ts';
import { GuardedTemplate } from './guarded-template.ts';

const loops = (depth: number, body: string): string =>
	`${'{% for a in range(99999) %}'.repeat(depth)}${body}${'{% endfor %}'.repeat(depth)}`;

describe('a hostile template', () => {
	it.each([
		['loops within loops', loops(3, 'x'), /steps|parts/u],
		['empty loops within loops', loops(4, ''), /steps/u],
		['a range beyond all memory', '{% for a in range(10 ** 12) %}{% endfor %}', /./u],
		['a range of a thousand million', '{% for a in range(1000000000) %}{% endfor %}', /range\(\) of more/u],
		[
			'a text that doubles',
			`{% set ns = namespace(t='0123456789') %}${'{% set ns.t = ns.t ~ ns.t %}'.repeat(60)}`,
			/parts|steps/u,
		],
		[
			'a list that doubles',
			`{% set ns = namespace(t=[1]) %}${'{% set ns.t = ns.t + ns.t %}'.repeat(60)}`,
			/parts|steps/u,
		],
		['an indent of a thousand million', "{{ 'a\\nb' | indent(1000000000) }}", /./u],
		['a macro that calls itself', '{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}', /./u],
		['brackets without end', `{{ ${'('.repeat(100_000)} }}`, /./u],
		['a source beyond all measure', 'x'.repeat(600_000), /characters/u],
	])('with %s is refused', (_, source, reason) => {
		expect(() => new GuardedTemplate(source).render({}, 200_000)).toThrow(reason);
	});
});

describe('a template that is none', () => {
	it('renders as its package does', () => {
		const messages = Array.from({ length: 60 }, (_, at) => ({
			role: at % 2 === 0 ? 'user' : 'assistant',
			content: `말 ${at}`,
		}));
		const variables = { messages, bos_token: '<bos>', eos_token: '<eos>', add_generation_prompt: true };
		for (const source of [
			GEMMA4_CHAT_TEMPLATE,
			"{% for i in range(2, 9, 3) %}{{ i }}{% endfor %}{{ range(3, 0, -1) }}{{ strftime_now('%Y %%') }}{{ None is none }}",
		]) {
			expect(new GuardedTemplate(source).render(variables)).toBe(new Template(source).render(variables));
		}
	});
});
