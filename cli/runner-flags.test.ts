import { Command, type CommanderError } from 'commander';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { declareRunners, loadRunner, RUNNER_NAMES } from '../run/compose/runners.ts';
import { ConfigError, UsageError } from '../src/base/errors.ts';
import { parseRunnerOptions, type Runner } from '../src/model/runner.ts';
import { type RunnerChoice, RunnerFlags } from './runner-flags.ts';

/** A user's runner. */
const ownRunner: Runner<{ readonly threads?: number; readonly beamWidth: number }> = {
	name: 'own',
	options: z.object({
		threads: z.int().min(1).max(2).optional().describe('threads of my engine'),
		beamWidth: z.number().min(0.5).default(4).describe('beams'),
		mode: z.enum(['fast', 'exact']).default('fast').describe('which kernel'),
		cache: z.boolean().default(true).describe('keep what was evaluated').meta({ off: 'keep nothing' }),
		device: z.string().optional().describe('where it runs').meta({ flag: 'own-device', value: 'id' }),
		layers: z.array(z.string()).optional(),
	}),
	modelSource: 'name',
	load: () => Promise.reject(new Error('a declaration only')),
};

async function command(): Promise<{ readonly flags: RunnerFlags; readonly parsed: Command }> {
	const parsed = new Command('run')
		.option('--seed <n>')
		.exitOverride()
		.configureOutput({ writeErr: () => undefined });
	const flags = new RunnerFlags(await declareRunners([ownRunner]));
	flags.addTo(parsed);
	return { flags, parsed };
}

async function request(runner: string, ...args: readonly string[]): Promise<{ readonly seed?: string } & RunnerChoice> {
	const { flags, parsed } = await command();
	parsed.parse(args, { from: 'user' });
	return flags.request<{ readonly seed?: string }>(parsed, runner);
}

const refused = (runner: string, ...args: readonly string[]): Promise<unknown> =>
	request(runner, ...args).then(
		() => undefined,
		(error: unknown) => error,
	);

describe('the flags of runners', () => {
	it('set the options that the runner has, and only those that were given', async () => {
		expect(await request('llama-cpp', '--seed', '7')).toEqual({ seed: '7', runner: 'llama-cpp', runnerOptions: {} });
		const args = ['--threads', '2', '--context-size', '512', '--gpu', '--flash-attention', '--no-share-prefix'];
		expect(await request('llama-cpp', ...args, '--prefix-cache', 'states', '--parallel', '3')).toMatchObject({
			runnerOptions: {
				threads: 2,
				contextSize: 512,
				gpu: true,
				flashAttention: true,
				promptCache: false,
				promptCacheFolder: 'states',
				sequences: 3,
			},
		});
		expect(await request('openai', '--base-url', 'http://127.0.0.1:8080', '--template', 'a.jinja')).toMatchObject({
			runnerOptions: { baseUrl: 'http://127.0.0.1:8080', template: 'a.jinja' },
		});
		expect(await request('replay', '--real-time')).toMatchObject({ runnerOptions: { realTime: true } });
	});

	it.each([
		['llama-cpp', ['--base-url', 'http://127.0.0.1:8080'], 'openai'],
		['llama-cpp', ['--real-time'], 'replay'],
		['wllama', ['--parallel', '2'], 'llama-cpp or openai'],
	])('of another runner than %s are refused: %s', async (runner, args, runners) => {
		const said = { code: 'command.runner-flag', params: { flag: args[0], runner, runners } };
		expect(await refused(runner, ...args)).toMatchObject({ said });
	});

	it.each([
		['--threads', '0', "option '--threads <n>' argument '0' is invalid. Expected a whole number from 1 to 1024."],
		['--context-size', 'x', "option '--context-size <n>' argument 'x' is invalid. Expected a whole number from 256."],
		[
			'--prefix-cache',
			' ',
			"option '--prefix-cache <dir>' argument ' ' is invalid. Expected a text that is not empty.",
		],
	])('keep to their bounds: %s %s', async (flag, text, message) => {
		const error = (await refused('llama-cpp', flag, text)) as CommanderError;
		expect(error).toMatchObject({ code: 'commander.invalidArgument', message: `error: ${message}` });
	});

	it('name the runners there are when one is not', async () => {
		const known = { message: '--runner none: unknown runner', hint: expect.stringContaining('llama-cpp, ') };
		expect(await refused('none')).toMatchObject(known);
		await expect(loadRunner('none')).rejects.toMatchObject(known);
		await expect(loadRunner('constructor')).rejects.toThrow(UsageError);
	});

	it('are listed under each runner that has them', async () => {
		const help = (await command()).parsed.helpInformation();
		const heads = [...RUNNER_NAMES, 'own'].map((name) => help.indexOf(`Options of ${name}:`));
		expect(heads).toEqual(heads.toSorted((one, two) => one - two));
		expect(heads).not.toContain(-1);
		expect(help.match(/--threads <n>/gu)).toHaveLength(3);
	});
});

describe('a runner that is brought from outside', () => {
	it('has its flags', async () => {
		const args = ['--beam-width', '1.5', '--mode', 'exact', '--no-cache', '--own-device', 'gpu1', '--threads', '2'];
		expect((await request('own', ...args)).runnerOptions).toEqual({
			beamWidth: 1.5,
			mode: 'exact',
			cache: false,
			device: 'gpu1',
			threads: 2,
		});
		const said = { code: 'command.runner-flag', params: { flag: '--mode', runners: 'own' } };
		expect(await refused('llama-cpp', '--mode', 'exact')).toMatchObject({ said });
		expect(await refused('own', '--threads', '3')).toMatchObject({ message: expect.stringContaining('from 1 to 2') });
		expect(await refused('own', '--mode', 'slow')).toMatchObject({ message: expect.stringContaining('fast, exact') });
	});

	it('lists its flags in the help, with defaults', async () => {
		const help = (await command()).parsed.helpInformation();
		const own = help.slice(help.indexOf('Options of own:'));
		expect(own).toMatch(/--beam-width <n> +beams \(default: 4\)/u);
		expect(own).toMatch(/--no-cache +keep nothing/u);
		expect(own).toMatch(/--own-device <id> +where it runs/u);
		expect(own).not.toContain('layers');
	});

	it('has its part of a config checked', () => {
		const parse = (values: unknown) => () => parseRunnerOptions(ownRunner, values, 'gemmark.config.yaml');
		expect(parse({ threads: 2 })()).toEqual({ threads: 2, beamWidth: 4, mode: 'fast', cache: true });
		expect(parse({ treads: 2 })).toThrow(ConfigError);
		expect(parse({ treads: 2 })).toThrow(
			"gemmark.config.yaml: treads: the runner own has no such option; did you mean 'threads'?",
		);
		expect(parse({ threads: '2' })).toThrow(/^gemmark.config.yaml: threads: must be a number/u);
		expect(parse({ layers: ['a', 1] })).toThrow(/^gemmark.config.yaml: layers\[1\]: must be text/u);
		expect(parse('fast')).toThrow(/^gemmark.config.yaml: must be /u);
	});

	it('cannot take a flag that means something else', async () => {
		const asked = (options: z.ZodType<object>) => async () => {
			const flags = new RunnerFlags(await declareRunners([{ name: 'own', options }]));
			flags.addTo(new Command('run').option('--seed <n>'));
		};
		await expect(asked(z.object({ seed: z.int() }))).rejects.toMatchObject({
			said: { code: 'command.runner-flag-taken-command', params: { flag: '--seed' } },
		});
		await expect(asked(z.object({ gpu: z.string() }))).rejects.toMatchObject({
			said: { code: 'command.runner-flag-taken', params: { other: 'llama-cpp', flag: '--gpu' } },
		});
	});
});
