import { describe, expect, it } from 'vitest';
import { logHeaderFixture, logSampleFixture } from '../testing/log-line-fixture.ts';
import { mergeLogs } from './merge-logs.ts';
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

describe('mergeLogs', () => {
	it('joins the samples of all shards, each once', () => {
		const merged = mergeLogs([shard(1, ['a', 'c']), shard(2, ['b', 'c'])]);
		expect(merged.samples.map((sample) => sample.sampleId)).toEqual(['a', 'c', 'b']);
		expect(merged.header.settings.shard).toBeUndefined();
		expect(merged.footer).toMatchObject({ outcome: 'complete', peakRssBytes: 2, endedAt: '2026-11-21T00:00:02Z' });
	});

	it('has no footer while a shard was cut short', () => {
		expect(mergeLogs([shard(1, ['a']), shard(2, ['b'], {}, false)]).footer).toBeUndefined();
	});

	it('refuses shards of different runs and names what differs', () => {
		const other = shard(2, ['b'], { settings: { ...settings, seed: 9 } });
		expect(() => mergeLogs([shard(1, ['a']), other])).toThrow('shard-2: cannot be merged with shard-1, seed differs');
		const model = shard(2, ['b'], { model: { name: 'other.gguf', miniature: false } });
		expect(() => mergeLogs([shard(1, ['a']), model])).toThrow(/model differs/u);
	});
});
