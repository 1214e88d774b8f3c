import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Help } from 'commander';
import { beforeAll, describe, expect, it } from 'vitest';
import { HABIT_COACH_SUITES } from '../run/compose/habit-coach.ts';
import { packageRoot } from '../src/base/read-file.ts';
import { createProgram } from './program.ts';

describe('the list of commands', () => {
	let all: Awaited<ReturnType<typeof createProgram>>;
	beforeAll(async () => {
		all = await createProgram();
	});

	it('has each command as its own help has it, without loading it', async () => {
		const program = await createProgram(['--help']);
		const listed = program.commands.map((command) => program.createHelp().subcommandTerm(command));
		expect(listed).toEqual(all.commands.map((command) => new Help().subcommandTerm(command)));
		expect(program.commands.flatMap(({ options }) => options)).toEqual([]);
	});

	it('has every suite of the bundled app in the help of --suite', () => {
		const run = all.commands.find((command) => command.name() === 'run');
		const words = run?.options.find(({ long }) => long === '--suite')?.description.match(/[a-z]+/g);
		expect(words).toEqual(expect.arrayContaining(HABIT_COACH_SUITES.map(({ name }) => name)));
	});
});

describe('the help of run', () => {
	it('has fifteen options, and --help-all has every one', async () => {
		const program = await createProgram(['run']);
		const run = program.commands.find((command) => command.name() === 'run');
		const written: string[] = [];
		run?.configureOutput({ writeOut: (text) => void written.push(text) });
		const flags = (help = ''): readonly string[] => help.match(/^ {2}(?:-\w, )?--[\w-]+/gmu) ?? [];
		const shown = flags(run?.helpInformation());
		expect(shown).toHaveLength(16);
		expect(shown).toEqual(expect.arrayContaining(['  -c, --config', '  -m, --model', '  -o, --out', '  --help-all']));
		await expect(program.parseAsync(['run', '--help-all'], { from: 'user' })).rejects.toMatchObject({ exitCode: 0 });
		expect(flags(written.join(''))).toEqual(expect.arrayContaining([...shown, '  --seed', '  --real-time']));
	});
});

describe('the titles of a help', () => {
	const gemmark = (
		args: readonly string[],
		env: NodeJS.ProcessEnv,
	): { readonly stdout: string; readonly stderr: string } => {
		const { NO_COLOR: _no, FORCE_COLOR: _force, ...rest } = process.env;
		const main = join(packageRoot(), 'cli', 'main.ts');
		return spawnSync(process.execPath, [main, ...args], { encoding: 'utf8', env: { ...rest, ...env } });
	};

	it.each([
		[['gate', '--help'], { FORCE_COLOR: '1' }, '\u001b[1mUsage:\u001b[22m gemmark gate '],
		[['--help'], {}, 'Usage: gemmark '],
	])('are bold only with colours on: %j %j', (args, env, expected) => {
		expect(gemmark(args, env).stdout.startsWith(expected)).toBe(true);
	});

	it('leave the words of a mistake without control characters', () => {
		const { stderr } = gemmark(['gate', 'run', '--\u001b[31mred\nline'], { FORCE_COLOR: '1' });
		expect(stderr).toMatch(/^gemmark: unknown option '--\\u001b\[31mred line'/u);
	});
});
