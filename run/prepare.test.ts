import { describe, expect, it } from 'vitest';
import { UsageError } from '../src/base/errors.ts';
import { message } from '../src/base/message.ts';
import type { TargetConfig } from '../src/config/define.ts';
import { DEFAULT_CHOICES } from '../src/eval/settings.ts';
import { configFolderFixture } from '../src/testing/config-folder-fixture.ts';
import { saying } from '../src/testing/saying.ts';

import { openConfig } from './compose/open-config.ts';
import { prepare, type RunRequest, refuseContradictions } from './prepare.ts';

const refused = (request: Partial<RunRequest>, targets: readonly TargetConfig[] = [{}]): (() => void) => {
	return () => refuseContradictions({ ...DEFAULT_CHOICES, ...(request as object) }, targets);
};

describe('a run that contradicts itself', () => {
	it('is none when its options agree', () => {
		expect(refused({})).not.toThrow();
		expect(refused({ epochs: 3, temperature: 1 })).not.toThrow();
		expect(refused({ epochs: 3, determinism: true })).not.toThrow();
		expect(refused({ gate: 'gate.yaml', baseline: 'results/main' })).not.toThrow();
	});

	it('repeats at temperature 0', () => {
		expect(refused({ epochs: 2 })).toThrow(
			expect.objectContaining({ said: message('usage.epochs-greedy', { epochs: 2 }) }),
		);
	});

	it('repeats at temperature 0 where the engine may answer otherwise', () => {
		for (const target of [{ runner: 'openai' }, { gpu: true }, { sequences: 2 }])
			expect(refused({ epochs: 2 }, [target])).not.toThrow();
		expect(refused({ epochs: 2 }, [{ runner: 'openai' }, {}])).not.toThrow();
	});

	it('names a baseline that nothing compares with', () => {
		expect(refused({ baseline: 'results/main' })).toThrow(/requires --gate/u);
	});

	it('resumes or captures several models at once', () => {
		expect(refused({ resume: true }, [{}, {}])).toThrow(UsageError);
		expect(refused({ capture: 'x.txt' }, [{}, {}])).toThrow(UsageError);
		expect(refused({ capture: 'x.txt', queue: 'redis://127.0.0.1' })).toThrow(UsageError);
		expect(refused({ capture: 'x.txt' }, [{ sequences: 2 }])).toThrow(/--parallel/u);
		expect(refused({ capture: 'x.txt' }, [{ sequences: 1 }])).not.toThrow();
	});

	it('has models take turns that are alone, elsewhere, of other samples, or of several at once', () => {
		const two = [{ model: 'a' }, { model: 'b' }];
		expect(refused({ interleave: true }, two)).not.toThrow();
		expect(refused({ interleave: true })).toThrow(saying('usage.several-models'));
		expect(refused({ interleave: true, queue: 'redis://127.0.0.1' }, two)).toThrow(/--queue/u);
		expect(refused({ interleave: true }, [{}, { sequences: 2 }])).toThrow(/--parallel/u);
	});
});
it('a run with numbers of tools says before it what they cost, and what its rows cannot show', async () => {
	const row = (id: number) => `${JSON.stringify({ id: `r${id}`, input: `Ring ${id}`, expected: [] })}\n`;
	const folder = configFolderFixture({
		'gemmark.config.yaml': `app: { name: kitchen, system: Be brief., tools: tools.json }
suites: [{ kind: tools, corpus: rows.jsonl, toolCounts: [1, 2] }]`,
		'tools.json': JSON.stringify(['ring', 'stir', 'bake'].map((name) => ({ name, parameters: {} }))),
		'rows.jsonl': Array.from({ length: 30 }, (_, id) => row(id)).join(''),
	});
	const saidOf = async (request: RunRequest) => {
		const said: unknown[] = [];
		const listen = { warning: (one: unknown) => void said.push(one) };
		const prepared = await prepare({ ...request, listen }, await openConfig(undefined, folder));
		await prepared.close();
		return said;
	};
	const cost = { suite: 'tools', counts: [1, 2] };
	expect(await saidOf({})).toContainEqual(message('run.tool-counts', { ...cost, n: 60, rows: 30 }));
	const few = { n: 20, rows: 10, needed: 29, margin: 10 };
	expect(await saidOf({ limit: 10 })).toContainEqual(message('run.tool-counts', { ...cost, ...few }));
});
