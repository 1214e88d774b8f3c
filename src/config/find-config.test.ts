import { chownSync, lchownSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { configErrorOf, configFolderFixture } from '../testing/config-folder-fixture.ts';
import { CONFIG_NAMES, findConfig } from './find-config.ts';

it.each(CONFIG_NAMES)('finds %s in the folder itself', (name) => {
	const folder = configFolderFixture({ [name]: '' });
	expect(findConfig(folder)).toBe(join(folder, name));
});

it('finds the config of the nearest folder above within the repository', () => {
	const folder = configFolderFixture({
		'.git/HEAD': '',
		'gemmark.config.yaml': '',
		'a/gemmark.config.json': '',
		'a/b/c/x': '',
	});
	expect(findConfig(join(folder, 'a/b/c'))).toBe(join(folder, 'a/gemmark.config.json'));
});

it.each([
	['gemmark.config.cjs', /Make it an ES module, gemmark\.config\.mjs with/u],
	['gemmark.config.cts', /gemmark\.config\.mts/u],
	['gemmark.config.toml', /Use one of gemmark\.config\.yaml, /u],
	['gemmark.config.json5', /Use one of/u],
])('rejects the name %s, also in folders above', (name, hint) => {
	const folder = configFolderFixture({ '.git/HEAD': '', [name]: '', 'a/x': '' });
	const refused = expect.objectContaining({
		message: expect.stringContaining(name),
		hint: expect.stringMatching(hint),
	});
	expect(() => findConfig(join(folder, 'a'))).toThrow(refused);
});

it.each(['gemmark.config.yaml.bak', 'gemmark.config.old', 'gemmark.config.test.ts'])('passes %s over', (name) => {
	expect(findConfig(configFolderFixture({ [name]: '' }))).toBeUndefined();
});

it('stops at the repository', () => {
	const folder = configFolderFixture({ 'gemmark.config.yaml': '', 'repo/.git/HEAD': '', 'repo/src/x': '' });
	expect(findConfig(join(folder, 'repo/src'))).toBeUndefined();
});

it('looks only in the folder itself without a repository', () => {
	const folder = configFolderFixture({ 'gemmark.config.mjs': '', 'work/x': '' });
	expect(findConfig(join(folder, 'work'))).toBeUndefined();
});

it('rejects a config of another user', async (context) => {
	if (process.getuid?.() !== 0) context.skip('root alone can give a file to another user');
	const folder = configFolderFixture({ 'gemmark.config.mjs': '', 'elsewhere.mjs': '' });
	const file = join(folder, 'gemmark.config.mjs');
	const refused = 'gemmark.config.mjs: belongs to another user (65534), so it is not read';
	chownSync(file, 65534, 65534);
	expect(await configErrorOf(() => findConfig(folder), folder)).toBe(refused);
	rmSync(file);
	symlinkSync(join(folder, 'elsewhere.mjs'), file);
	expect(findConfig(folder)).toBe(file);
	lchownSync(file, 65534, 65534);
	expect(await configErrorOf(() => findConfig(folder), folder)).toBe(refused);
});

it('finds a config next to .git', () => {
	const folder = configFolderFixture({ 'gemmark.config.ts': '', '.git/HEAD': '', 'src/x': '' });
	expect(findConfig(join(folder, 'src'))).toBe(join(folder, 'gemmark.config.ts'));
});

it('rejects a folder with the name of a config', async () => {
	const folder = configFolderFixture({ '.git/HEAD': '' });
	mkdirSync(join(folder, 'gemmark.config.yaml'));
	expect(await configErrorOf(() => findConfig(folder), folder)).toBe('gemmark.config.yaml: a folder, not a config');
});

it('rejects two configs in one folder', async () => {
	const folder = configFolderFixture({ 'gemmark.config.yaml': '', 'gemmark.config.ts': '' });
	expect(await configErrorOf(() => findConfig(folder), folder)).toBe(
		'gemmark.config.yaml: gemmark.config.ts is a config too',
	);
});
