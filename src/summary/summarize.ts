import type { EvaluatedRun } from '../eval/run.ts';
import type { LocalizedText } from '../text/text.ts';

/** One thing that engines, the app or a suite said of failing samples. */
export interface FailureCount {
	readonly said: string;
	readonly count: number;
}

/** What was said of samples that failed by themselves, the most frequent first. */
export function failureCounts({ samples }: Pick<EvaluatedRun, 'samples'>): readonly FailureCount[] {
	const counts = new Map<string, number>();
	for (const { transcript } of samples) {
		const said = transcript.failureDetail;
		if (said !== undefined) counts.set(said, (counts.get(said) ?? 0) + 1);
	}
	return Array.from(counts, ([said, count]) => ({ said, count })).sort((a, b) => b.count - a.count);
}

/**
 * What stands beside the verdict of a greedy run of a Gemma; nothing for the miniature, which has no such recommendation.
 * Where an engine renders by itself, name and architecture tell a Gemma.
 */
export function samplingNote({ header }: SampledRun): LocalizedText | undefined {
	const { settings, model, template } = header;
	const told = `${model.architecture ?? ''} ${model.name}`;
	const gemma = template === undefined ? GEMMA_NAME.test(told) : GEMMA_TURN.test(template.source);
	return settings.temperature === 0 && gemma && !model.miniature ? NOTE : undefined;
}

type SampledRun = {
	readonly header: Pick<EvaluatedRun['header'], 'settings' | 'model'> & {
		readonly template?: { readonly source: string } | undefined;
	};
};

const GEMMA_NAME = /gemma/iu;
const GEMMA_TURN = /<\|turn>|<start_of_turn>/u;

const NOTE: LocalizedText = {
	en: 'greedy; the model card recommends T 1.0 (--sampling recommended)',
	ko: '확률이 가장 높은 토큰만 골랐습니다(greedy). 모델 카드는 T 1.0을 권장합니다 (--sampling recommended)',
};
