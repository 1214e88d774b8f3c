import { describe, expect, it } from 'vitest';
import type { SweepConfig } from '../../src/config/define.ts';
import { sweepCells } from './cells.ts';

const codeOf = (axes: SweepConfig): Promise<unknown> =>
	sweepCells(axes).then(
		() => undefined,
		(error) => [error.said.code, error.exitCode],
	);

describe('the cells of a sweep', () => {
	it('are all combinations, named by what differs', async () => {
		const cells = await sweepCells({ model: ['a.gguf', 'b.gguf'], threads: [1, 2], kv: ['f16'] });
		expect(cells.map(({ name }) => name)).toEqual(['a 1t', 'a 2t', 'b 1t', 'b 2t']);
		expect(cells[3]?.target).toEqual({ runner: 'llama-cpp', model: 'b.gguf', threads: 2, kvCacheType: 'f16' });
	});

	it('all have flash attention beside a quantized cache, unless it is an axis of its own', async () => {
		const flashOf = async (axes: SweepConfig): Promise<readonly unknown[]> =>
			(await sweepCells({ model: ['a.gguf'], ...axes })).map(({ target }) => target.flashAttention);
		expect(await flashOf({ kv: ['f16', 'q8_0'] })).toEqual([true, true]);
		expect(await flashOf({ kv: ['f16', 'q8_0'], flashAttention: [false] })).toEqual([false, false]);
		expect(await flashOf({ kv: ['f16', 'f32'] })).toEqual([undefined, undefined]);
	});

	it('are the targets of the config where nothing else is named', async () => {
		const targets = [{ name: 'one', model: 'a.gguf' }, { model: 'b.gguf' }];
		expect((await sweepCells({}, targets)).map(({ target }) => target)).toEqual(targets);
	});

	it('have a server for each address', async () => {
		const [, server] = await sweepCells({ runner: ['llama-cpp', 'http://127.0.0.1:8080'] });
		expect(server).toMatchObject({
			name: 'default 127.0.0.1:8080',
			target: { runner: 'openai', baseUrl: 'http://127.0.0.1:8080' },
		});
	});

	it('refuse what an engine cannot do, once for each model', async () => {
		const cells = await sweepCells({ model: ['a.gguf'], runner: ['llama-cpp', 'web-llm', 'openai'], threads: [1, 2] });
		expect(cells.map(({ refused }) => (typeof refused === 'object' ? refused.code : refused))).toEqual([
			...[undefined, undefined],
			...['sweep.no-gguf', 'sweep.no-axis'],
		]);
	});

	it.each<[SweepConfig, string]>([
		[{ runner: ['web-llm', 'openai'], threads: [1, 2] }, 'usage.sweep-axis'],
		[{ threads: [2, 2] }, 'usage.sweep-same-cells'],
		[{ model: ['a.gguf', 'b.gguf'], targets: [{ runner: 'llama-cpp', model: 'b.gguf' }] }, 'usage.sweep-same-cells'],
		[{ threads: [2] }, 'usage.sweep-one-cell'],
		[{}, 'usage.sweep-one-cell'],
		[{ runner: ['lama-cpp', 'wllama'] }, 'usage.unknown-runner'],
	])('refuse %j with one line, exit code 2', async (axes, code) => {
		expect(await codeOf(axes)).toEqual([code, 2]);
	});
});
