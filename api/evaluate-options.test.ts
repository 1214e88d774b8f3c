import { describe, expect, it } from 'vitest';
import { configErrorOf } from '../src/testing/config-folder-fixture.ts';
import { type EvaluateOptions, evaluate } from './evaluate.ts';
import { checkEvaluateOptions } from './evaluate-options.ts';
import { defineSuite, scorers } from './index.ts';

describe('the options of evaluate', () => {
	it.each<[object, string]>([
		[{ limit: -2 }, 'evaluate: limit: must be a whole number of at least 1'],
		[{ limit: '2' }, 'evaluate: limit: must be a whole number of at least 1'],
		[{ limt: 2 }, "evaluate: limt: is no field here; did you mean 'limit'?"],
		[{ shard: { index: 0, count: 3 } }, 'evaluate: shard.index: must be a whole number of at least 1'],
		[{ shard: { index: 4, count: 3 } }, 'evaluate: shard.index: must be at most `count`'],
		[{ suites: 'tools' }, 'evaluate: suites: must be a list'],
		[{ onProgress: true }, 'evaluate: onProgress: must be a function'],
	])('are refused before the config is opened: %j', async (options, line) => {
		expect(await configErrorOf(() => evaluate('there-is-no-such-config.yaml', options))).toBe(line);
	});

	it.each<[EvaluateOptions, string]>([
		[{ epochs: 3 }, 'epochs 3: at temperature 0 every repeat is the same'],
		[{ sampling: 'recommended', temperature: 0 }, 'sampling recommended is at temperature 1'],
	])('contradict nothing before a model is loaded: %j', async (options, line) => {
		const suite = defineSuite({ name: 'own', samples: [{ id: 'a', input: 'a' }], scorers: [scorers.called()] });
		const config = { app: { name: 'own', system: 'You help.', tools: [] }, suites: [suite] };
		const target = { model: 'there-is-no-such-model.gguf' };
		await expect(evaluate(config, { ...options, target })).rejects.toThrow(line);
		await expect(evaluate(config, { epochs: 3, determinism: true, target })).rejects.toThrow(target.model);
	});

	it('may each be left undefined', () => {
		const given = { limit: undefined, filter: undefined, target: 0, policy: 'from:runs/a', onLoad: () => undefined };
		expect(() => checkEvaluateOptions(given)).not.toThrow();
	});
});
