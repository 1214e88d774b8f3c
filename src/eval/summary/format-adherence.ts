import { ENGINE_DIALECT } from '../../dialects/conversation/open-conversation.ts';
import { faultsOf } from '../../model/generation.ts';
import { countReasons, type ReasonCounts } from '../../stats/counts.ts';
import { type Rate, rateOfClusters, withoutInterval } from '../../stats/rate.ts';
import { causeOfTranscript } from '../evidence/turn-evidence.ts';
import type { EvaluatedRun } from '../run.ts';
import type { LoggedEvent, LoggedGeneration, SampleResult } from '../sample.ts';
import { summarizeSuites } from './suite/suite-summary.ts';

/** How cleanly one suite and arm wrote its calls. */
export interface FormatAdherence {
	readonly suite: string;
	readonly arm: string;
	/** Calls that needed no repair, of all that opened like a call; several of a prompt are clustered. An interval only of a whole arm, counts alone of one that was stopped early. */
	readonly strict: Rate;
	/** Samples that were cut or failed: they may have written one call more, be it clean or not. */
	readonly cut: ReasonCounts;
	/** Repairs the lenient reading made; a call may need several. */
	readonly repairs: ReasonCounts;
	/** Why text that opened like a call was none. */
	readonly malformed: ReasonCounts;
}

/**
 * Share of calls that needed no repair, for every suite and arm with at least one call. Of a run whose engine read the
 * calls, nothing: it alone knows how they were written.
 */
export function formatAdherence(run: EvaluatedRun): readonly FormatAdherence[] {
	const { header, samples } = run;
	if (header.settings.dialect === ENGINE_DIALECT) return [];
	const groups = new Map<string, Tally>();
	for (const { suite, arm, sampleId, transcript } of samples) {
		for (const event of transcript.generations.flatMap(wholeEvents)) {
			if (event.type !== 'call' && event.type !== 'malformed') continue;
			// What somebody else read does not tell how it was written.
			if (event.type === 'call' && event.call.repairs === undefined) continue;
			const tally: Tally = groups.get(`${suite} ${arm}`) ?? {
				suite,
				arm,
				calls: new Map(),
				repairs: [],
				malformed: [],
			};
			groups.set(`${suite} ${arm}`, tally);
			const repairs = event.type === 'call' ? (event.call.repairs ?? []) : [];
			if (event.type === 'malformed') tally.malformed.push(event.reason);
			tally.repairs.push(...repairs);
			const calls = tally.calls.get(sampleId) ?? [];
			tally.calls.set(sampleId, calls);
			calls.push(event.type === 'call' && faultsOf(repairs).length === 0);
		}
	}
	const arms = summarizeSuites(run).flatMap(({ suite, arms }) => arms.map((arm) => ({ suite: suite.name, ...arm })));
	return Array.from(groups.values(), ({ suite, arm, calls, repairs, malformed }) => {
		const strict = rateOfClusters(calls.values());
		const own = arms.find((one) => one.suite === suite && one.arm === arm);
		const counts = { hits: strict.hits, n: strict.n };
		return {
			suite,
			arm,
			cut: countReasons(
				samples.filter((sample) => sample.suite === suite && sample.arm === arm && wasCut(sample)).map(causeOfSample),
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
	readonly arm: string;
	/** Of each prompt, whether its calls needed no repair. */
	readonly calls: Map<string, boolean[]>;
	readonly repairs: string[];
	readonly malformed: string[];
}
