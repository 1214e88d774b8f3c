import { canonicalJson, jsonOf } from '../../base/json.ts';
import type { EvaluatedSuite } from '../../eval/header.ts';
import { outlineOf } from '../../model/generation.ts';
import { ALPHA } from '../../stats/answer.ts';
import { mcnemarExact } from '../../stats/paired.ts';
import { outputDivergence } from '../compare/divergence.ts';
import { pairSamples } from '../flips.ts';
import type { SummarizedRun } from '../notices.ts';
import { type Observed, observed } from './observe.ts';

/** A model on one engine against the same on the first, on the samples that both have. */
interface Parity {
	/** `yes`: every answer is equal. `no`: their scores differ, p at most 5 %. */
	readonly same: 'yes' | 'no' | 'cant-tell';
	readonly compared: number;
	readonly equal: number;
	/** First differing token of each answer that differs, 0-based, ascending. */
	readonly tokens: readonly number[];
	/** Tokens of the longest answer that differs. */
	readonly longest: number;
	/** Prompts. */
	readonly lost: number;
	readonly gained: number;
	/** Exact two-sided p. */
	readonly p: number;
	readonly outcomes: { readonly first: EngineOutcomes; readonly second: EngineOutcomes };
	/** In log order. */
	readonly samples: readonly ParitySample[];
	/** One answer that differs: of a lost prompt where there is one. */
	readonly example?: ParityExample;
}

interface ParitySample {
	readonly suite: string;
	readonly sampleId: string;
	readonly variant: string;
	readonly epoch: number;
	/** Whether names and arguments of all calls are equal, and whether the texts are. */
	readonly calls: boolean;
	readonly words: boolean;
	/** The first that differs, in its generation. */
	readonly token?: number;
}

/** Of the samples that both have. */
interface EngineOutcomes {
	/** Samples with a call. */
	readonly called: number;
	/** Samples with a call that nothing could read. */
	readonly malformed: number;
	/** Samples that the engine failed on. */
	readonly failed: number;
}

interface ParityExample {
	readonly suite: string;
	readonly sampleId: string;
	readonly token: number;
	/** Up to the difference. */
	readonly common: string;
	/** From it on. */
	readonly first: string;
	readonly second: string;
}

/** Undefined where no sample can be compared. */
function parityOf(first: SummarizedRun, second: SummarizedRun, suites: readonly EvaluatedSuite[]): Parity | undefined {
	const pairs = pairSamples(first, second);
	const { compared, identical, diverged } = outputDivergence(pairs);
	if (compared === 0) return undefined;
	const { lost, gained } = flipsAgainst(observed(first.samples, suites), observed(second.samples, suites));
	const p = mcnemarExact(gained, lost);
	const lengths = diverged.flatMap(({ firstIndex, secondIndex, generation }) =>
		[first.samples[firstIndex], second.samples[secondIndex]].map(
			(sample) => sample?.transcript.generations[generation]?.pieces.length ?? 0,
		),
	);
	const shown =
		diverged.find(({ firstIndex, secondIndex }) => isLost(first, second, suites, firstIndex, secondIndex)) ??
		diverged[0];
	return {
		same: identical === pairs.length ? 'yes' : p <= ALPHA ? 'no' : 'cant-tell',
		compared,
		equal: identical,
		tokens: diverged.map(({ token }) => token).toSorted((one, other) => one - other),
		longest: Math.max(0, ...lengths),
		lost,
		gained,
		p,
		outcomes: {
			first: outcomesOf(pairs.map((pair) => pair.first)),
			second: outcomesOf(pairs.map((pair) => pair.second)),
		},
		samples: pairs.map(({ first: one, second: other, firstIndex }) => {
			const { suite, sampleId, variant, epoch } = one;
			const token = diverged.find((found) => found.firstIndex === firstIndex)?.token;
			const [calls, words] = [callsOf, wordsOf].map((of) => of(one) === of(other)) as [boolean, boolean];
			return { suite, sampleId, variant, epoch, calls, words, token };
		}),
		example: shown && exampleOf(first, second, shown),
	};
}

type Sampled = SummarizedRun['samples'][number];

function callsOf({ transcript }: Sampled): string {
	const events = transcript.generations.flatMap((generation) => generation.events);
	return canonicalJson(
		jsonOf(events.flatMap((one) => (one.type === 'call' ? [[one.call.name, one.call.arguments]] : []))),
	);
}

function wordsOf({ transcript }: Sampled): string {
	const texts = transcript.generations.map(({ events }) =>
		events.map((event) => (event.type === 'text' ? event.text : '')).join(''),
	);
	return JSON.stringify(texts);
}

/** Prompts that the second lost and gained, of those that both have scored. */
function flipsAgainst(
	first: ReadonlyMap<string, Observed>,
	second: ReadonlyMap<string, Observed>,
): { readonly lost: number; readonly gained: number } {
	const balance = new Map<string, number>();
	for (const [key, { right, prompt }] of first) {
		const other = second.get(key)?.right;
		if (right === undefined || other === undefined) continue;
		balance.set(prompt, (balance.get(prompt) ?? 0) + Number(other) - Number(right));
	}
	const sums = [...balance.values()];
	return { lost: sums.filter((sum) => sum < 0).length, gained: sums.filter((sum) => sum > 0).length };
}

function isLost(
	first: SummarizedRun,
	second: SummarizedRun,
	suites: readonly EvaluatedSuite[],
	firstIndex: number,
	secondIndex: number,
): boolean {
	const [one, other] = [first.samples[firstIndex], second.samples[secondIndex]];
	if (one === undefined || other === undefined) return false;
	return flipsAgainst(observed([one], suites), observed([other], suites)).lost > 0;
}

function outcomesOf(samples: SummarizedRun['samples']): EngineOutcomes {
	const outlines = samples.map(({ transcript }) => transcript.generations.map(({ events }) => outlineOf(events)));
	const withEvent = (type: 'call' | 'malformed'): number =>
		outlines.filter((all) => all.some(({ attempts }) => attempts.some((attempt) => attempt.type === type))).length;
	return {
		called: withEvent('call'),
		malformed: withEvent('malformed'),
		failed: samples.filter(({ transcript }) => transcript.failure !== undefined).length,
	};
}

const SHOWN = 80;

function exampleOf(
	first: SummarizedRun,
	second: SummarizedRun,
	{
		suite,
		sampleId,
		token,
		generation,
		firstIndex,
		secondIndex,
	}: ReturnType<typeof outputDivergence>['diverged'][number],
): ParityExample {
	const [one = [], other = []] = [first.samples[firstIndex], second.samples[secondIndex]].map(
		(sample) => sample?.transcript.generations[generation]?.pieces,
	);
	return {
		suite,
		sampleId,
		token,
		common: one.slice(0, token).join('').slice(-SHOWN),
		first: one.slice(token).join('').slice(0, SHOWN),
		second: other.slice(token).join('').slice(0, SHOWN),
	};
}

/** Cells on the first engine and on another. */
export interface SweepParity extends Parity {
	readonly build: string;
	/** Numbers of the cells. */
	readonly first: number;
	readonly second: number;
}

/** Each model on every further engine, in the first setup that both engines have of it. Cells are places in `logs`. */
export function paritiesOf(logs: readonly SummarizedRun[], builds: readonly string[]): readonly SweepParity[] {
	const all = logs.map((log, place) => ({ log, place, engine: engineOf(log) }));
	const [first] = all;
	if (first === undefined) return [];
	const engines = [...new Set(all.map(({ engine }) => engine))].slice(1);
	const byWeights = Map.groupBy(all, ({ log }) => stemOf(log));
	return [...byWeights.values()].flatMap((own) =>
		engines.flatMap((engine) => {
			const others = own.filter((one) => one.engine === engine);
			const base = own.filter((one) => one.engine === first.engine);
			const pairs = others.flatMap((other) =>
				base
					.filter((one) => areSameWeights(one.log, other.log))
					.map((one) => ({ one, other, differ: setupsDiffer(one.log, other.log) })),
			);
			const [best] = pairs.toSorted((a, b) => a.differ - b.differ);
			const parity = best && parityOf(best.one.log, best.other.log, first.log.header.suites);
			if (best === undefined || parity === undefined) return [];
			const { one, other } = best;
			return [{ build: builds[one.place] ?? '', first: one.place, second: other.place, ...parity }];
		}),
	);
}

const FORMAT = /\.(?:gguf|litertlm)$/u;

function stemOf({ header: { model } }: SummarizedRun): string {
	return model.name.replace(FORMAT, '');
}

/** One file, or one name in two formats: `mini-f16.gguf` and `mini-f16.litertlm`. */
function areSameWeights(
	{ header: { model: one } }: SummarizedRun,
	{ header: { model: other } }: SummarizedRun,
): boolean {
	const [first, second] = [one, other].map(({ name }) => FORMAT.exec(name)?.[0]);
	return first === second ? (one.sha256 ?? one.name) === (other.sha256 ?? other.name) : true;
}

function engineOf({ header: { engine } }: SummarizedRun): string {
	return `${engine.runner} ${engine.backend}`;
}

function setupsDiffer({ header: one }: SummarizedRun, { header: other }: SummarizedRun): number {
	const fields = ['kvCacheType', 'flashAttention', 'contextSize', 'threads'] as const;
	return fields.filter((field) => one.engine[field] !== other.engine[field]).length;
}
