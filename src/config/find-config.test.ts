import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { configErrorOf, configFolderFixture } from '../testing/config-folder-fixture.ts';
import { CONFIG_NAMES, findConfig } from './find-config.ts';

it.each(CONFIG_NAMES)('finds %s in the folder itself', (name) => {
	const folder = configFolderFixture({ [name]: '' });
	expect(findConfig(folder)).toBe(join(folder, name));
});

it('finds the config of the nearest folder above', () => {
	const folder = configFolderFixture({ 'gemmark.config.yaml': '', 'a/gemmark.config.json': '', 'a/b/c/x': '' });
	expect(findConfig(join(folder, 'a/b/c'))).toBe(join(folder, 'a/gemmark.config.json'));
});

it('looks no further than the repository', () => {
	const folder = configFolderFixture({ 'gemmark.config.yaml': '', 'repo/.git/HEAD': '', 'repo/src/x': '' });
	expect(findConfig(join(folder, 'repo/src'))).toBeUndefined();
});

it('finds a config beside .git', () => {
	const folder = configFolderFixture({ 'gemmark.config.ts': '', '.git/HEAD': '', 'src/x': '' });
	expect(findConfig(join(folder, 'src'))).toBe(join(folder, 'gemmark.config.ts'));
});

it('tells a folder that is called as a config', async () => {
	const folder = configFolderFixture({ '.git/HEAD': '' });
	mkdirSync(join(folder, 'gemmark.config.yaml'));
	expect(await configErrorOf(() => findConfig(folder), folder)).toBe('gemmark.config.yaml: is a folder, not a config');
});

it('names both of two configs in one folder', async () => {
	const folder = configFolderFixture({ 'gemmark.config.yaml': '', 'gemmark.config.ts': '' });
	expect(await configErrorOf(() => findConfig(folder), folder)).toBe(
		'gemmark.config.yaml: gemmark.config.ts is a config too',
	);
});
