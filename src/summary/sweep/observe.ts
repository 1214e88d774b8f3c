import { type EvaluatedSuite, mainScore } from '../../eval/header.ts';
import { type SampleResult, sampleKey, scoreNamed } from '../../eval/sample.ts';
import type { Build } from '../compare/answers-together.ts';
import { answerText } from '../notices.ts';
import { endToEnd, hasComparableTimes } from '../turn-times.ts';

/** What a sweep needs of a sample. */
export interface Observed {
	readonly sample: SampleResult;
	/** Corpus and sample: suites of one corpus ask the same prompts. */
	readonly prompt: string;
	/** All that the model said; absent where the clock cut it off. */
	readonly answer?: string;
	/** Of the whole turn; absent for the first after loading, and where it is not comparable. */
	readonly ms?: number;
	/** Whether the main score is on the good side; absent if unscored. */
	readonly right?: boolean;
}

export function observe(sample: SampleResult, suites: readonly EvaluatedSuite[]): Observed {
	const suite = suites.find(({ name }) => name === sample.suite);
	const main = suite && mainScore(suite);
	const value = scoreNamed(sample, main)?.value;
	const lower = main !== undefined && suite?.scores[main]?.direction === 'lower';
	const ms = sample.timings.cold || !hasComparableTimes(sample) ? undefined : endToEnd(sample);
	return {
		sample,
		prompt: `${suite?.corpus.sha256} ${sample.sampleId}`,
		...(!isCutByClock(sample) && {
			answer: answerText(sample),
		}),
		ms,
		...(typeof value === 'boolean' && { right: value !== lower }),
	};
}

function isCutByClock({ transcript: { failure, generations } }: SampleResult): boolean {
	return failure !== undefined || generations.some(({ finish }) => CUT.has(finish.unified));
}

const CUT: ReadonlySet<string> = new Set(['deadline', 'aborted']);

/** A cell as the rules of a sweep see it. */
export interface ObservedCell {
	/** Its weights. */
	readonly weights: string;
	/** Engine, and what of its setup can change answers. */
	readonly setup: string;
	readonly build: Build;
	readonly peakBytes?: number;
	/** By sample key. */
	readonly observed: ReadonlyMap<string, Observed>;
	/** Sample keys that were asked outside of a block: their times compare with none. */
	readonly apart: ReadonlySet<string>;
	/** Whether it is over a limit that the user set. */
	readonly overLimit?: boolean;
}

export function observed(
	samples: readonly SampleResult[],
	suites: readonly EvaluatedSuite[],
): ReadonlyMap<string, Observed> {
	return new Map(samples.map((sample) => [sampleKey(sample), observe(sample, suites)]));
}

/** Whether two cells answered all prompts that both have alike; undefined without such prompts. */
export function sameAnswers(
	one: Pick<ObservedCell, 'observed'>,
	other: Pick<ObservedCell, 'observed'>,
): boolean | undefined {
	let shared = 0;
	for (const [key, { answer }] of one.observed) {
		const second = other.observed.get(key)?.answer;
		if (answer === undefined || second === undefined) continue;
		if (second !== answer) return false;
		shared += 1;
	}
	return shared > 0 ? true : undefined;
}

/** Cells with the same weights, setup and answers so far. */
export interface AnswerClass {
	/** Indices of the cells, ascending. */
	readonly members: readonly number[];
	/** What they answered, each sample once, whole where one of them is. */
	readonly observed: ReadonlyMap<string, Observed>;
}

/** Classes in the order of their first cells. A cell that fits several is in the one with most answers, and `ambiguous`. */
export function answerClasses(cells: readonly ObservedCell[]): {
	readonly classes: readonly AnswerClass[];
	readonly ambiguous: ReadonlySet<number>;
} {
	const classes: number[][] = [];
	const ambiguous = new Set<number>();
	const order = cells
		.map((cell, index) => ({ cell, index }))
		.toSorted((one, other) => other.cell.observed.size - one.cell.observed.size || one.index - other.index);
	for (const { cell, index } of order) {
		const fitting = classes.filter((members) =>
			members.every((member) => {
				const other = cells[member];
				const isFamily = other?.weights === cell.weights && other.setup === cell.setup;
				return other !== undefined && isFamily && sameAnswers(other, cell) !== false;
			}),
		);
		if (fitting.length > 1) ambiguous.add(index);
		if (fitting[0] === undefined) classes.push([index]);
		else fitting[0].push(index);
	}
	return {
		classes: classes
			.map((all) => all.toSorted((one, other) => one - other))
			.toSorted(([one = 0], [other = 0]) => one - other)
			.map((members) => ({
				members,
				observed: pooled(members.flatMap((member) => [...(cells[member]?.observed ?? [])])),
			})),
		ambiguous,
	};
}

function pooled(all: readonly (readonly [key: string, observed: Observed])[]): ReadonlyMap<string, Observed> {
	const whole = all.filter(([, { answer }]) => answer !== undefined);
	return new Map([...all, ...whole]);
}
