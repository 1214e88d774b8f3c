import { ENGINE_DIALECT } from '../dialects/conversation/open-conversation.ts';
import { causeOfTranscript } from '../eval/evidence/turn-evidence.ts';
import type { EvaluatedRun } from '../eval/run.ts';
import type { LoggedEvent, LoggedGeneration, SampleResult } from '../eval/sample.ts';
import { faultsOf } from '../model/generation.ts';
import { countReasons, type ReasonCounts } from '../stats/counts.ts';
import { type Distribution, distribution } from '../stats/distribution.ts';
import { type Rate, rateOfClusters, withoutInterval } from '../stats/rate.ts';
import { type SuiteSummary, summarizeSuites } from './suites.ts';
import { isCut } from './turn-times.ts';

/** How cleanly one suite and variant wrote its calls. */
export interface FormatAdherence {
	readonly suite: string;
	readonly variant: string;
	/** Calls that needed no repair, of all that opened like a call; several of a prompt are clustered. An interval only of a whole variant, counts alone of one that was stopped early. */
	readonly strict: Rate;
	/** Samples that were cut or failed: they may have written one call more, be it clean or not. */
	readonly cut: ReasonCounts;
	/** Repairs the lenient reading made; a call may need several. */
	readonly repairs: ReasonCounts;
	/** Why text that opened like a call was none. */
	readonly malformed: ReasonCounts;
}

/**
 * Share of calls that needed no repair, for every suite and variant with at least one call. Of a run whose engine read the
 * calls, nothing: it alone knows how they were written.
 */
export function formatAdherence(
	run: EvaluatedRun,
	suites: readonly SuiteSummary[] = summarizeSuites(run),
): readonly FormatAdherence[] {
	const { header, samples } = run;
	if (header.settings.dialect === ENGINE_DIALECT) return [];
	const groups = new Map<string, Tally>();
	for (const { suite, variant, sampleId, transcript } of samples) {
		for (const event of transcript.generations.flatMap(wholeEvents)) {
			if (event.type !== 'call' && event.type !== 'malformed') continue;
			// What somebody else read does not tell how it was written.
			if (event.type === 'call' && event.call.repairs === undefined) continue;
			const tally: Tally = groups.get(`${suite} ${variant}`) ?? {
				suite,
				variant,
				calls: new Map(),
				repairs: [],
				malformed: [],
			};
			groups.set(`${suite} ${variant}`, tally);
			const repairs = event.type === 'call' ? (event.call.repairs ?? []) : [];
			if (event.type === 'malformed') tally.malformed.push(event.reason);
			tally.repairs.push(...repairs);
			const calls = tally.calls.get(sampleId) ?? [];
			tally.calls.set(sampleId, calls);
			calls.push(event.type === 'call' && faultsOf(repairs).length === 0);
		}
	}
	const variants = suites.flatMap(({ suite, variants }) =>
		variants.map((variant) => ({ suite: suite.name, ...variant })),
	);
	return Array.from(groups.values(), ({ suite, variant, calls, repairs, malformed }) => {
		const strict = rateOfClusters(calls.values());
		const own = variants.find((one) => one.suite === suite && one.variant === variant);
		const counts = { hits: strict.hits, n: strict.n };
		return {
			suite,
			variant,
			cut: countReasons(
				samples
					.filter((sample) => sample.suite === suite && sample.variant === variant && wasCut(sample))
					.map(causeOfSample),
			),
			strict: own?.whole ? strict : (own?.leftOut ?? 0) > 0 ? counts : withoutInterval(strict),
			repairs: countReasons(repairs),
			malformed: countReasons(malformed),
		};
	});
}

function wasCut({ transcript: { failure, generations } }: SampleResult): boolean {
	return failure !== undefined || !generations.every(isWhole);
}

/** What a finish has no word for is the engine's. */
function causeOfSample({ transcript }: SampleResult): string {
	return causeOfTranscript(transcript) ?? 'engine-failed';
}

/** A call that was cut before its end says nothing of how it would have ended. */
function wholeEvents(generation: LoggedGeneration): readonly LoggedEvent[] {
	if (isWhole(generation)) return generation.events;
	return generation.events.filter((event) => {
		if (event.type === 'malformed') return event.reason !== 'unclosed';
		return event.type !== 'call' || event.call.repairs?.includes('missing-closer') !== true;
	});
}

function isWhole({ finish }: LoggedGeneration): boolean {
	return finish.unified === 'stop' || finish.unified === 'tool-call';
}

interface Tally {
	readonly suite: string;
	readonly variant: string;
	/** Of each prompt, whether its calls needed no repair. */
	readonly calls: Map<string, boolean[]>;
	readonly repairs: string[];
	readonly malformed: string[];
}

/** Tokens of thought in the samples of one suite and variant, of those that tell them. */
export interface ThoughtRow {
	readonly suite: string;
	readonly variant: string;
	/** Of whole thoughts. */
	readonly tokens: Distribution;
	/** Of each sample with a whole thought, in the order of the run. */
	readonly whole: readonly number[];
	/** Of each sample that was cut within a thought: it would have had at least so many. */
	readonly cut: readonly number[];
}

export function summarizeThoughts({ samples }: EvaluatedRun): readonly ThoughtRow[] {
	const rows = new Map<string, Record<'suite' | 'variant', string> & Record<'whole' | 'cut', number[]>>();
	for (const sample of samples) {
		const count = countedThought(sample);
		if (count === undefined) continue;
		const { suite, variant, transcript } = sample;
		const row = rows.get(`${suite} ${variant}`) ?? { suite, variant, whole: [], cut: [] };
		row[transcript.generations.some(isCutInThought) ? 'cut' : 'whole'].push(count);
		rows.set(`${suite} ${variant}`, row);
	}
	return Array.from(rows.values(), (row) => ({ ...row, tokens: distribution(row.whole) }));
}

/** Of all generations of the sample; absent where none reports them, or a thought was cut: how long it would have been is unknown. */
export function sampleThoughtTokens(sample: Pick<SampleResult, 'transcript'>): number | undefined {
	return sample.transcript.generations.some(isCutInThought) ? undefined : countedThought(sample);
}

function countedThought({ transcript }: Pick<SampleResult, 'transcript'>): number | undefined {
	const counts = transcript.generations.flatMap(({ usage }) => usage.thoughtTokens ?? []);
	return counts.length === 0 ? undefined : counts.reduce((sum, count) => sum + count, 0);
}

/** Whether nothing stands behind the thought of a generation that was cut. */
function isCutInThought(generation: LoggedGeneration): boolean {
	if ((generation.usage.thoughtTokens ?? 0) === 0 || !isCut(generation)) return false;
	const last = generation.events.findLast((event) => event.type !== 'text' || event.text.trim() !== '');
	return last === undefined || last.type === 'thinking';
}
