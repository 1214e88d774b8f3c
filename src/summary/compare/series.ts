import { toolCount } from '../../eval/suite.ts';
import { ALPHA, tarone } from '../../stats/answer.ts';
import { worseP } from '../../stats/paired-loss.ts';
import { callUnits, EXTRA, NO_CALL } from '../calls.ts';
import type { SummarizedRun } from '../notices.ts';
import { promptsRight } from '../state/right.ts';

/** What became of a tool, against a reference that was fixed before the data. */
export interface ToolChange {
	readonly tool: string;
	/** Of prompts that expect it, those that called it; parts of one where it was repeated. */
	readonly had: number;
	readonly has: number;
	readonly of: number;
	/** The step before; absent: the baseline. */
	readonly since?: number;
	/** At least half was lost: `forgotten` for certain, or else `fell`. */
	readonly kind?: 'forgotten' | 'fell';
}

/** A checkpoint among the others. */
export interface SeriesStep {
	readonly run: number;
	readonly step: number;
	readonly right: number;
	readonly of: number;
	/** Against the step that rules it out; absent: it can't be told from the best. */
	readonly out?: { readonly step: number; readonly lost: number; readonly gained: number };
	/** Prompts without a score, where they would rule it out if they were lost. */
	readonly unscored?: number;
	/** Those that changed, the greatest losses first. */
	readonly tools: readonly ToolChange[];
}

export interface Series {
	readonly steps: readonly SeriesStep[];
	/** The step with most prompts right among those that have forgotten nothing. */
	readonly best?: number;
	/** Of the baseline, where it is no step. */
	readonly baseline?: Pick<SeriesStep, 'right' | 'of'>;
}

interface ReadRun {
	readonly run: number;
	/** Absent: the baseline. */
	readonly step?: number;
	/** By prompt. */
	readonly right: ReadonlyMap<string, boolean>;
	/** By tool and prompt that expects it: the share of its units with the right tool. */
	readonly tools: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

export function readRun(log: SummarizedRun, run: number): ReadRun {
	return { run, step: log.header.step, right: rightOf(log), tools: toolsOf(log) };
}

/** Checkpoints of one training, by step; undefined for fewer than two of them, or than three runs. The first run is the baseline. */
export function seriesOf(runs: readonly ReadRun[]): Series | undefined {
	const [base] = runs;
	const steps = runs.flatMap((one) => (one.step === undefined ? [] : [{ ...one, step: one.step }]));
	if (base === undefined || steps.length < 2 || runs.length < 3) return undefined;
	steps.sort((one, other) => one.step - other.step);
	const level = ALPHA / (steps.length - 1);
	const judged = steps.map((one, at) => {
		const before = steps[at - 1];
		const references = [base, ...(before === undefined || before.run === base.run ? [] : [before])];
		const tools = toolChanges(one, one.run === base.run ? [] : references);
		return { one, tools, right: countRight(one), isWhole: tools.every(({ kind }) => kind !== 'forgotten') };
	});
	const named = judged.filter(({ isWhole }) => isWhole).toSorted((one, other) => other.right - one.right)[0];
	return {
		best: named?.one.step,
		baseline: base.step === undefined ? { right: countRight(base), of: base.right.size } : undefined,
		steps: judged.map((judgement) => {
			const { one, tools, right } = judgement;
			const others = judged.toSorted((a, b) => Number(b === named) - Number(a === named));
			const against = others.map(({ one: other }) => {
				const flips = Array.from(other.right, ([key, is]) => [is, one.right.get(key)] as const);
				const lost = flips.filter(([is, now]) => is && now === false).length;
				const gained = flips.filter(([is, now]) => !is && now === true).length;
				const open = flips.filter(([is, now]) => is && now === undefined).length;
				const unscored = flips.filter(([, now]) => now === undefined).length;
				return { step: other.step, lost, gained, open, unscored };
			});
			const worse = against.find(({ lost, gained }) => worseP(lost, gained) <= level);
			const out = worse && { step: worse.step, lost: worse.lost, gained: worse.gained };
			const open = worse ? undefined : against.find((one) => worseP(one.lost + one.open, one.gained) <= level);
			return { run: one.run, step: one.step, right, of: one.right.size, out, unscored: open?.unscored, tools };
		}),
	};
}

/** Tools that a step has forgotten since the baseline: it is not shipped, also within its margin. */
export function forgottenSince({ tools }: Pick<SeriesStep, 'tools'>): readonly ToolChange[] {
	return tools.filter(({ kind, since }) => kind === 'forgotten' && since === undefined);
}

function countRight({ right }: ReadRun): number {
	return [...right.values()].filter(Boolean).length;
}

/** Tools that a run calls more or less often than the references do. */
export function toolChanges(now: ReadRun, references: readonly ReadRun[]): readonly ToolChange[] {
	const tests = references.flatMap(({ tools }, at) =>
		Array.from(tools, ([tool, before]) => {
			const since = at === 0 ? undefined : references[at]?.step;
			return { ...flipsOf(before, now.tools.get(tool) ?? new Map()), tool, since };
		}),
	);
	const reached = tarone(tests);
	return tests
		.map(({ lost, gained, ...one }, at): ToolChange & { readonly loss: number } => {
			const isHalf = one.had > 0 && lost - gained >= one.had / 2;
			return { ...one, loss: lost - gained, kind: isHalf ? (reached[at] ? 'forgotten' : 'fell') : undefined };
		})
		.filter(({ loss }) => loss !== 0)
		.toSorted((one, other) => other.loss - one.loss)
		.map(({ loss: _, ...one }) => one);
}

function rightOf(log: SummarizedRun): ReadRun['right'] {
	return new Map(
		promptsRight(log).flatMap(({ sampleId, asked, right }) =>
			right === undefined ? [] : [[`${asked[0]?.suite.corpus.sha256} ${sampleId}`, right] as const],
		),
	);
}

function toolsOf(log: SummarizedRun): ReadRun['tools'] {
	const suites = new Map(log.header.suites.map((suite) => [suite.name, suite]));
	const units = log.samples.flatMap((sample) => {
		const suite = suites.get(sample.suite);
		const isOther = suite === undefined || toolCount(suite, sample.variant) !== undefined;
		const own = isOther ? [] : (callUnits(sample, suite, log) ?? []);
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
