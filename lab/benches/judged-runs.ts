import { type JudgedText, judgeError, type LabelledCounts } from '../../src/stats/judge-error.ts';
import { seededRandom } from '../../src/testing/seeded-random.ts';
import { ruleErrorIn } from '../../src/text/prefix/rule-error.ts';
import type { ErrorRate, Random } from './error-rates.ts';

const PROMPTS = 15;
const NEED = 5;
/** Mean sensitivity and specificity of models, and the correlation of the errors of one model. */
const SOURCE = { sensitivity: 0.967, specificity: 0.89, rho: 0.05 };
/** Phrases of a model: a half speaks in different sentences, a quarter in a few phrases, a quarter in one. */
const PHRASES = [PROMPTS * 4, PROMPTS * 4, 3, 1];
/** Texts of a phrase that the rule answers otherwise than the phrase. */
const OTHER_FLAG = 0.05;

interface Prompt {
	readonly phrase: number;
	readonly worth: boolean;
	readonly flagged: boolean;
}

/** Runs of models whose errors differ: how often what the figure says of these prompts, and of as many others, is right. */
export function judgedRuns(simulations: number): readonly ErrorRate[] {
	const random = seededRandom(PROMPTS);
	const said = new Map<string, { runs: number; promised: number; right: number }>();
	let [flat, others] = [0, 0];
	for (let simulation = 0; simulation < simulations; simulation += 1) {
		const ask = askedModel(random);
		const these = ask();
		const { path, probability, isFlat } = figureOf(these);
		const band = BANDS.find(([, below]) => probability < below)?.[0] ?? '';
		const before = said.get(band) ?? { runs: 0, promised: 0, right: 0 };
		said.set(band, {
			runs: before.runs + 1,
			promised: before.promised + probability,
			right: before.right + (isEnough(these) === path ? 1 : 0),
		});
		if (!isFlat) continue;
		flat += 1;
		if (isEnough(ask()) !== path) others += 1;
	}
	const bands = BANDS.flatMap(([band]): readonly ErrorRate[] => {
		const { runs, promised, right } = said.get(band) ?? { runs: 0, promised: 0, right: 0 };
		const of = `runs whose path is said to be right with ${band}`;
		const rate = { nominal: promised / runs, atMost: false, found: right / runs, simulations: runs };
		return runs === 0 ? [] : [{ what: `the path of ${PROMPTS} prompts is right`, of, ...rate }];
	});
	const what = 'other prompts lead to the other path';
	const of = `${PROMPTS} others, where a report says that they do not at least 9 times in 10`;
	return [...bands, { what, of, nominal: 0.1, atMost: true, found: others / flat, simulations: flat }];
}

const BANDS: readonly (readonly [band: string, below: number])[] = [
	['less than 50 %', 0.5],
	['50 to 90 %', 0.9],
	['90 % or more', 2],
];

function isEnough(prompts: readonly Prompt[]): boolean {
	return prompts.filter(({ worth }) => worth).length >= NEED;
}

/** Draws a model, and gives what asks it: each time other prompts, in its phrases. */
function askedModel(random: Random): () => readonly Prompt[] {
	const { sensitivity, specificity, rho } = SOURCE;
	const size = 1 / rho - 1;
	const base = beta(0.5, 0.5, random);
	const hit = beta(sensitivity * size, (1 - sensitivity) * size, random);
	const pass = beta(specificity * size, (1 - specificity) * size, random);
	const count = PHRASES[Math.floor(random() * PHRASES.length)] ?? 1;
	const phrases = Array.from({ length: count }, () => {
		const worth = random() < base;
		return { worth, flagged: random() < (worth ? hit : 1 - pass) };
	});
	const places = phrases.map((_, place) => place);
	return () => {
		const left = [...places];
		return Array.from({ length: PROMPTS }, () => {
			// Different sentences come once.
			const at = Math.floor(random() * left.length);
			const [phrase = 0] = count > PROMPTS ? left.splice(at, 1) : left.slice(at);
			const { worth, flagged } = phrases[phrase] ?? { worth: false, flagged: false };
			return { phrase, worth, flagged: count < PROMPTS && random() < OTHER_FLAG ? !flagged : flagged };
		});
	};
}

interface Said {
	/** Whether enough count. */
	readonly path: boolean;
	/** That the path is right for these prompts. */
	readonly probability: number;
	/** No doubt is named, of these prompts or of others. */
	readonly isFlat: boolean;
}

const known = new Map<string, Said>();

function figureOf(prompts: readonly Prompt[]): Said {
	const units = Map.groupBy(prompts, ({ phrase, flagged }) => `${phrase} ${flagged}`);
	const texts = Array.from(
		units.values(),
		(same): JudgedText => ({
			flagged: same[0]?.flagged === true,
			prompts: same.length,
			texts: same.length,
		}),
	).sort((one, other) => Number(one.flagged) - Number(other.flagged) || one.prompts - other.prompts);
	const key = JSON.stringify(texts);
	const said = known.get(key) ?? saidOf(texts);
	known.set(key, said);
	return said;
}

function saidOf(texts: readonly JudgedText[]): Said {
	const flagged = texts.filter((text) => text.flagged).map((text) => text.prompts);
	const counted = flagged.reduce((sum, count) => sum + count, 0);
	const path = counted >= NEED;
	const figure = judgeError({ texts, structural: 0, unscored: 0 }, RULE, { need: NEED, share: NEED / PROMPTS });
	const of = (chance = 0): number => (path ? chance : 1 - chance);
	const rests = path && flagged.some((count) => count > 1 && counted - count < NEED);
	const probability = of(figure?.these.low);
	return { path, probability, isFlat: probability >= 0.9 && of(figure?.again) >= 0.9 && !rests };
}

/** That of the Korean rule, which verdicts use. */
const RULE: LabelledCounts = requireRule(ruleErrorIn('ko'));

function requireRule(rule: LabelledCounts | undefined): LabelledCounts {
	if (rule === undefined) throw new Error('the error of the Korean rule was measured');
	return rule;
}

function beta(a: number, b: number, random: Random): number {
	const [x, y] = [gamma(a, random), gamma(b, random)];
	return x / (x + y);
}

/** Marsaglia and Tsang 2000. */
function gamma(shape: number, random: Random): number {
	if (shape < 1) return gamma(shape + 1, random) * (1 - random()) ** (1 / shape);
	const d = shape - 1 / 3;
	for (;;) {
		const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
		const v = (1 + normal / Math.sqrt(9 * d)) ** 3;
		if (v > 0 && Math.log(1 - random()) < normal ** 2 / 2 + d - d * v + d * Math.log(v)) return d * v;
	}
}
