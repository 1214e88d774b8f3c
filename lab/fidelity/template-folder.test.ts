import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { templatesIn } from './template-folder.ts';

function folderOf(files: Readonly<Record<string, string>>): string {
	const folder = mkdtempSync(join(tmpdir(), 'gemmark-templates-'));
	for (const [name, text] of Object.entries(files)) {
		if (name.includes('/')) mkdirSync(join(folder, name.slice(0, name.lastIndexOf('/'))), { recursive: true });
		writeFileSync(join(folder, name), text);
	}
	return folder;
}

describe('the templates of a folder', () => {
	it('are its Jinja files and those of its configurations, in the order of their names', () => {
		const folder = folderOf({
			'b.jinja2': 'two',
			'a.jinja': 'one',
			'notes.txt': 'none',
			'e2b/tokenizer_config.json': JSON.stringify({ chat_template: 'three', bos_token: { content: '<s>' } }),
			'x_tokenizer_config.json': JSON.stringify({
				chat_template: [{ name: 'default', template: 'five' }, { name: 'tool_use', template: 'four' }, { name: 'no' }],
			}),
			'y_tokenizer_config.json': JSON.stringify({ bos_token: '<s>' }),
			'z/chat_template.json': JSON.stringify({ chat_template: 'six' }),
		});
		expect(templatesIn(folder)).toEqual([
			{ file: 'a.jinja', chatTemplate: 'one', bosToken: '<bos>', eosToken: '<eos>' },
			{ file: 'b.jinja2', chatTemplate: 'two', bosToken: '<bos>', eosToken: '<eos>' },
			{ file: 'e2b/tokenizer_config.json', chatTemplate: 'three', bosToken: '<s>', eosToken: '<eos>' },
			{ file: 'x_tokenizer_config.json tool_use', chatTemplate: 'four', bosToken: '<bos>', eosToken: '<eos>' },
			{ file: 'x_tokenizer_config.json default', chatTemplate: 'five', bosToken: '<bos>', eosToken: '<eos>' },
			{ file: 'z/chat_template.json', chatTemplate: 'six', bosToken: '<bos>', eosToken: '<eos>' },
		]);
	});

	it('are those of the bundled models too', () => {
		const found = templatesIn(join(import.meta.dirname, '../../models/mini'));
		expect(found.map(({ file }) => file)).toContain('mini-q4_0.gguf');
	});

	it.each([
		['no template', {}, /no chat template in it/],
		['a damaged file', { 'a.gguf': 'GGU' }, /a\.gguf: not a GGUF/],
		['a configuration that is no JSON', { 'tokenizer_config.json': '{' }, /tokenizer_config\.json: .*JSON/],
	])('are an error of the operator with %s', (_title, files, message) => {
		const folder = folderOf(files);
		expect(() => templatesIn(folder)).toThrow(
			expect.objectContaining({ code: 'config', message: expect.stringMatching(message) }),
		);
	});

	it('are an error of the operator where there is no folder', () => {
		expect(() => templatesIn(join(tmpdir(), 'gemmark-no-such-folder'))).toThrow(
			expect.objectContaining({ code: 'config' }),
		);
	});
});
