import { CONFIDENCE, clopperPearson, type Interval, wilson } from '../../src/stats/intervals.ts';
import { pairedDifference } from '../../src/stats/paired.ts';
import { intervalOf, rateOfClusters } from '../../src/stats/rate.ts';
import { seededRandom } from '../../src/testing/seeded-random.ts';

/** How often an interval holds the truth that its data were drawn from. */
export interface IntervalCoverage {
	readonly interval: string;
	/** What was drawn. */
	readonly of: string;
	/** Observations; of repeats the prompts. */
	readonly n: number;
	/** What the interval says of itself, 0 to 1. */
	readonly nominal: number;
	/** Share of the simulations in which it held the truth. */
	readonly covered: number;
	/** Over the simulations that have an interval. */
	readonly meanWidth: number;
	readonly simulations: number;
}

const SIZES = [5, 15, 60] as const;
const RATES = [0.05, 0.33, 0.5, 0.9] as const;
const REPEATS = 4;
/** Repeats of a prompt agree by chance and by the prompt: an intraclass correlation of 1 / (1 + 2). */
const CONCENTRATION = 2;
const OUTLIERS = 0.1;

/** Draws from what is known, the same for the same seed, and counts how often each interval of gemmark's reports holds it. */
export function intervalCoverage(
	simulations: number,
	onProgress: (done: number, total: number) => void,
): readonly IntervalCoverage[] {
	const cases = [...rateCases(), ...repeatCases(), ...differenceCases()];
	return cases.flatMap((one, index) => {
		onProgress(index, cases.length);
		return SIZES.map((n) => coverageOf(one, n, simulations));
	});
}

interface Case {
	readonly interval: string;
	readonly of: string;
	readonly truth: number;
	/** The interval of one simulated data set. */
	readonly draw: (n: number, random: () => number) => Interval | undefined;
}

function coverageOf({ interval, of, truth, draw }: Case, n: number, simulations: number): IntervalCoverage {
	const random = seededRandom(n);
	let covered = 0;
	let drawn = 0;
	let width = 0;
	for (let simulation = 0; simulation < simulations; simulation += 1) {
		const bounds = draw(n, random);
		if (bounds === undefined) continue;
		drawn += 1;
		width += bounds.high - bounds.low;
		if (bounds.low <= truth && truth <= bounds.high) covered += 1;
	}
	const meanWidth = width / drawn;
	return { interval, of, n, nominal: CONFIDENCE, covered: covered / simulations, meanWidth, simulations };
}

function rateCases(): readonly Case[] {
	return ([wilson, clopperPearson] as const).flatMap((interval, index) =>
		RATES.map((truth): Case => {
			// A rate of n has only n + 1 outcomes: each is reckoned once.
			const known = new Map<number, Interval | undefined>();
			return {
				interval: ['Wilson', 'Clopper-Pearson'][index] ?? '',
				of: `a rate of ${truth}`,
				truth,
				draw(n, random) {
					let hits = 0;
					for (let draw = 0; draw < n; draw += 1) if (random() < truth) hits += 1;
					const key = n * 1000 + hits;
					if (!known.has(key)) known.set(key, interval(hits, n));
					return known.get(key);
				},
			};
		}),
	);
}

/** Both intervals of the same repeats: the clustered one, and what taking them as independent would say. */
function repeatCases(): readonly Case[] {
	return RATES.flatMap((truth): readonly Case[] => {
		const of = `a rate of ${truth}, ${REPEATS} repeats of each prompt`;
		const prompts = (n: number, random: () => number): readonly boolean[][] =>
			Array.from({ length: n }, () => repeatsOf(truth, random));
		return [
			{
				interval: 'clustered',
				of,
				truth,
				draw: (n, random) => intervalOf(rateOfClusters(prompts(n, random))),
			},
			{
				interval: 'Wilson, repeats as if independent (not used)',
				of,
				truth,
				draw: (n, random) => wilson(prompts(n, random).flat().filter(Boolean).length, n * REPEATS),
			},
		];
	});
}

/** Pólya's urn: the same as drawing the prompt's own rate from a beta distribution first. */
function repeatsOf(rate: number, random: () => number): boolean[] {
	let hits = 0;
	return Array.from({ length: REPEATS }, (_, before) => {
		const hit = random() < (rate * CONCENTRATION + hits) / (CONCENTRATION + before);
		if (hit) hits += 1;
		return hit;
	});
}

function differenceCases(): readonly Case[] {
	const distributions: readonly (readonly [name: string, mean: number, draw: (random: () => number) => number])[] = [
		['normal differences', 0, normal],
		['normal differences, one in ten tenfold', 0, (random) => normal(random) * (random() < OUTLIERS ? 10 : 1)],
		['skewed differences (exponential)', 1, (random) => -Math.log(1 - random())],
		['very skewed differences (lognormal)', Math.exp(0.5), (random) => Math.exp(normal(random))],
	];
	return distributions.map(([of, truth, draw]) => ({
		interval: 't of paired differences',
		of,
		truth,
		draw: (n, random) => pairedDifference(Array.from({ length: n }, () => [0, draw(random)] as const))?.interval,
	}));
}

/** Box and Muller. */
function normal(random: () => number): number {
	return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
