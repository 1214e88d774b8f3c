import { seriesOf } from '../../src/summary/compare/series.ts';
import { seededRandom } from '../../src/testing/seeded-random.ts';
import type { ErrorRate, Random } from './error-rates.ts';

const STEPS = 5;
/** Tools, and prompts of each. */
const TOOLS = [
	[5, 12],
	[20, 9],
] as const;
/** 4,000 where the bench draws 15,000. */
const SHARE = 4 / 15;

/** Checkpoints that are equally good, the worst case of both rules of a series. */
export function equalCheckpoints(simulations: number): readonly ErrorRate[] {
	const runs = Math.ceil(SHARE * simulations);
	return [1, 3].flatMap((epochs) =>
		TOOLS.flatMap(([tools, prompts]) => {
			const random = seededRandom(tools);
			let [out, forgotten] = [0, 0];
			for (let run = 0; run < runs; run += 1) {
				const drawn = Array.from({ length: tools }, () => Array.from({ length: prompts }, () => skill(random)));
				const series = seriesOf([
					{ ...answers(drawn, epochs, random), run: 0 },
					...Array.from({ length: STEPS }, (_, at) => ({
						...answers(drawn, epochs, random),
						run: at + 1,
						step: at + 1,
					})),
				]);
				if (series?.steps[0]?.out !== undefined) out += 1;
				if (series?.steps[STEPS - 1]?.tools.some(({ kind }) => kind === 'forgotten')) forgotten += 1;
			}
			const of = `${STEPS} equally good checkpoints, ${tools} tools of ${prompts} prompts, ${epochs} epochs`;
			const row = (what: string, count: number): ErrorRate => ({
				what,
				of,
				nominal: 0.05,
				atMost: true,
				found: count / runs,
				simulations: runs,
			});
			return [row('the best step of a series is out', out), row('a step is said to have forgotten a tool', forgotten)];
		}),
	);
}

/** The chance that a prompt is right: most are easy, some hopeless. */
function skill(random: Random): number {
	const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
	return 1 / (1 + Math.exp(-1.2 * (normal + 1)));
}

function answers(skills: readonly (readonly number[])[], epochs: number, random: Random) {
	const right = new Map<string, boolean>();
	const tools = skills.map((own, tool) => {
		const shares = own.map((chance, prompt) => {
			const hits = Array.from({ length: epochs }, () => random() < chance).filter(Boolean).length;
			right.set(`${tool} ${prompt}`, 2 * hits > epochs);
			return [`${prompt}`, hits / epochs] as const;
		});
		return [`${tool}`, new Map(shares)] as const;
	});
	return { right, tools: new Map(tools) };
}
