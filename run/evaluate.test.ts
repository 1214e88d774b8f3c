import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { UsageError } from '../src/base/errors.ts';
import { defineSuite, scorers } from '../src/index.ts';
import type { LoadedModel } from '../src/model/runner.ts';
import { configErrorOf } from '../src/testing/config-folder-fixture.ts';
import { appDouble } from '../src/testing/doubles/app-double.ts';
import { scriptedModel } from '../src/testing/doubles/scripted-model.ts';
import { suiteDouble } from '../src/testing/doubles/suite-double.ts';
import { checkOptions } from './compose/options.ts';
import { type EvaluateOptions, evaluate, runTargets } from './evaluate.ts';

describe('the options of evaluate', () => {
	it.each<[object, string]>([
		[{ limit: -2 }, 'evaluate: limit: must be a whole number of at least 1'],
		[{ limit: '2' }, 'evaluate: limit: must be a whole number of at least 1'],
		[{ limt: 2 }, "evaluate: limt: is not a field here; did you mean 'limit'?"],
		[{ shard: { index: 0, count: 3 } }, 'evaluate: shard.index: must be a whole number of at least 1'],
		[{ shard: { index: 4, count: 3 } }, 'evaluate: shard.index: must be at most `count`'],
		[{ suites: 'tools' }, 'evaluate: suites: must be a list'],
		[{ listen: true }, 'evaluate: listen: must be an object'],
	])('are refused before the config is opened: %j', async (options, line) => {
		expect(await configErrorOf(() => evaluate('there-is-no-such-config.yaml', options))).toBe(line);
	});

	it.each<[EvaluateOptions, string]>([
		[{ epochs: 3 }, 'usage.epochs-greedy'],
		[{ sampling: 'recommended', temperature: 0 }, 'usage.sampling-greedy'],
	])('contradict nothing before a model is loaded: %j', async (options, code) => {
		const suite = defineSuite({ name: 'own', samples: [{ id: 'a', input: 'a' }], scorers: [scorers.called()] });
		const config = { app: { name: 'own', system: 'You help.', tools: [] }, suites: [suite] };
		const target = { model: 'there-is-no-such-model.gguf' };
		await expect(evaluate(config, { ...options, target })).rejects.toMatchObject({ said: { code } });
		await expect(evaluate(config, { epochs: 3, determinism: true, target })).rejects.toThrow(target.model);
	});

	it('may each be left undefined', () => {
		const given = { limit: undefined, filter: undefined, target: 0, policy: 'from:runs/a', listen: {} };
		expect(() => checkOptions('evaluate', given)).not.toThrow();
	});
});

it('runs in turns of a suite that one of the engines cannot be asked are refused before the other has begun', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'gemmark-turns-'));
	let asked = 0;
	const replay = {
		...suiteDouble(['a'], async () => {
			asked += 1;
			return { messages: [], facts: {} };
		}),
		needsHistory: true,
	};
	const raw = scriptedModel([]);
	const chat: LoadedModel = { ...raw, kind: 'chat', openConversation: () => ({ async *sendChatTurn() {} }) };
	const targets = [raw, chat].map((model, index) => ({
		runner: {
			name: `own-${index}`,
			modelSource: 'name' as const,
			options: z.strictObject({}),
			load: async () => model,
		},
	}));
	const suites = [{ name: 'double', build: async () => replay }];
	const running = runTargets({ config: { app: appDouble(), suites, targets }, interleave: true, out: folder });
	await expect(running).rejects.toThrow(UsageError);
	await expect(running).rejects.toThrow(
		/suite double: the engine scripted renders prompts itself and accepts no history/u,
	);
	expect([asked, existsSync(folder) && readdirSync(folder)]).toEqual([0, []]);
	rmSync(folder, { recursive: true, force: true });
});
