import type { z } from 'zod';
import { ConfigError, UsageError } from '../../src/base/errors.ts';
import { message } from '../../src/base/message.ts';
import type { DeclaredOption, Runner, RunnerDeclaration } from '../../src/model/runner.ts';
import declared from './declared-options.json' with { type: 'json' };

/** A runner that is imported only when it is used. Its options stand apart: they need no engine. */
interface LazyRunner {
	options(): Promise<z.ZodType<object>>;
	runner(): Promise<Runner>;
}

/** The runner if none is named. */
export const DEFAULT_RUNNER = 'llama-cpp';

const BUILT_IN: ReadonlyMap<string, LazyRunner> = new Map<string, LazyRunner>([
	[
		DEFAULT_RUNNER,
		{
			options: async () => (await import('../../runners/llama-cpp/options.ts')).llamaCppOptions,
			runner: async () => (await import('../../runners/llama-cpp/index.ts')).llamaCppRunner,
		},
	],
	[
		'wllama',
		{
			options: async () => (await import('../../runners/wllama/options.ts')).wllamaOptions,
			runner: async () => (await import('../../runners/wllama/index.ts')).wllamaRunner,
		},
	],
	[
		'web-llm',
		{
			options: async () => (await import('../../runners/web-llm/options.ts')).webLlmOptions,
			runner: async () => (await import('../../runners/web-llm/index.ts')).webLlmRunner,
		},
	],
	[
		'litert-lm',
		{
			options: async () => (await import('../../runners/litert-lm/options.ts')).liteRtLmOptions,
			runner: async () => (await import('../../runners/litert-lm/index.ts')).litertLmRunner,
		},
	],
	[
		'openai',
		{
			options: async () => (await import('../../runners/openai/options.ts')).openAiOptions,
			runner: async () => (await import('../../runners/openai/index.ts')).openAiRunner,
		},
	],
	[
		'device',
		{
			options: async () => (await import('../../runners/device/options.ts')).deviceOptions,
			runner: async () => (await import('../../runners/device/index.ts')).deviceRunner,
		},
	],
	[
		'replay',
		{
			options: async () => (await import('../../runners/replay/options.ts')).replayOptions,
			runner: async () => (await import('../../runners/replay/index.ts')).replayRunner,
		},
	],
]);

/** The runners that come with gemmark. */
export const RUNNER_NAMES: readonly string[] = [...BUILT_IN.keys()];

/** A runner's options as plain data. */
export interface DeclaredRunner {
	readonly name: string;
	readonly options: ReadonlyMap<string, DeclaredOption>;
}

/**
 * All runners and their options, without their engines. A `brought` one replaces the built-in of its name. Built-in ones come
 * from data that a test compares with their schemas: a help needs no schema.
 */
export async function declareRunners(brought: readonly RunnerDeclaration[] = []): Promise<readonly DeclaredRunner[]> {
	const known: Readonly<Record<string, Readonly<Record<string, DeclaredOption>>>> = declared;
	const own = RUNNER_NAMES.filter((name) => !brought.some((runner) => runner.name === name)).map((name) => ({
		name,
		options: new Map(Object.entries(known[name] ?? {})),
	}));
	if (brought.length === 0) return own;
	const { declaredOptions } = await import('../../src/model/runner.ts');
	return [...own, ...brought.map((runner) => ({ name: runner.name, options: declaredOptions(runner) }))];
}

/** The runner of that name. Throws {@link UsageError} when there is none. */
export async function loadRunner(name: string): Promise<Runner> {
	const runner = await BUILT_IN.get(name)?.runner();
	if (runner === undefined) throw unknownRunner(name, RUNNER_NAMES);
	return runner;
}

/** Throws {@link ConfigError} for a runner of one's own that has the name of one that comes with gemmark. */
export async function requireOwnName(runner: Runner, source: string): Promise<void> {
	const { name } = runner;
	const own = BUILT_IN.get(name);
	// One that comes with gemmark may be brought as an object: it has the very schema.
	if (own === undefined || (await own.options()) === runner.options) return;
	throw new ConfigError(message('config.runner-name-taken', { source, runner: name }));
}

export function unknownRunner(name: string, known: readonly string[]): UsageError {
	return new UsageError(message('usage.unknown-runner', { runner: name, known: [...new Set(known)] }));
}
