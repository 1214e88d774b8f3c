import { ALPHA, tarone } from '../../stats/answer.ts';
import { worseP } from '../../stats/paired-loss.ts';
import { callUnits, EXTRA, NO_CALL } from '../calls.ts';
import type { SummarizedRun } from '../notices.ts';
import { promptsRight } from '../state/right.ts';

/** A tool that a step lost, against a reference that was fixed before the data. */
interface LostTool {
	readonly tool: string;
	/** Of prompts that expect it; parts of one where it was repeated. */
	readonly had: number;
	readonly has: number;
	readonly of: number;
	/** The step before; absent: the baseline. */
	readonly since?: number;
}

/** A checkpoint among the others. */
export interface SeriesStep {
	readonly run: number;
	readonly step: number;
	readonly right: number;
	readonly of: number;
	/** Against the step that rules it out; absent: it can't be told from the best. */
	readonly out?: { readonly step: number; readonly lost: number; readonly gained: number };
	readonly forgotten: readonly LostTool[];
	/** By as much, without certainty. */
	readonly fell: readonly LostTool[];
}

export interface Series {
	readonly steps: readonly SeriesStep[];
	/** The step with most prompts right among those that have forgotten nothing. */
	readonly best?: number;
}

/** Checkpoints of one training, by step; undefined for fewer than two of them, or than three runs. */
export function seriesOf(runs: readonly SummarizedRun[]): Series | undefined {
	const read = runs.map((log, run) => ({ run, step: log.header.step, right: rightOf(log), tools: toolsOf(log) }));
	const steps = read.flatMap((one) => (one.step === undefined ? [] : [{ ...one, step: one.step }]));
	if (steps.length < 2 || runs.length < 3) return undefined;
	steps.sort((one, other) => one.step - other.step);
	const [base] = read;
	const level = ALPHA / (steps.length - 1);
	const judged = steps.map((one, at) => {
		const references = [
			...(base === undefined || base.step !== undefined ? [] : [{ tools: base.tools, since: undefined }]),
			...(at === 0 ? [] : [{ tools: steps[at - 1]?.tools ?? new Map(), since: steps[at - 1]?.step }]),
		];
		const tests = references.flatMap(({ tools, since }) =>
			Array.from(tools, ([tool, before]) => ({ ...flipsOf(before, one.tools.get(tool) ?? new Map()), tool, since })),
		);
		const reached = tarone(tests);
		const half = tests.map(({ lost, gained, had }, index) => ({
			test: tests[index] as (typeof tests)[number],
			reached: reached[index] === true,
			half: had > 0 && lost - gained >= had / 2,
		}));
		const lostTools = (isReached: boolean): readonly LostTool[] =>
			half.flatMap(({ test: { tool, had, has, of, since }, reached: is, half: much }) =>
				much && is === isReached ? [{ tool, had, has, of, since }] : [],
			);
		return { ...one, forgotten: lostTools(true), fell: lostTools(false) };
	});
	const count = ({ right }: (typeof judged)[number]): number => [...right.values()].filter(Boolean).length;
	const named = judged
		.filter(({ forgotten }) => forgotten.length === 0)
		.toSorted((one, other) => count(other) - count(one))[0];
	return {
		best: named?.step,
		steps: judged.map((one) => {
			const others = judged.toSorted((a, b) => Number(b === named) - Number(a === named));
			const out = others.flatMap((other) => {
				const shared = [...other.right].filter(([key]) => one.right.has(key));
				const lost = shared.filter(([key, is]) => is && one.right.get(key) === false).length;
				const gained = shared.filter(([key, is]) => !is && one.right.get(key) === true).length;
				return other !== one && worseP(lost, gained) <= level ? [{ step: other.step, lost, gained }] : [];
			})[0];
			const { run, step, right, forgotten, fell } = one;
			return { run, step, right: count(one), of: right.size, out, forgotten, fell };
		}),
	};
}

/** Whether a run has forgotten a tool since the baseline: it is not shipped, also within its margin. */
export function isForgetful(series: Series | undefined, run: number | undefined): boolean {
	const step = series?.steps.find((one) => one.run === run);
	return step?.forgotten.some(({ since }) => since === undefined) === true;
}

/** Prompts that are right or wrong. */
function rightOf(log: SummarizedRun): ReadonlyMap<string, boolean> {
	return new Map(
		promptsRight(log).flatMap(({ sampleId, asked, right }) =>
			right === undefined ? [] : [[`${asked[0]?.suite.corpus.sha256} ${sampleId}`, right] as const],
		),
	);
}

/** By tool and prompt that expects it: the share of its units with the right tool. */
function toolsOf(log: SummarizedRun): ReadonlyMap<string, ReadonlyMap<string, number>> {
	const suites = new Map(log.header.suites.map((suite) => [suite.name, suite]));
	const units = log.samples.flatMap((sample) => {
		const suite = suites.get(sample.suite);
		const own = suite === undefined ? [] : (callUnits(sample, suite, log) ?? []);
		return own.map(({ row, column }) => ({ row, hit: row === column, prompt: `${sample.suite} ${sample.sampleId}` }));
	});
	const tools = Map.groupBy(
		units.filter(({ row }) => row !== EXTRA && row !== NO_CALL),
		({ row }) => row,
	);
	return new Map(
		Array.from(tools, ([tool, own]) => [
			tool,
			new Map(
				Array.from(
					Map.groupBy(own, ({ prompt }) => prompt),
					([prompt, all]) => [prompt, all.filter(({ hit }) => hit).length / all.length],
				),
			),
		]),
	);
}

function flipsOf(before: ReadonlyMap<string, number>, now: ReadonlyMap<string, number>) {
	const pairs = [...before].flatMap(([prompt, share]) => {
		const then = now.get(prompt);
		return then === undefined ? [] : [[share, then] as const];
	});
	const sum = (of: (pair: readonly [number, number]) => number): number =>
		pairs.reduce((all, pair) => all + of(pair), 0);
	return {
		lost: sum(([one, other]) => Math.max(0, one - other)),
		gained: sum(([one, other]) => Math.max(0, other - one)),
		had: sum(([one]) => one),
		has: sum(([, other]) => other),
		of: pairs.length,
	};
}
