import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Chance, chance } from './chance.ts';
import { Tally } from './tally.ts';

/** A campaign that tries to break gemmark: bounded, and the same for the same seed but for what the machine decides. */
export interface Trial {
	/** What one round is, as reported. */
	readonly round: string;
	/** Rounds that some seconds are enough for, and those of a campaign by hand. */
	readonly rounds: { readonly short: number; readonly long: number };
	run(ground: TrialGround): Promise<void>;
}

export interface TrialOptions {
	readonly rounds: number;
	/** Of the first round; the next has the next. */
	readonly seed: number;
	/** No round but the first begins after so many seconds. */
	readonly seconds: number;
}

export interface TrialGround {
	readonly tally: Tally;
	/** A folder of the campaign's own, which goes with it. */
	readonly folder: string;
	readonly options: TrialOptions;
	/** The rounds, at least one, until the time is over. */
	rounds(): Generator<Round, void, void>;
}

export interface Round extends Chance {
	/** Repeats this round alone. */
	readonly seed: number;
	/** From 0. */
	readonly index: number;
}

export async function runTrial(trial: Trial, options: TrialOptions): Promise<Tally> {
	const { rounds, seed, seconds } = options;
	const tally = new Tally();
	const folder = mkdtempSync(join(tmpdir(), 'gemmark-campaign-'));
	const until = performance.now() + 1000 * seconds;
	const ground: TrialGround = {
		tally,
		folder,
		options,
		*rounds() {
			for (let index = 0; index < rounds && (index === 0 || performance.now() < until); index += 1)
				yield { index, seed: seed + index, ...chance(seed + index) };
		},
	};
	try {
		await trial.run(ground);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
	return tally;
}
