import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ConfigError, EngineError } from '../../src/base/errors.ts';
import type { LoadedModel, Runner } from '../../src/model/runner.ts';
import { loadTarget, openTarget } from '../../src/run/compose/load.ts';
import { scriptedModel } from '../../src/testing/doubles/scripted-model.ts';
import { loadOwnRunner } from './own-runner.ts';

const runnerOf = (load: () => unknown, name = 'mine'): Runner => ({
	name,
	modelSource: 'name',
	options: z.strictObject({}),
	load: async () => load() as LoadedModel,
});

const changed = (fields: object): object => ({ ...scriptedModel([]), ...fields });

async function loaded(runner: Runner, signal?: AbortSignal): Promise<LoadedModel> {
	return loadTarget(await openTarget({ runner }, 'config.ts'), { signal });
}

describe('a runner of one’s own', () => {
	it('that throws is an engine that failed, by its name and place', async () => {
		const failing = loaded(
			runnerOf(() => {
				throw new Error('no\nweights');
			}),
		);
		await expect(failing).rejects.toThrow(EngineError);
		await expect(failing).rejects.toThrow(
			/^runner mine: load\(\) throws Error: no weights \(at .*own-runner\.test\.ts:/u,
		);
	});

	it.each([
		['nothing', undefined, "`kind` is neither 'raw' nor 'chat'"],
		['{}', {}, "`kind` is neither 'raw' nor 'chat'"],
		['no completer', { ...scriptedModel([]), completer: {} }, '`completer.complete` is no function'],
		['a confirm that is none', { ...scriptedModel([]), confirm: true }, '`confirm` is no function'],
		['no dispose', { ...scriptedModel([]), dispose: undefined }, '`dispose` is no function'],
		['a number as version', changed({ engine: { runner: 'r', version: 1 } }), '`engine.version` is no string'],
		[
			'a context of NaN',
			changed({ engine: { runner: 'r', contextSize: Number.NaN } }),
			'`engine.contextSize` is no number',
		],
		[
			'a negative size',
			changed({ identity: { name: 'a', miniature: false, sizeBytes: -5 } }),
			'`identity.sizeBytes` is no',
		],
		['a load that took no time', changed({ loadMs: Number.NaN }), '`loadMs` is no number from 0 to 1e15'],
		['samplers in a text', changed({ samplers: 'topK' }), '`samplers` is no list'],
	])('that gives %s is a mistake of the config', async (_, model, problem) => {
		const failing = loaded(runnerOf(() => model));
		await expect(failing).rejects.toThrow(ConfigError);
		await expect(failing).rejects.toThrow(problem);
	});

	it('tells the log what it knows of a model, and nothing that no log could hold', async () => {
		class Identity {
			readonly handle = 1n;
			get name(): string {
				return 'of a class';
			}
			get miniature(): boolean {
				return false;
			}
		}
		const model = await loaded(runnerOf(() => changed({ identity: new Identity() })));
		expect(model.identity).toEqual({ name: 'of a class', miniature: false });
	});

	it('keeps what its model says of itself: whether it takes a history, and why it takes no tools', async () => {
		const { completer: _, ...raw } = scriptedModel([]);
		const chat = { kind: 'chat', takesHistory: true, unseenTools: 'none', openConversation: () => ({}) };
		expect(await loaded(runnerOf(() => ({ ...raw, ...chat })))).toMatchObject({
			takesHistory: true,
			unseenTools: 'none',
		});
		expect(await loaded(runnerOf(() => scriptedModel([], { addsBos: true })))).toMatchObject({ addsBos: true });
	});

	it('is asked behind samples and run whether its model is still the one, where it says, and ends the run by what it throws', async () => {
		const confirming = (confirm: LoadedModel['confirm']): Promise<LoadedModel> =>
			loadOwnRunner(
				runnerOf(() => ({ ...scriptedModel([]), confirm })),
				{ model: '' },
				20,
			);
		const asked: string[] = [];
		const model = await confirming(async (behind) => {
			asked.push(behind);
			return behind === 'run' ? true : (undefined as unknown as boolean);
		});
		expect([await model.confirm?.('sample'), await model.confirm?.('run')]).toEqual([false, true]);
		expect(asked).toEqual(['sample', 'run']);
		expect(await loaded(runnerOf(() => scriptedModel([])))).not.toHaveProperty('confirm');

		const other = new EngineError('protocol', 'now gemma-y');
		const failures: readonly [LoadedModel['confirm'], unknown][] = [
			[() => Promise.reject(other), { failure: 'unconfirmed', message: 'now gemma-y', cause: other }],
			[() => Promise.reject(new TypeError('no\nidentity')), { code: 'engine', failure: 'unconfirmed' }],
			[() => new Promise(() => undefined), { message: 'runner mine: confirm() gives no answer within 0.02 s' }],
		];
		for (const [confirm, failure] of failures) {
			await expect((await confirming(confirm)).confirm?.('run')).rejects.toMatchObject(failure as object);
		}
	});

	it.each<[string, () => Promise<number>, string]>([
		['no number', async () => Number.NaN, 'gives NaN, no number of bytes'],
		['a negative one', async () => -1, 'gives -1, no number of bytes'],
		['none, ever', () => new Promise(() => undefined), 'gives no answer within 0.02 s'],
		['what it throws', () => Promise.reject(new Error('gone')), 'throws Error: gone'],
	])('that gives %s as its peak has none, and the log is told', async (_, peakRssBytes, how) => {
		const runner = runnerOf(() => changed({ peakRssBytes }));
		const model = await loadOwnRunner(runner, { model: '' }, 20);
		expect(await model.peakRssBytes()).toBeUndefined();
		expect(model.doubts?.()).toEqual([expect.stringContaining(`runner mine: peakRssBytes() ${how}`)]);
	});

	it('that never loads ends at the interrupt', async () => {
		const hanging = loaded(
			runnerOf(() => new Promise(() => undefined)),
			AbortSignal.timeout(10),
		);
		await expect(hanging).rejects.toThrow('runner mine: load() was interrupted');
	});

	it('that never loads ends where it tells of no progress either', async () => {
		const hanging = runnerOf(() => new Promise(() => undefined));
		await expect(loadOwnRunner(hanging, { model: '', loadTimeoutMs: 20 })).rejects.toMatchObject({
			failure: 'load-timeout',
			message: 'runner mine: load() gives no model, and told nothing for 0.02 s',
		});
		const slow: Runner = {
			...hanging,
			async load({ onProgress }) {
				for (const done of [1, 2, 3, 4]) {
					await new Promise((resolve) => setTimeout(resolve, 100));
					onProgress?.({ stage: 'load', done, unit: 'bytes' });
				}
				return scriptedModel([]);
			},
		};
		await expect(loadOwnRunner(slow, { model: '', loadTimeoutMs: 300 })).resolves.toMatchObject({ kind: 'raw' });
	});

	it('that is named like one of gemmark’s is refused', async () => {
		const named = openTarget({ runner: runnerOf(() => scriptedModel([]), 'llama-cpp') }, 'config.ts');
		await expect(named).rejects.toThrow(/^config\.ts: runner llama-cpp: a runner of your own has the name/u);
	});

	it('may be one of gemmark’s, brought as an object', async () => {
		const { replayRunner } = await import('../../runners/replay/index.ts');
		const opened = await openTarget({ runner: replayRunner as unknown as Runner }, 'config.ts');
		expect(opened.runner).toBe(replayRunner);
	});
});
