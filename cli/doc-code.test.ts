import { spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readLogFile } from '../src/log/log-file.ts';
import { packageRoot } from '../src/package/package-root.ts';
import { configFolderFixture } from '../src/testing/config-folder-fixture.ts';
import { outsideFolderFixture } from './outside-folder-fixture.ts';
import { parrotRunner } from './parrot-runner-fixture.ts';

const textOf = (...path: readonly string[]): string => readFileSync(join(packageRoot(), ...path), 'utf8');

/** The files of docs/several-turns.md, by the names in their first lines. */
const page = textOf('docs', 'several-turns.md');
const files = Object.fromEntries(
	Array.from(page.matchAll(/^```ts\n\/\/ (\S+)\n([\s\S]*?)^```$/gmu), ([, name = '', content = '']) => [name, content]),
);

/** A runner without an engine: it asks how long where it was not told, calls, and says what was answered. */
const RUNNER = `
import { z } from 'zod';

${parrotRunner(`(prompt) => {
	if (prompt.includes('ringsAfter')) return 'It rings soon.';
	return /3 minutes/u.test(prompt) ? '{"name": "set_timer", "parameters": {"minutes": 3}}' : 'How long?';
}`)}

export { parrot };
`;

/** Roles of a sample's messages, and its scores. */
const SAMPLES: Readonly<Record<string, readonly [string, object]>> = {
	'turns at-once': ['user tool-call model', { set: { value: true }, turns: { value: 1 } }],
	'turns asked-back': ['user model user tool-call model', { set: { value: true }, turns: { value: 2 } }],
	'asked timer': ['user model user tool-call model', { asks: { value: true } }],
	'own-loop timer': ['user tool-call model', { done: { value: true } }],
};

describe('the page of several user turns', () => {
	it('runs as it stands', async () => {
		const { 'gemmark.config.ts': config = '', ...others } = files;
		const { folder, gemmark } = outsideFolderFixture({
			...others,
			'parrot.ts': RUNNER,
			'gemmark.config.ts': `import { parrot } from './parrot.ts';\n${config.replace('suites:', "targets: [{ runner: parrot, model: 'grey' }], suites:")}`,
		});
		const { status, stderr } = await gemmark('run', '--out', 'out');
		expect([status, stderr.match(/^gemmark:.*$/gmu)]).toEqual([0, null]);
		const { samples } = await readLogFile(join(folder, 'out', 'log.jsonl'));
		const told = samples.map(({ suite, sampleId, transcript: { messages = [], generations }, scores }) => {
			const roles = messages.map(({ role }) => role);
			expect(generations).toHaveLength(roles.filter((role) => role !== 'user').length);
			return [`${suite} ${sampleId}`, [roles.join(' '), scores]];
		});
		expect(Object.fromEntries(told)).toEqual(SAMPLES);
	});
});

it('the code of the pages and of the example of one’s own suite has types that fit', () => {
	const [ownApp = ''] = /(?<=^```ts\n)import [\s\S]*?(?=^```$)/mu.exec(textOf('docs', 'own-app.md')) ?? [];
	const own = {
		...files,
		'own-app.ts': ownApp,
		'own-suite.ts': textOf('examples', 'own-suite', 'gemmark.config.ts'),
	};
	const surface = `from '${packageRoot()}/api/index.ts'`;
	const folder = configFolderFixture({
		...Object.fromEntries(Object.entries(own).map(([name, text]) => [name, text.replace("from 'gemmark'", surface)])),
		'package.json': '{"type": "module"}',
		'tsconfig.json': JSON.stringify({
			extends: join(packageRoot(), 'tsconfig.json'),
			compilerOptions: { isolatedDeclarations: false, declaration: false, rewriteRelativeImportExtensions: false },
			include: Object.keys(own),
			exclude: [],
		}),
	});
	symlinkSync(join(packageRoot(), 'node_modules'), join(folder, 'node_modules'));
	const tsc = join(packageRoot(), 'node_modules', 'typescript', 'bin', 'tsc');
	expect(spawnSync(process.execPath, [tsc, '-p', '.'], { cwd: folder, encoding: 'utf8' }).stdout).toBe('');
});
