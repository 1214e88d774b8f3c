import { describe, expect, it } from 'vitest';
import { filledTemplate } from './record-template.ts';

const words = {
	values: new Map([
		['hits', '7'],
		['title', '{{title}} {{#miniature}}'],
		['table', 'x'.repeat(100_000)],
	]),
	conditions: new Map([
		['greyZone', false],
		['miniature', true],
	]),
};
const filled = (template: string): string => filledTemplate(template, words);

describe('filledTemplate', () => {
	it('fills in placeholders and leaves unknown ones visible', () => {
		expect(filled('{{hits}} of {{all}}, {{ hits }}, {{constructor}}, {hits}')).toBe(
			'7 of {{all}}, {{ hits }}, {{constructor}}, {hits}',
		);
	});

	it('keeps and drops what stands in a condition, within a line', () => {
		expect(filled('a{{#miniature}} b{{/miniature}}{{#greyZone}} c{{/greyZone}} d')).toBe('a b d');
	});

	it('keeps and drops lines with their line breaks', () => {
		expect(filled('- a\n{{#greyZone}}\n- b\n{{/greyZone}}\n- c')).toBe('- a\n- c');
		expect(filled('- a\n{{#miniature}}\n- b\n{{/miniature}}\n- c')).toBe('- a\n- b\n- c');
		expect(filled('- a\n{{#greyZone}}- b {{hits}}{{/greyZone}}\n- c')).toBe('- a\n- c');
		expect(filled('- a\n{{#miniature}}- b {{hits}}{{/miniature}}\n- c')).toBe('- a\n- b 7\n- c');
	});

	it('nests', () => {
		const inner = '{{#miniature}}in{{#greyZone}} deep{{/greyZone}}{{/miniature}}';
		expect(filled(inner)).toBe('in');
		expect(filled(`a{{#greyZone}}${inner}{{/greyZone}}b`)).toBe('ab');
	});

	it('leaves tags that are unknown or not closed in turn as they are', () => {
		for (const broken of [
			'{{#miniature}} a',
			'a {{/miniature}}',
			'{{#other}}a{{/other}}',
			'{{#miniature}}\n{{#greyZone}}\na{{/miniature}}',
		]) {
			expect(filled(broken)).toBe(broken);
		}
	});

	it('never reads a value as a template', () => {
		expect(filled('{{title}}')).toBe('{{title}} {{#miniature}}');
		expect(filled('{{title}} b{{/miniature}}')).toBe('{{title}} {{#miniature}} b{{/miniature}}');
	});

	it('has no control characters of a template', () => {
		expect(filled('a\u001b[31m\u202eb\r\nc\td')).toBe('a[31mb\nc\td');
	});

	it.each([
		['an endless table', '{{table}}'.repeat(100_000)],
		['conditions that never close', '{{#miniature}}'.repeat(80_000)],
		['closings of nothing', '{{/greyZone}}'.repeat(80_000)],
		['deep conditions', `${'{{#greyZone}}'.repeat(40_000)}${'{{/greyZone}}'.repeat(40_000)}`],
		['braces', '{'.repeat(1_000_000)],
		['half placeholders', '{{hits'.repeat(200_000)],
	])('is harmless with 1 MB of %s', (_title, template) => {
		const started = performance.now();
		expect(filled(template).length).toBeLessThan(3_000_000);
		expect(performance.now() - started).toBeLessThan(3000);
	});
});
