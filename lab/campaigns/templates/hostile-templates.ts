import type { Chance } from '../trial/chance.ts';

/** Chat templates as no model should bring them; each is another one for another chance. A run takes the second first, which is soon refused. */
export const HOSTILE_TEMPLATES: readonly [HostileTemplate, ...HostileTemplate[]] = [
	{ name: 'loops within loops', source: ({ whole }) => loops(whole(3, 6), 'x') },
	{ name: 'a range beyond memory', source: ({ whole }) => `{% for a in range(10 ** ${whole(6, 300)}) %}{% endfor %}` },
	{ name: 'empty loops within loops', source: ({ whole }) => loops(whole(3, 6), '') },
	{ name: 'loops over a text', source: ({ whole }) => loops(whole(2, 4), "{{ 'x' * 9 }}{{ a | string }}") },
	{
		name: 'a text that doubles',
		source: ({ whole }) =>
			`{% set ns = namespace(t='0123456789') %}${'{% set ns.t = ns.t ~ ns.t %}'.repeat(whole(30, 90))}`,
	},
	{
		name: 'a list that doubles',
		source: ({ whole }) => `{% set ns = namespace(t=[1]) %}${'{% set ns.t = ns.t + ns.t %}'.repeat(whole(30, 90))}`,
	},
	{
		name: 'a text that doubles in a loop',
		source: ({ whole }) =>
			`{% set ns = namespace(t='ab') %}{% for a in range(${whole(60, 99_999)}) %}{% set ns.t = ns.t ~ ns.t %}{% endfor %}`,
	},
	{
		name: 'a join of a join',
		source: ({ whole }) =>
			`{% set ns = namespace(t='ab') %}{% for a in range(${whole(40, 900)}) %}{% set ns.t = [ns.t, ns.t, ns.t] | join(ns.t) %}{% endfor %}`,
	},
	{
		name: 'replacements that grow',
		source: ({ whole }) =>
			`{% set ns = namespace(t='aa') %}{% for a in range(${whole(40, 900)}) %}{% set ns.t = ns.t | replace('a', 'aaa') %}{% endfor %}`,
	},
	{ name: 'an indent', source: ({ whole }) => `{{ 'a\\nb' | indent(${whole(1e8, 2e9)}) }}` },
	{ name: 'a macro that calls itself', source: () => '{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}' },
	{
		name: 'macros that call each other twice',
		source: ({ whole }) => {
			const depth = whole(26, 40);
			const macros = Array.from(
				{ length: depth },
				(_, at) => `{% macro m${at + 1}() %}{{ m${at}() }}{{ m${at}() }}{% endmacro %}`,
			);
			return `{% macro m0() %}x{% endmacro %}${macros.join('')}{{ m${depth}() }}`;
		},
	},
	{ name: 'brackets without end', source: ({ whole }) => `{{ ${'('.repeat(whole(1000, 200_000))} }}` },
	{ name: 'a source beyond measure', source: ({ whole }) => 'x'.repeat(whole(600_000, 3_000_000)) },
	{
		name: 'conditions within conditions',
		source: ({ whole }) => `${'{% if true %}'.repeat(whole(20_000, 30_000))}{{ 1 / }}`,
	},
	{ name: 'a refusal', source: () => "{{ raise_exception('\u001b[2J' ~ messages | tojson) }}" },
];

interface HostileTemplate {
	readonly name: string;
	source(luck: Chance): string;
}

function loops(depth: number, body: string): string {
	return `${'{% for a in range(99999) %}'.repeat(depth)}${body}${'{% endfor %}'.repeat(depth)}`;
}
