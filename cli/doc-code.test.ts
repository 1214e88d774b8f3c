import { spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../src/base/read-file.ts';
import { UNSCORED_CAUSES } from '../src/eval/score.ts';
import { readLogFile } from '../src/log/read-log.ts';
import { configFolderFixture } from '../src/testing/config-folder-fixture.ts';
import { outsideFolderFixture } from './outside-folder-fixture.ts';
import { parrotRunner } from './parrot-runner-fixture.ts';

const textOf = (...path: readonly string[]): string => readFileSync(join(packageRoot(), ...path), 'utf8');

/** The files of docs/several-turns.md, by the names in their first lines. */
const page = textOf('docs', 'several-turns.md');
const files = Object.fromEntries(
	Array.from(page.matchAll(/^```ts\n\/\/ (\S+)\n([\s\S]*?)^```$/gmu), ([, name = '', content = '']) => [name, content]),
);

/** A runner without an engine: it asks how long, calls, and repeats the answer. */
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
	it('runs', async () => {
		const { 'gemmark.config.ts': config = '', ...others } = files;
		const { folder, gemmark } = outsideFolderFixture({
			...others,
			'parrot.ts': RUNNER,
			'gemmark.config.ts': `import { parrot } from './parrot.ts';\n${config.replace('suites:', "targets: [{ runner: parrot, model: 'grey' }], suites:")}`,
		});
		const { status, stderr } = await gemmark('run', '--out', 'out');
		expect([status, stderr.match(/^gemmark:.*$/gmu)]).toEqual([0, null]);
		const { samples } = await readLogFile(join(folder, 'out', 'log.jsonl'));
		const results = samples.map(({ suite, sampleId, transcript: { messages = [], generations }, scores }) => {
			const roles = messages.map(({ role }) => role);
			expect(generations).toHaveLength(roles.filter((role) => role !== 'user').length);
			return [`${suite} ${sampleId}`, [roles.join(' '), scores]];
		});
		expect(Object.fromEntries(results)).toEqual(SAMPLES);
	});
});

it('the app with a database in docs/own-app.md runs and is closed', async () => {
	const blocks = textOf('docs', 'own-app.md').matchAll(/^```(?:ts|yaml)\n(?:\/\/|#) (\S+)\n([\s\S]*?)^```$/gmu);
	const { 'gemmark.config.ts': config = '', ...others } = Object.fromEntries(
		Array.from(blocks, ([, name = '', content = '']) => [name, content]),
	);
	const said = `(prompt) => prompt.includes('tofu into')
		? prompt.includes('"added"') ? 'Done.' : '{"name": "add_to_cart", "parameters": {"product": "tofu", "quantity": 2}}'
		: 'You are welcome.'`;
	const { folder, gemmark } = outsideFolderFixture({
		...others,
		'parrot.ts': `import { z } from 'zod';\n${parrotRunner(said)}\nexport { parrot };`,
		'gemmark.config.ts': `import { parrot } from './parrot.ts';\n${config.replace('suites:', "targets: [{ runner: parrot, model: 'grey' }], suites:")}`,
	});
	const { status, stderr } = await gemmark('run', '--out', 'out');
	expect([status, stderr.match(/^gemmark:.*$/gmu)]).toEqual([0, null]);
	const { samples } = await readLogFile(join(folder, 'out', 'log.jsonl'));
	expect(samples.map(({ sampleId, scores }) => [sampleId, scores])).toEqual([
		['tofu', expect.objectContaining({ correct: { value: true }, endState: { value: true } })],
		['thanks', expect.objectContaining({ correct: { value: true }, endState: { value: true } })],
	]);
});

it('the page of scorers names every cause of what is unscored', () => {
	const [causes = ''] = /(?<=^## Causes\n)[\s\S]*?(?=^## )/mu.exec(textOf('docs', 'own-scorer.md')) ?? [];
	const cells = Array.from(causes.matchAll(/^\| (`.*?) \|/gmu), ([, cell = '']) =>
		cell.replaceAll('`', '').split(', '),
	);
	expect(cells.flat().toSorted()).toEqual(UNSCORED_CAUSES.toSorted());
});

/** Fields of a sample are those of inline samples, else of the scorers; a scorer of samples with more is refused. */
const TYPED_SAMPLES = `
import { defineScorer, defineSuite, type Sample, scorers } from 'gemmark';

const odd = defineScorer<Sample & { readonly odd: boolean }>({ name: 'odd', score: (sample) => sample.odd });
const samples = ['a', 'b'].map((id, index) => ({ id, input: id, odd: index % 2 === 1 }));
const name = 'typed';
export const inline = defineSuite({
	name,
	samples: [{ id: 'a', input: 'a', kind: 'x' }, { id: 'b', input: 'b', kind: 'y', more: 1 }],
	scorers: [{ name: 'kind', score: (sample, { answer }) => answer === sample.kind }, scorers.called()],
	groups: (sample) => ({ kind: sample.kind, more: String(sample.more) }),
});
export const made = defineSuite({ name, samples, scorers: [odd], groups: ({ odd }) => ({ odd: String(odd) }) });
export const read = defineSuite({ name, samples: 'a.csv', scorers: [odd], groups: ({ odd }) => ({ odd: String(odd) }) });
export const expecting = defineSuite({ name, samples: 'a.csv', scorers: [scorers.calledTool(), scorers.called()] });
// @ts-expect-error: samples have no expected calls
export const without = defineSuite({ name, samples, scorers: [scorers.calledTool()] });
`;

/** What pages expect the reader to have. */
const YOURS = `
interface Engine {
	readonly version: string;
	readonly chatTemplate: string;
	stream(prompt: string, options: object): AsyncIterable<string>;
	stop(): Promise<void>;
}
declare function start(model: string, beams: number): Promise<Engine>;
`;

/** Whole files of a page, by a path of their own; a file without a name in its first line is a config. */
function filesOf(name: string): Readonly<Record<string, string>> {
	const blocks = textOf('docs', `${name}.md`).matchAll(/^```ts\n((?:\/\/ (\S+\.ts).*\n)?import [\s\S]*?)^```$/gmu);
	return Object.fromEntries(
		Array.from(blocks, ([, code = '', file], index) => [`${name}/${file ?? `config-${index}.ts`}`, code]),
	);
}

/** The page shows only this field of a suite. */
function solverPage(): string {
	const [solve = ''] = /(?<=^```ts\n)solve: [\s\S]*?(?=^```$)/mu.exec(textOf('docs', 'own-suite.md')) ?? [];
	return `
import { defineSuite, scorers, solveAppTurn } from 'gemmark';
export const units = defineSuite({ name: 'a', samples: [{ id: 'a', input: 'a' }], scorers: [scorers.called()], ${solve}});
`;
}

const PAGES = ['own-app', 'own-dialect', 'own-runner', 'own-scorer', 'own-suite', 'library', 'several-turns'];

it('the code of the pages and of the example of one’s own suite has types that fit', () => {
	const own = {
		...Object.assign({}, ...PAGES.map(filesOf)),
		'solver.ts': solverPage(),
		'example.ts': textOf('examples', 'own-suite', 'gemmark.config.ts'),
		'typed-samples.ts': TYPED_SAMPLES,
		'yours.d.ts': YOURS,
	};
	const folder = configFolderFixture({
		...own,
		'package.json': '{"type": "module"}',
		'tsconfig.json': JSON.stringify({
			extends: join(packageRoot(), 'tsconfig.json'),
			compilerOptions: {
				isolatedDeclarations: false,
				declaration: false,
				rewriteRelativeImportExtensions: false,
				paths: { gemmark: ['./dist/src/index.d.ts'], 'gemmark/node': ['./dist/src/node.d.ts'] },
			},
			include: Object.keys(own),
			exclude: [],
		}),
	});
	symlinkSync(join(packageRoot(), 'node_modules'), join(folder, 'node_modules'));
	const tsc = (...args: readonly string[]): string => {
		const script = join(packageRoot(), 'node_modules', 'typescript', 'bin', 'tsc');
		return spawnSync(process.execPath, [script, ...args], { cwd: folder, encoding: 'utf8' }).stdout;
	};
	const build = join(packageRoot(), 'tsconfig.build.json');
	expect(PAGES.filter((page) => Object.keys(filesOf(page)).length === 0)).toEqual([]);
	// The declarations of the package, which are emitted without checking gemmark itself.
	expect(tsc('-p', build, '--noCheck', '--emitDeclarationOnly', '--outDir', join(folder, 'dist'))).toBe('');
	expect(tsc('-p', '.')).toBe('');
}, 120_000);
