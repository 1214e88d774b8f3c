import { readdirSync, readFileSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { localeOf } from '../../reports/messages/catalogue.ts';
import { compose } from '../../run/compose/compose.ts';
import { openConfig } from '../../run/compose/open-config.ts';
import { configFolderFixture } from '../../src/testing/config-folder-fixture.ts';
import { saying } from '../../src/testing/saying.ts';
import { outsideFolderFixture } from '../outside-folder-fixture.ts';
import { ask, init, type ProjectChoice, writeNewFiles } from './init.ts';

const en = localeOf('en');
const ko = localeOf('ko');

const DEFAULTS: ProjectChoice = { name: 'kitchen', language: 'ko', suites: ['prefix', 'tools'], hits: 9 };

const opened = (folder: string) => openConfig(join(folder, 'gemmark.config.yaml'));

describe('gemmark init', () => {
	it('refuses a file in place of a folder before it writes', async () => {
		const folder = configFolderFixture({ prompts: 'ours' });
		await expect(init(folder, { yes: true })).rejects.toMatchObject({
			said: { code: 'command.folder-needed', params: { path: join(folder, 'prompts') } },
		});
		expect(readdirSync(folder)).toEqual(['prompts']);
	});

	it('writes through no link that leads nowhere, and keeps it', () => {
		const folder = configFolderFixture();
		const link = join(folder, 'a.txt');
		symlinkSync(join(folder, 'gone'), link);
		const files = new Map([['a.txt', 'x']]);
		const refusal = (code: string) => expect.objectContaining({ said: expect.objectContaining({ code }) });
		expect(() => writeNewFiles(folder, files, { example: 'x' })).toThrow(refusal('command.file-there'));
		expect(() => writeNewFiles(link, files, { example: 'x' })).toThrow(refusal('command.folder-needed'));
		expect(readlinkSync(link)).toBe(join(folder, 'gone'));
	});

	it('prints a way into the folder that a shell takes', async () => {
		const { gemmark } = outsideFolderFixture({});
		const { stdout } = await gemmark('init', 'my app; ls', '--yes');
		expect(stdout).toContain("next: cd 'my app; ls' && npx gemmark run");
	});

	it.each(['ko', 'en'] as const)('writes a project in %s that composes as it is', async (language) => {
		const folder = configFolderFixture();
		await init(folder, { yes: true, language });
		expect(readdirSync(folder).sort()).toEqual([
			'.gitignore',
			'README.md',
			'answers.yaml',
			'corpus',
			'gate.yaml',
			'gemmark.config.yaml',
			'prompts',
			'tools.json',
		]);
		const { app, warnings, suites } = await compose(await opened(folder));
		expect(warnings).toEqual([]);
		expect(app.language).toBe(language);
		const tools = app.open().tools.map(({ name }) => name);
		expect(tools).toHaveLength(2);
		const built = await suites();
		expect(built.map(({ name, samples }) => [name, samples.length])).toEqual([['prefix', 30]]);
		const scores = built[0]?.scorers.map(({ name, main, compared }) => [name, main === true, compared === true]);
		expect(scores).toContainEqual(['meaningful', true, false]);
		expect(scores).toContainEqual(['correct', false, true]);
		const expected = built[0]?.samples.flatMap(
			(sample) => (sample as unknown as { expected: { tool: string }[] }).expected,
		);
		expect(expected).toHaveLength(26);
		expect(new Set(expected?.map(({ tool }) => tool))).toEqual(new Set(tools));
		expect(built[0]?.decision?.threshold).toEqual({ hits: 9, of: 26 });
	});

	it('writes what was chosen, whatever the name holds', async () => {
		const folder = configFolderFixture();
		await init(folder, { yes: true, name: `it's "mine": 장보기 # 1`, suites: ['prefix'], hits: 6 });
		const config = (await opened(folder))?.config;
		expect(config?.app).toMatchObject({ name: `it's "mine": 장보기 # 1` });
		expect(config?.suites).toEqual([{ kind: 'prefix', corpus: 'corpus/prompts.csv', decision: { hits: 6, of: 26 } }]);
		const tools = configFolderFixture();
		await init(tools, { yes: true, suites: ['tools'] });
		expect((await opened(tools))?.config.suites).toEqual([{ kind: 'tools', corpus: 'corpus/prompts.csv' }]);
	});

	it('has git leave the runs out, and changes no .gitignore that is there', async () => {
		const folder = configFolderFixture();
		await init(folder, { yes: true });
		expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe('results/\n');
		const ours = configFolderFixture({ '.gitignore': 'node_modules\n' });
		await init(ours, { yes: true });
		expect(readFileSync(join(ours, '.gitignore'), 'utf8')).toBe('node_modules\n');
	});

	it('appends its section to an existing README', async () => {
		const folder = configFolderFixture({ 'README.md': '# Mine\n\nWords.\n' });
		await init(folder, { yes: true, language: 'en' });
		expect(readFileSync(join(folder, 'README.md'), 'utf8')).toMatch(
			/^# Mine\n\nWords\.\n\n## Evaluation with gemmark\n/u,
		);
	});

	it.each(['tools.json', 'corpus/prompts.csv', 'gemmark.config.ts'])(
		'writes nothing where %s is there already',
		async (name) => {
			const folder = configFolderFixture({ [name]: 'mine' });
			const before = readdirSync(folder, { recursive: true });
			const said = { code: 'command.file-there', params: { path: join(folder, name) } };
			await expect(init(folder, { yes: true })).rejects.toMatchObject({ said });
			expect(readdirSync(folder, { recursive: true })).toEqual(before);
			expect(readFileSync(join(folder, name), 'utf8')).toBe('mine');
		},
	);

	it('refuses a suite that it has no template for', async () => {
		const folder = configFolderFixture();
		await expect(init(folder, { yes: true, suites: ['frame'] })).rejects.toMatchObject({
			said: { code: 'command.init-suite' },
		});
	});
});

describe('the questions of init', () => {
	let asked: string[] = [];

	function terminal(...answers: readonly string[]) {
		const output = new PassThrough();
		const input = Object.assign(new PassThrough(), { isTTY: true });
		let next = 0;
		asked = [];
		output.on('data', (chunk) => {
			asked.push(String(chunk));
			if (!/\]: $/u.test(String(chunk))) return;
			const answer = answers[next++];
			if (answer === undefined) input.end();
			else input.write(`${answer}\n`);
		});
		return { input, output };
	}

	it('have a default each', async () => {
		expect(await ask(DEFAULTS, {}, terminal('', '', '', ''))).toEqual(DEFAULTS);
	});

	it('are in the language that is chosen, also by the keys of a Korean keyboard', async () => {
		await ask(DEFAULTS, {}, terminal('ㅏㅐ', '', '', ''));
		expect(asked.join('')).toEqual(saying(ko.init.hits, { n: 26 }));
		await ask(DEFAULTS, { language: 'en' }, terminal('', '', ''));
		expect(asked.join('')).toEqual(saying(en.init.hits, { n: '26 [9]' }));
	});

	it('are asked again where an answer cannot be, and not asked where it was given', async () => {
		const answers = terminal('en?', 'en', 'frame', 'prefix', '27', '0', 'five', '5');
		expect(await ask(DEFAULTS, { name: 'given' }, answers)).toEqual({
			name: 'given',
			language: 'en',
			suites: ['prefix'],
			hits: 5,
		});
	});

	it('leave the threshold out where nothing is decided', async () => {
		expect(await ask(DEFAULTS, {}, terminal('', '', 'tools'))).toEqual({ ...DEFAULTS, suites: ['tools'] });
	});

	it('end with one line where the input ends, or is no terminal', async () => {
		await expect(ask(DEFAULTS, {}, terminal('kitchen'))).rejects.toMatchObject({
			said: { code: 'command.init-unanswered' },
		});
		const pipe = { input: new PassThrough(), output: new PassThrough() };
		await expect(ask(DEFAULTS, {}, pipe)).rejects.toMatchObject({ said: { code: 'command.init-no-terminal' } });
	});
});
