import { type FrameDetail, frameDetail, type LogSample, type Score, type SuiteSummary } from '../../../src/index.ts';
import { mainScoreOf } from '../samples/sample-score.ts';
import type { ViewContext } from './view.ts';

/** One input in one arm and epoch, with what became of its candidates. */
export interface FrameRow extends Pick<FrameDetail, 'candidates' | 'accepted'> {
	readonly id: string;
	readonly input: string;
	readonly habitType: string;
	readonly anchorHint?: string | undefined;
	readonly arm: string;
	readonly epoch: number;
	/** Index in the log's samples, to open its transcript. */
	readonly sampleIndex: number;
	/** The suite's main score. */
	readonly score: Score | undefined;
	/** How long the app had waited, where it gave up. */
	readonly timeoutMs?: number | undefined;
	readonly endToEndMs: number;
	readonly cold: boolean;
}

export function frameRows({ log, summary: { suite } }: Pick<ViewContext, 'log' | 'summary'>): readonly FrameRow[] {
	return log.samples.flatMap((sample, index) => (sample.suite === suite.name ? [frameRow(sample, index, suite)] : []));
}

function frameRow(result: LogSample, sampleIndex: number, suite: SuiteSummary['suite']): FrameRow {
	const { sample, transcript, timings } = result;
	const { candidates, accepted } = frameDetail(sample, transcript.facts);
	const { timeoutMs } = transcript.facts;
	return {
		id: result.sampleId,
		input: typeof sample.input === 'string' ? sample.input : '',
		habitType: typeof sample.habitType === 'string' ? sample.habitType : '',
		anchorHint: typeof sample.anchorHint === 'string' ? sample.anchorHint : undefined,
		arm: result.arm,
		epoch: result.epoch,
		sampleIndex,
		score: mainScoreOf(result, suite),
		candidates,
		accepted,
		timeoutMs: typeof timeoutMs === 'number' ? timeoutMs : undefined,
		endToEndMs: timings.endToEndMs,
		cold: timings.cold,
	};
}
