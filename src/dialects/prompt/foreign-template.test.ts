import { expect, it } from 'vitest';
import { saying } from '../../testing/saying.ts';
import { ForeignTemplate } from './foreign-template.ts';
import { ChatTemplate } from './renderer.ts';

it('is rendered with its variables, and its errors are its own', () => {
	const template = new ForeignTemplate('{{ greeting }}{% if bad %}{{ raise_exception("no system") }}{% endif %}');
	expect(template.render({ greeting: '안녕' })).toBe('안녕');
	expect(() => template.render({ bad: true })).toThrow('no system');
	expect(template.render({ greeting: 'again' })).toBe('again');
	expect(template.steps).toBeGreaterThan(0);
	expect(() => new ForeignTemplate('{% if %}')).toThrow(/./u);
});

/** Ninety-nine texts of 4 MB: within its steps, and beyond its memory. */
const TEXTS = `{% set ns = namespace(t='가', all=[]) %}${"{% set ns.t = ns.t | replace('가', '가가가가가가가가') %}".repeat(7)}{% for i in range(99) %}{% set ns.all = ns.all + [ns.t | tojson] %}{% endfor %}`;

it.each([
	['a text of gigabytes in one filter', '{{ [[1, 2], [3, [4]]] | tojson(indent=99999999) }}'],
	['texts of 400 MB', TEXTS],
])('%s does not end the program', (_, source) => {
	const template = new ForeignTemplate(source);
	expect(() => template.render({})).toThrow(/MB|Invalid string length/u);
	expect(new ForeignTemplate('x').render({})).toBe('x');
});

it('that took too much is not rendered again', () => {
	const template = new ForeignTemplate(`{% if big %}${TEXTS}{% endif %}`);
	expect(template.render({})).toBe('');
	expect(() => template.render({ big: true })).toThrow(/MB/u);
	expect(() => template.render({})).toThrow(/MB/u);
});

it('has its steps counted over all renderings of a check', () => {
	const budget = { steps: 100 };
	const template = new ChatTemplate({
		chatTemplate: '{% for i in range(30) %}{{ i }}{% endfor %}',
		bosToken: '',
		eosToken: '',
		budget,
	});
	const render = (): string => template.render({ messages: [], tools: [] });
	expect(render()).toContain('29');
	expect(render).toThrow(saying('template.refused'));
});
