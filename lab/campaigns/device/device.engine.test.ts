import { expect, it } from 'vitest';
import { deviceCampaign } from './campaign.ts';
import { holds } from './device-text.ts';

it('a run whose device is cut off and killed has each sample once, with the words of the native run', async () => {
	const result = await deviceCampaign({ epochs: 1, limit: 4, disconnects: 3, kills: 1, seed: 2 });
	expect(result).toMatchObject({ samples: 12, distinct: 12, cuts: { kills: 1 }, outcome: 'complete' });
	expect(result.cuts.disconnects).toBeGreaterThan(0);
	expect(result.inVain).toBeGreaterThan(0);
	expect(holds(result)).toBe(true);
});
