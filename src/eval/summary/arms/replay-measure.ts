import { mean } from '../../../stats/distribution.ts';
import { type PairedDifference, pairedDifference } from '../../../stats/paired.ts';
import type { PairedSample } from '../../compare/paired-sample.ts';
import { missingEvidence } from '../../evidence/turn-evidence.ts';
import type { SampleResult } from '../../sample.ts';
import { turnOf } from '../../turn.ts';

const REPLAY_MEASURES = ['promptTokens', 'outputTokens', 'endToEndMs'] as const;

/** A number of the next user turn, tools included, without the kept prefix and with it. */
export interface ReplayMeasure {
	/** `promptTokens` are those of the turn's first prompt. */
	readonly measure: (typeof REPLAY_MEASURES)[number];
	/** Means over the same conversations. */
	readonly without: number;
	readonly kept: number;
	/**
	 * With minus without, of a pair per conversation. Times have no interval: the arms run one behind the other, and a
	 * machine that is busier during one of them moves every pair alike.
	 */
	readonly difference: PairedDifference;
}

/** Of at least two conversations that have the measure in both arms. A turn that was cut measures the cut. */
export function replayMeasures(pairs: readonly PairedSample[]): readonly ReplayMeasure[] {
	const whole = pairs.filter((pair) => [pair.first, pair.second].every(isWhole));
	return REPLAY_MEASURES.flatMap((measure): readonly ReplayMeasure[] => {
		const measured = whole.flatMap(({ first, second }) => {
			const [without, kept] = [first, second].map((sample) => measuredIn(sample, measure));
			return without === undefined || kept === undefined
				? []
				: [{ id: first.sampleId, values: [without, kept] as const }];
		});
		const conversations = Array.from(
			Map.groupBy(measured, ({ id }) => id).values(),
			(epochs) => [mean(epochs.map(({ values }) => values[0])), mean(epochs.map(({ values }) => values[1]))] as const,
		);
		const difference = pairedDifference(conversations);
		if (difference === undefined) return [];
		const { n, mean: meanDifference } = difference;
		return [
			{
				measure,
				without: mean(conversations.map(([value]) => value)),
				kept: mean(conversations.map(([, value]) => value)),
				difference: measure === 'endToEndMs' ? { n, mean: meanDifference } : difference,
			},
		];
	});
}

function isWhole({ transcript }: SampleResult): boolean {
	return missingEvidence(turnOf(transcript), 'turn') === undefined;
}

function measuredIn({ transcript, timings }: SampleResult, measure: ReplayMeasure['measure']): number | undefined {
	if (measure === 'endToEndMs') return timings.cold ? undefined : timings.endToEndMs;
	if (measure === 'promptTokens') return transcript.generations[0]?.usage.promptTokens;
	const told = transcript.generations.flatMap(({ usage }) => usage.outputTokens ?? []);
	return told.length < transcript.generations.length ? undefined : told.reduce((sum, tokens) => sum + tokens, 0);
}
