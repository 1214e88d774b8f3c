import { describe, expect, it } from 'vitest';
import { message } from '../base/message.ts';
import { declaredSuiteFixture } from '../testing/declared-suite-fixture.ts';
import { logHeaderFixture, logSampleFixture } from '../testing/log-line-fixture.ts';
import { saying } from '../testing/saying.ts';
import { mergeLogs } from './merge.ts';
import type { Log } from './record.ts';

const settings = logHeaderFixture().settings;

function shard(
	index: number,
	ids: readonly string[],
	changes: Parameters<typeof logHeaderFixture>[0] = {},
	ended = true,
): { log: Log; source: string } {
	return {
		source: `shard-${index}`,
		log: {
			header: logHeaderFixture({ settings: { ...settings, shard: { index, count: 2 } }, ...changes }),
			samples: ids.map((sampleId) => logSampleFixture({ sampleId })),
			failures: [],
			...(ended
				? {
						footer: {
							type: 'footer',
							endedAt: `2026-11-21T00:00:0${index}Z`,
							outcome: 'complete',
							peakRssBytes: index,
						},
					}
				: {}),
		},
	};
}

const codeOf = (scorers: string) => [
	{ name: 'gemmark.config.ts', sha256: 'c' },
	{ name: 'scorers.ts', sha256: scorers },
];

describe('mergeLogs', () => {
	it('refuses shards of other code by its file, unless that may differ, which it then says', () => {
		const shards = [shard(1, ['a'], { code: codeOf('1') }), shard(2, ['b'], { code: codeOf('2') })];
		expect(() => mergeLogs(shards)).toThrow(saying('usage.merge-differs', { source: 'shard-2', first: 'shard-1' }));
		expect(mergeLogs(shards, { allow: ['code'] }).header).toMatchObject({
			code: undefined,
			warnings: [message('run.mixed-answers', { fields: ['code of scorers.ts'] })],
		});
		const same = [shard(1, ['a'], { code: codeOf('1') }), shard(2, ['b'], { code: codeOf('1') })];
		expect(mergeLogs(same).header).toMatchObject({ code: codeOf('1') });
	});

	it('refuses shards that a solver asked under two system prompts, and says so where its code may differ', () => {
		const asked = (index: number, systems: readonly (string | undefined)[]): ReturnType<typeof shard> => {
			const one = shard(index, []);
			const samples = systems.map((system, place) => logSampleFixture({ sampleId: `s${index}-${place}`, system }));
			return { ...one, log: { ...one.log, samples } };
		};
		const two = [asked(1, ['a', 'a']), asked(2, ['b', 'b'])];
		expect(() => mergeLogs(two)).toThrow(
			saying('usage.merge-differs-system', { source: 'shard-2', first: 'shard-1', fields: 'suite.prefix.system' }),
		);
		expect(mergeLogs(two, { allow: ['code'] }).header.warnings).toEqual([
			message('run.merged-systems', { suites: ['prefix'] }),
		]);
		for (const other of [['a', 'a'], ['b', 'c'], ['b'], [undefined, undefined], ['app', 'a']]) {
			expect(mergeLogs([asked(1, ['a', 'a']), asked(2, other)]).header.warnings).toBeUndefined();
		}
	});

	it('accepts shards without code, and then records none', () => {
		const merged = mergeLogs([shard(1, ['a'], { code: codeOf('1') }), shard(2, ['b'])]);
		expect([merged.header.code, merged.header.warnings]).toEqual([undefined, undefined]);
	});

	it('says where times are of other machines or threads', () => {
		const { engine, host } = logHeaderFixture();
		const at = (index: number, threads: number, promptCache = true): ReturnType<typeof shard> =>
			shard(index, [`${index}`], { engine: { ...engine, threads, promptCache }, host });
		expect(mergeLogs([at(1, 1), at(2, 1)]).header.warnings).toBeUndefined();
		expect(mergeLogs([at(1, 1), at(2, 4)]).header.warnings).toEqual([
			message('run.mixed-times', { fields: ['threads 1 and 4'] }),
		]);
		expect(mergeLogs([at(1, 1), at(2, 1, false)]).header.warnings).toEqual([
			message('run.mixed-times', { fields: ['prompt cache on and off'] }),
		]);
	});

	it('names all devices', () => {
		const { host } = logHeaderFixture();
		const on = (index: number, device?: string): ReturnType<typeof shard> =>
			shard(index, [`${index}`], { host: { ...host, ...(device !== undefined && { device }) } });
		const devices = [
			[on(1, 'Pixel 8'), on(2, 'Galaxy S9')],
			[on(1, 'Pixel 8'), on(2, 'Pixel 8')],
			[on(1), on(2)],
		].map((shards) => mergeLogs(shards).header.host.device);
		expect(devices).toEqual(['Pixel 8, Galaxy S9', 'Pixel 8', undefined]);
	});

	it('joins the samples of all shards, each once', () => {
		const merged = mergeLogs([shard(1, ['a', 'c']), shard(2, ['b', 'c'])]);
		expect(merged.samples.map((sample) => sample.sampleId)).toEqual(['a', 'c', 'b']);
		expect(merged.header.settings.shard).toBeUndefined();
		expect(merged.footer).toMatchObject({ outcome: 'complete', peakRssBytes: 2, endedAt: '2026-11-21T00:00:02Z' });
	});

	it('puts the samples in the order of the plan, and names the command of the whole run', () => {
		const suite = declaredSuiteFixture({ planned: 4, plan: { variants: ['free'], ids: ['a', 'b', 'c', 'd'] } });
		const command = (shard: string): string => `gemmark run --seed 3 --shard ${shard} --out 'my shard'/1 --lang ko`;
		const part = (index: number, ids: readonly string[], text = command(`${index}/2`)): ReturnType<typeof shard> =>
			shard(index, ids, { suites: [suite], command: text });
		const merged = mergeLogs([part(2, ['d', 'b']), part(1, ['a', 'c'])]);
		expect(merged.samples.map(({ sampleId }) => sampleId)).toEqual(['a', 'b', 'c', 'd']);
		expect(merged.header.command).toBe('gemmark run --seed 3 --lang ko');
		expect(mergeLogs([part(1, ['a'], 'gemmark run --shard=1/2 --out=x')]).header.command).toBe('gemmark run');
	});

	it('keeps what any shard warns of once, in order, and that some were scored again', () => {
		const mark = { at: '2026-11-22', gemmark: '1', changed: 1, declared: ['a version'] };
		const merged = mergeLogs([
			shard(1, ['a'], { warnings: ['one', 'both'], rescored: { ...mark, at: '2026-11-21' } }),
			shard(2, ['b'], { warnings: ['both', 'two'], rescored: mark }),
		]);
		expect(merged.header.warnings).toEqual(['one', 'both', 'two']);
		expect(merged.header.rescored).toEqual({ ...mark, changed: 2 });
		expect(mergeLogs([shard(1, ['a']), shard(2, ['b'])]).header.warnings).toBeUndefined();
	});

	it('refuses two outcomes of one sample and names it', () => {
		const two = shard(2, ['b', 'c']);
		const other = {
			...two.log,
			samples: two.log.samples.map((one) => ({ ...one, scores: { spoke: { value: true } } })),
		};
		expect(() => mergeLogs([shard(1, ['a', 'c']), { ...two, log: other }])).toThrow(
			saying('usage.merge-outcomes', { first: 'shard-1', second: 'shard-2', samples: 'prefix c free 0' }),
		);
	});

	it('names the shards that are not there', () => {
		expect(mergeLogs([shard(2, ['b'])]).header.settings).toMatchObject({ missingShards: [1] });
		expect(mergeLogs([shard(1, ['a']), shard(2, ['b'])]).header.settings.missingShards).toBeUndefined();
	});

	it('refuses parts of different divisions', () => {
		const third = shard(1, ['b'], { settings: { ...settings, shard: { index: 3, count: 3 } } });
		expect(() => mergeLogs([shard(1, ['a']), third])).toThrow(saying('usage.merge-shards', { first: 2, second: 3 }));
	});

	it('names the runs it took turns with only where all shards took turns with the same', () => {
		const merged = (one: string, other: string): string | undefined =>
			mergeLogs([shard(1, ['a'], { interleaved: one }), shard(2, ['b'], { interleaved: other })]).header.interleaved;
		expect([merged('x', 'x'), merged('x', 'y')]).toEqual(['x', undefined]);
	});

	it('has no footer while a shard was cut short', () => {
		expect(mergeLogs([shard(1, ['a']), shard(2, ['b'], {}, false)]).footer).toBeUndefined();
	});

	it('refuses shards of different runs and names what differs', () => {
		const other = shard(2, ['b'], { settings: { ...settings, seed: 9 } });
		expect(() => mergeLogs([shard(1, ['a']), other])).toThrow(
			saying('usage.merge-differs', { source: 'shard-2', first: 'shard-1', fields: 'settings.seed' }),
		);
		const model = shard(2, ['b'], { model: { name: 'other.gguf', miniature: false } });
		expect(() => mergeLogs([shard(1, ['a']), model])).toThrow(/model\.name differs/u);
	});
});
