import { describe, expect, it } from 'vitest';
import { get, logged } from './served-runs-fixture.ts';

describe('a score over time', () => {
	it('draws a score over time with its interval', async () => {
		for (const day of ['01', '02', '03']) logged(`run-${day}`, `2026-11-${day}T10:00:00Z`);
		await get('');
		const { text } = await get('trend?metric=prefix.free.meaningful');
		expect([text.match(/class="joined s0"/gu)?.length, text.match(/class="point"/gu)?.length]).toEqual([2, 3]);
		expect(text).toMatch(/\d+\.\d–\d+\.\d%/u);
	});

	it('joins no run of another corpus, nor one with a part of the samples, and says which is which', async () => {
		for (const day of ['01', '02']) logged(`run-${day}`, `2026-11-${day}T10:00:00Z`);
		logged('limited', '2026-11-03T10:00:00Z', (log) => ({ ...log, samples: log.samples.slice(0, 3) }));
		logged('other', '2026-11-04T10:00:00Z', (log) => ({
			...log,
			header: {
				...log.header,
				suites: log.header.suites.map((suite) => ({ ...suite, corpus: { ...suite.corpus, name: 'other' } })),
			},
		}));
		await get('');
		const { text } = await get('trend?metric=prefix.free.meaningful');
		expect([text.match(/class="joined/gu)?.length, text.match(/class="point"/gu)?.length]).toEqual([1, 4]);
		expect(text.match(/seriesmark s0 hollow/gu)).toHaveLength(1);
		expect(text).toContain('Hollow marks (1)');
		const [, series] = /href="([^"]*series=[^"]*)">corpus other/u.exec(text) ?? [];
		const alone = (await get((series ?? '').replaceAll('&amp;', '&'))).text;
		expect(alone.match(/class="point"/gu)).toHaveLength(1);
	});
});
