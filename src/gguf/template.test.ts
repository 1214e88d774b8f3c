import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { saying } from '../testing/saying.ts';
import { NoTemplateError, readTemplateFile } from './template.ts';

const folder = (): string => mkdtempSync(join(tmpdir(), 'gemmark-template-'));

function written(name: string, content: unknown, among = folder()): string {
	const path = join(among, name);
	writeFileSync(path, typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content));
	return path;
}

const TOOL_USE = { name: 'tool_use', template: 'two' };
const DEFAULT = { name: 'default', template: 'one' };

describe('a file with a chat template', () => {
	it.each<[string, string, unknown, object]>([
		['chat_template.jinja', 'is the template', '{{ messages }}\n', { kind: 'jinja', chatTemplate: '{{ messages }}\n' }],
		[
			'tokenizer_config.json',
			'has it by name',
			{ chat_template: 'one' },
			{ kind: 'tokenizer-config', chatTemplate: 'one' },
		],
		['chat_template.json', 'has it as processors do', { chat_template: 'one' }, { chatTemplate: 'one' }],
		['chat_template.json', 'may have several by name', { chat_template: { default: 'one' } }, { named: 'default' }],
		['props.txt', 'is recognised by its beginning', { chat_template: 'one', bos_token: '<s>' }, { bosToken: '<s>' }],
	])('%s %s', (name, _, content, found) => {
		expect(readTemplateFile(written(name, content))).toMatchObject(found);
	});

	it('of several is read by the name that transformers takes where there are tools, else by default', () => {
		const read = (...chat_template: readonly object[]) =>
			readTemplateFile(written('tokenizer_config.json', { chat_template }));
		expect(read(DEFAULT, TOOL_USE)).toMatchObject({
			named: 'tool_use',
			chatTemplate: 'two',
			others: [{ named: 'default', chatTemplate: 'one' }],
		});
		expect(read({ name: 'rag', template: 'three' }, DEFAULT)).toMatchObject({ named: 'default', chatTemplate: 'one' });
		expect(() => read({ name: 'rag', template: 'three' })).toThrow(saying('template.names', { names: 'rag' }));
	});

	it('gives its tokens as they are written, none where it says null, and nothing where it is silent', () => {
		const tokens = { bos_token: { content: '<bos>', lstrip: false }, eos_token: null, add_bos_token: true };
		const found = readTemplateFile(written('tokenizer_config.json', { chat_template: 'one', ...tokens }));
		expect(found).toMatchObject({ bosToken: '<bos>', eosToken: '', addsBos: true });
		const { bosToken, addsBos } = readTemplateFile(written('tokenizer_config.json', { chat_template: 'one' }));
		expect([bosToken, addsBos]).toEqual([undefined, undefined]);
	});

	it('is read byte for byte, but for a mark of its encoding and Windows’ line ends', () => {
		const decomposed = '각'.normalize('NFD');
		expect(readTemplateFile(written('a.jinja', `\uFEFF${decomposed}\r\n`)).chatTemplate).toBe(`${decomposed}\n`);
		const utf16 = Buffer.from('\uFEFF{{ messages }}', 'utf16le');
		expect(readTemplateFile(written('b.jinja', utf16)).chatTemplate).toBe('{{ messages }}');
	});
});

describe('a file without one is an error in one line', () => {
	it.each<[string, unknown, RegExp]>([
		['tokenizer_config.json', { bos_token: '<s>' }, /tokenizer_config\.json: no chat template$/u],
		['empty.jinja', ' \n', /empty\.jinja: no chat template$/u],
		['broken.json', '{', /broken\.json: not JSON/u],
		['list.json', [], /list\.json: no chat template$/u],
		['weights.gguf', 'GGU', /weights\.gguf: not a GGUF/u],
		['latin.jinja', Buffer.from([0x7b, 0xe9]), /latin\.jinja: not UTF-8/u],
	])('%s', (name, content, message) => {
		expect(() => readTemplateFile(written(name, content))).toThrow(
			expect.objectContaining({ exitCode: 2, message: expect.stringMatching(message) }),
		);
	});

	it('with the file beside it that has it', () => {
		const among = folder();
		const path = written('tokenizer_config.json', {}, among);
		expect(() => readTemplateFile(path)).toThrow(NoTemplateError);
		const own = written('chat_template.jinja', '{{ messages }}', among);
		expect(() => readTemplateFile(path)).toThrow(expect.objectContaining({ hint: `Use ${own}.` }));
	});

	it('and never waited for where it is a pipe', () => {
		const path = join(folder(), 'pipe');
		execFileSync('mkfifo', [path]);
		expect(() => readTemplateFile(path)).toThrow(saying('file.denied', { code: 'not a file' }));
	});
});
