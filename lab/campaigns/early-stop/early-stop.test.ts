import { expect, it } from 'vitest';
import { earlyStops } from './early-stop.ts';

it.each([
	[1, 1],
	[2, 2],
	[3, 3],
])('a run of %i epochs in %i shards that stops early takes the path of the whole run', (epochs, shards) => {
	expect(earlyStops(epochs, shards, 200)).toMatchObject({ runs: 200, wrong: 0 });
});
