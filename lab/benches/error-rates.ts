import { isWithin, type MarginCounts, marginAnswers } from '../../src/stats/answer.ts';
import { logEValue, logLossEValue } from '../../src/stats/early-drop.ts';
import { lossBounds } from '../../src/stats/paired-loss.ts';
import { seededRandom } from '../../src/testing/seeded-random.ts';
import { judgedRuns } from './judged-runs.ts';
import { equalCheckpoints } from './series-errors.ts';

/** How often something that gemmark says is wrong, by simulation. */
export interface ErrorRate {
	readonly what: string;
	/** What was drawn. */
	readonly of: string;
	/** The share that it should have, 0 to 1. */
	readonly nominal: number;
	/** Whether it may also be lower. */
	readonly atMost: boolean;
	readonly found: number;
	readonly simulations: number;
}

export type Random = () => number;

/** Prompts of the suites that are simulated. */
const SIZES = [15, 44, 60, 100] as const;
const MARGIN = 0.1;
const ALPHA = 0.05;

/** Draws from what is known, the same for the same number of simulations. */
export function errorRates(
	simulations: number,
	onProgress: (done: number, total: number) => void,
	sizes: readonly number[] = SIZES,
): readonly ErrorRate[] {
	const parts = [
		missedLosses,
		wrongAnswers,
		stricterMargins,
		repeatedPrompts,
		buildsBySize,
		droppedCells,
		sweptBuilds,
		judgedRuns,
		equalCheckpoints,
	];
	return parts.flatMap((part, index) => {
		onProgress(index, parts.length);
		return part(simulations, sizes);
	});
}

interface Flips {
	readonly lost: number;
	readonly gained: number;
}

/** Prompts that flip with the given chances. */
function drawFlips(n: number, losing: number, gaining: number, random: Random): Flips {
	let [lost, gained] = [0, 0];
	for (let prompt = 0; prompt < n; prompt += 1) {
		const draw = random();
		if (draw < losing) lost += 1;
		else if (draw < losing + gaining) gained += 1;
	}
	return { lost, gained };
}

/** The share of simulations in which something holds. */
function shareOf(simulations: number, seed: number, holds: (random: Random) => boolean): number {
	const random = seededRandom(seed);
	let found = 0;
	for (let simulation = 0; simulation < simulations; simulation += 1) if (holds(random)) found += 1;
	return found / simulations;
}

/** Each outcome is computed once. */
function remembered<Result>(of: (lost: number, gained: number, n: number) => Result): typeof of {
	const known = new Map<string, Result>();
	return (lost, gained, n) => {
		const key = `${lost} ${gained} ${n}`;
		const result = known.get(key) ?? of(lost, gained, n);
		known.set(key, result);
		return result;
	};
}

const boundsOf = remembered((lost, gained, n) => lossBounds(lost, gained, n));
const answerOf = remembered((lost, gained, n) => marginAnswers([scoreOf(lost, gained, n)]).answer);

/** Of a baseline that gets all right which it does not gain. */
function scoreOf(lost: number, gained: number, n: number, margin = MARGIN): MarginCounts {
	return { lost, gained, n, right: n - gained, secondRight: n - lost, margin };
}

function missedLosses(simulations: number, sizes: readonly number[]): readonly ErrorRate[] {
	return sizes.flatMap((n) =>
		[0.05, 0.1, 0.2].map((loss) => ({
			what: 'upper bound of the loss is below the true loss',
			of: `${n} prompts, ${loss * 100} % lost more than gained, 5 % gained`,
			nominal: ALPHA,
			atMost: true,
			found: shareOf(simulations, n, (random) => {
				const { lost, gained } = drawFlips(n, loss + 0.05, 0.05, random);
				return boundsOf(lost, gained, n).high < loss;
			}),
			simulations,
		})),
	);
}

function wrongAnswers(simulations: number, sizes: readonly number[]): readonly ErrorRate[] {
	const answered = (n: number, answer: string, loss: number, noise: number): number =>
		shareOf(simulations, n, (random) => {
			const { lost, gained } = drawFlips(n, loss + noise, noise, random);
			return answerOf(lost, gained, n) === answer;
		});
	const margin = `margin ${MARGIN * 100} %`;
	return sizes.flatMap((n) => [
		{
			what: "'ship' at a loss of the margin",
			of: `${n} prompts, ${margin}`,
			nominal: ALPHA,
			atMost: true,
			found: Math.max(...[0, 0.025, 0.05].map((noise) => answered(n, 'ship', MARGIN, noise))),
			simulations,
		},
		{
			what: "'don't' without a loss",
			of: `${n} prompts, ${margin}`,
			nominal: ALPHA,
			atMost: true,
			found: Math.max(...[0.025, 0.05, 0.15].map((noise) => answered(n, 'dont', 0, noise))),
			simulations,
		},
	]);
}

/** The order of answers from a wide margin to a strict one. */
const ANSWERS = ['ship', 'cant-tell', 'dont'] as const;

/** One to three scores of any size, the small ones too. */
function stricterMargins(simulations: number): readonly ErrorRate[] {
	return [
		{
			what: 'a stricter margin turns an answer for the better',
			of: '1 to 3 scores of 1 to 60 prompts, two of the margins 2 to 40 %',
			nominal: 0,
			atMost: true,
			found: shareOf(simulations, 1, (random) => {
				const [one, other] = [0.02 + 0.38 * random(), 0.02 + 0.38 * random()];
				const scores = Array.from({ length: 1 + Math.floor(3 * random()) }, () => {
					const n = 1 + Math.floor(60 * random());
					const { lost, gained } = drawFlips(n, 0.3 * random(), 0.2 * random(), random);
					const right = lost + Math.floor((n - lost - gained + 1) * random());
					return { lost, gained, n, right, secondRight: right - lost + gained };
				});
				const at = (margin: number): number =>
					ANSWERS.indexOf(marginAnswers(scores.map((score) => ({ ...score, margin }))).answer);
				return at(Math.max(one, other)) > at(Math.min(one, other));
			}),
			simulations,
		},
	];
}

const EPOCHS = 3;

/** A fall of every prompt's rate, which loses fractions of prompts. */
function repeatedPrompts(simulations: number, sizes: readonly number[]): readonly ErrorRate[] {
	const hits = (rate: number, random: Random): number =>
		Array.from({ length: EPOCHS }, () => (random() < rate ? 1 : 0)).reduce<number>((sum, hit) => sum + hit, 0) / EPOCHS;
	return sizes.map((n) => ({
		what: 'upper bound of the loss is below the true loss',
		of: `${n} prompts, ${EPOCHS} epochs each, every rate falls from 90 to 80 %`,
		nominal: ALPHA,
		atMost: true,
		found: shareOf(simulations, n, (random) => {
			let thirds = 0;
			let gains = 0;
			for (let prompt = 0; prompt < n; prompt += 1) {
				const fall = Math.round((hits(0.9, random) - hits(0.8, random)) * EPOCHS);
				if (fall > 0) thirds += fall;
				else gains -= fall;
			}
			return boundsOf(thirds / EPOCHS, gains / EPOCHS, n).high < 0.1;
		}),
		simulations,
	}));
}

/** Builds in order of size; the first that does not ship ends the sequence. */
function buildsBySize(simulations: number, sizes: readonly number[]): readonly ErrorRate[] {
	const settings: readonly (readonly number[])[] = [
		[0, 0, 0.02, 0.1, 0.2],
		[0.1, 0.1, 0.1, 0.1, 0.1],
	];
	return sizes.flatMap((n) =>
		settings.map((losses) => ({
			what: 'a build at or above the margin ships, judged by size',
			of: `${n} prompts, builds that lose ${losses.map((loss) => loss * 100).join(', ')} %`,
			nominal: ALPHA,
			atMost: true,
			found: shareOf(simulations, n, (random) => {
				for (const loss of losses) {
					const { lost, gained } = drawFlips(n, loss + 0.02, 0.02, random);
					if (answerOf(lost, gained, n) !== 'ship') return false;
					if (loss >= MARGIN) return true;
				}
				return false;
			}),
			simulations,
		})),
	);
}

/** Cells that are equally fast, looked at after every block. */
function droppedCells(simulations: number): readonly ErrorRate[] {
	return [2, 4, 8].map((cells) => ({
		what: 'one of equally fast cells is dropped early',
		of: `${cells} cells, 60 blocks, a look after each`,
		nominal: ALPHA,
		atMost: true,
		found: shareOf(Math.ceil(simulations / 10), cells, (random) => {
			const threshold = Math.log((cells * (cells - 1)) / ALPHA);
			const slower = Array.from({ length: cells }, () => new Array<number>(cells).fill(0));
			for (let block = 1; block <= 60; block += 1) {
				const times = Array.from({ length: cells }, random);
				for (const [one, time] of times.entries()) {
					for (const [other, its] of times.entries()) {
						if (one === other) continue;
						const row = slower[one] ?? [];
						if (time > its) row[other] = (row[other] ?? 0) + 1;
						const wins = row[other] ?? 0;
						if (wins > block / 2 && logEValue(wins, block - wins) >= threshold) return true;
					}
				}
			}
			return false;
		}),
		simulations: Math.ceil(simulations / 10),
	}));
}

/** A build against the reference, looked at after each prompt for a drop, and once at half of them for `ship`. */
function sweptBuilds(simulations: number): readonly ErrorRate[] {
	const runs = Math.ceil(simulations / 10);
	return [103, 200].flatMap((n) => {
		const found = { dropped: 0, shipped: 0, contradicted: 0 };
		for (const loss of [MARGIN, 0.3]) {
			const random = seededRandom(n);
			for (let run = 0; run < runs; run += 1) {
				const { dropped, shipped, contradicted } = sweep(n, loss, random);
				if (contradicted) found.contradicted += 1;
				if (loss === MARGIN && dropped) found.dropped += 1;
				if (loss === MARGIN && shipped) found.shipped += 1;
			}
		}
		const row = (what: string, count: number, nominal: number, simulated = runs): ErrorRate => ({
			what,
			of: `${n} prompts, 2 cells, 5 % gained`,
			nominal,
			atMost: true,
			found: count / simulated,
			simulations: simulated,
		});
		return [
			row('a build that loses the margin is dropped', found.dropped, ALPHA),
			row('a sweep ships a build that loses the margin', found.shipped, ALPHA),
			row('a sweep contradicts a comparison of the same samples', found.contradicted, 0, 2 * runs),
		];
	});
}

const DROPS = Math.log(1 / ALPHA);
const HALF_ALPHA = 0.005;

function sweep(
	n: number,
	loss: number,
	random: Random,
): { readonly dropped: boolean; readonly shipped: boolean; readonly contradicted: boolean } {
	let [lost, gained] = [0, 0];
	for (let asked = 1; asked <= n; asked += 1) {
		const flips = drawFlips(1, loss + 0.05, 0.05, random);
		lost += flips.lost;
		gained += flips.gained;
		if (logLossEValue(lost, gained, asked, MARGIN) >= DROPS)
			return { dropped: true, shipped: false, contradicted: answerOf(lost, gained, asked) !== 'dont' };
		if (asked === Math.ceil(n / 2) && isWithin(scoreOf(lost, gained, asked), HALF_ALPHA))
			return { dropped: false, shipped: true, contradicted: answerOf(lost, gained, asked) !== 'ship' };
	}
	return { dropped: false, shipped: answerOf(lost, gained, n) === 'ship', contradicted: false };
}
