import { describe, expect, it } from 'vitest';
import { faultCampaign } from './campaign.ts';
import { faultTable } from './fault-table.ts';

describe('the fault campaign', () => {
	it('in its short form meets twelve faults and no wrong path', { timeout: 300_000 }, async () => {
		const runs = await faultCampaign({ runs: 12, seed: 1 });
		expect(new Set(runs.map(({ bench, fault }) => `${bench} ${fault}`)).size).toBe(12);
		expect(runs.filter(({ outcome }) => outcome === 'wrong')).toEqual([]);
		expect(faultTable(runs)).toMatch(/^\| all \| {2}\| 12 \| .* \| 0 \|/mu);
	});
});
