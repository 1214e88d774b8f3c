import { ENGINE_DIALECT } from '../dialects/conversation/open-conversation.ts';
import { causeOfTranscript } from '../eval/evidence/turn-evidence.ts';
import type { EvaluatedRun } from '../eval/header.ts';
import type { LoggedEvent, LoggedGeneration, SampleResult } from '../eval/sample.ts';
import { faultsOf } from '../model/generation.ts';
import { countReasons, type ReasonCounts } from '../stats/counts.ts';
import { type Distribution, distribution } from '../stats/distribution.ts';
import { type Rate, rateOfClusters, withoutInterval } from '../stats/rate.ts';
import type { SuiteSummary } from './suites.ts';
import { isCut } from './turn-times.ts';

/** How cleanly one suite and variant wrote its calls. */
export interface FormatAdherence {
	readonly suite: string;
	readonly variant: string;
	/** Calls without repair, of all that opened like a call, clustered by prompt. An interval only for a whole variant. */
	readonly strict: Rate;
	/** Samples that were cut off or failed, and might have written another call. */
	readonly cut: ReasonCounts;
	/** Repairs by the lenient reading; a call may need several. */
	readonly repairs: ReasonCounts;
	/** Why text that opened like a call was not one. */
	readonly malformed: ReasonCounts;
}

/**
 * Share of calls without repair, for every suite and variant with a call. Empty if the run's engine parsed the calls, whose
 * text is then unknown.
 */
export function formatAdherence(
	{ header, samples }: EvaluatedRun,
	suites: readonly SuiteSummary[],
): readonly FormatAdherence[] {
	if (header.settings.dialect === ENGINE_DIALECT) return [];
	return suites.flatMap(({ suite: { name: suite }, variants }) =>
		variants.flatMap(({ variant, whole }): readonly FormatAdherence[] => {
			const own = samples.filter((sample) => sample.suite === suite && sample.variant === variant);
			const attempts = own.flatMap(attemptsIn);
			if (attempts.length === 0) return [];
			const prompts = Map.groupBy(attempts, ({ prompt }) => prompt).values();
			const strict = rateOfClusters(Array.from(prompts, (calls) => calls.map(({ isStrict }) => isStrict)));
			return [
				{
					suite,
					variant,
					cut: countReasons(own.filter(wasCut).map(causeOfSample)),
					strict: whole ? strict : withoutInterval(strict),
					repairs: countReasons(attempts.flatMap(({ repairs }) => repairs)),
					malformed: countReasons(attempts.map(({ malformed }) => malformed)),
				},
			];
		}),
	);
}

/** Text that opened like a call. */
interface Attempt {
	readonly prompt: string;
	readonly isStrict: boolean;
	readonly repairs: readonly string[];
	/** Why it is no call. */
	readonly malformed?: string;
}

function attemptsIn({ sampleId: prompt, transcript }: SampleResult): readonly Attempt[] {
	return transcript.generations.flatMap(wholeEvents).flatMap((event): readonly Attempt[] => {
		if (event.type === 'malformed') return [{ prompt, isStrict: false, repairs: [], malformed: event.reason }];
		// Without `repairs`, something else parsed the call, and its text is unknown.
		if (event.type !== 'call' || event.call.repairs === undefined) return [];
		const { repairs } = event.call;
		return [{ prompt, isStrict: faultsOf(repairs).length === 0, repairs }];
	});
}

function wasCut({ transcript: { failure, generations } }: SampleResult): boolean {
	return failure !== undefined || !generations.every(isWhole);
}

/** Unknown finishes count as engine failures. */
function causeOfSample({ transcript }: SampleResult): string {
	return causeOfTranscript(transcript) ?? 'engine-failed';
}

/** Drops a call that was cut off. */
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

/** Thought tokens of one suite and variant, over the samples that report them. */
export interface ThoughtRow {
	readonly suite: string;
	readonly variant: string;
	/** Of whole thoughts. */
	readonly tokens: Distribution;
	/** Counts of the samples with whole thoughts, in run order. */
	readonly whole: readonly number[];
	/** Lower bounds of the samples that were cut off in a thought. */
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

/** Thought tokens of a sample; undefined if none are reported, or a thought was cut off. */
export function sampleThoughtTokens(sample: Pick<SampleResult, 'transcript'>): number | undefined {
	return sample.transcript.generations.some(isCutInThought) ? undefined : countedThought(sample);
}

function countedThought({ transcript }: Pick<SampleResult, 'transcript'>): number | undefined {
	const counts = transcript.generations.flatMap(({ usage }) => usage.thoughtTokens ?? []);
	return counts.length === 0 ? undefined : counts.reduce((sum, count) => sum + count, 0);
}

/** Whether a generation was cut off before anything followed its thought. */
function isCutInThought(generation: LoggedGeneration): boolean {
	if ((generation.usage.thoughtTokens ?? 0) === 0 || !isCut(generation)) return false;
	const last = generation.events.findLast((event) => event.type !== 'text' || event.text.trim() !== '');
	return last === undefined || last.type === 'thinking';
}
