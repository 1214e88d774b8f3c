import { type Distribution, distribution } from '../../stats/distribution.ts';
import { type Rate, rateOf } from '../../stats/rate.ts';
import type { EvaluatedRun } from '../evaluated-run.ts';
import type { SampleResult } from '../sample.ts';
import { turnWaiting } from '../turn-reading.ts';
import { type FrameDetail, frameDetail } from './frame-detail.ts';
import { oncePerRun } from './once-per-run.ts';
import { countReasons, type ReasonCounts } from './reason-counts.ts';

/** One input in one arm and epoch, with what became of it. */
export interface FrameRow extends FrameDetail {
	readonly id: string;
	readonly input: string;
	readonly habitType: string;
	readonly anchorHint?: string;
	readonly arm: string;
	readonly epoch: number;
	/** Index in the run's samples, to open its transcript. */
	readonly sampleIndex: number;
	readonly timeToFirstTokenMs?: number;
	readonly endToEndMs: number;
	readonly cold: boolean;
}

export interface FrameArmSummary {
	readonly arm: string;
	readonly valid: Rate;
	/** Outcomes of the inputs: `valid` and the reasons; they add up to the samples. */
	readonly outcomes: ReasonCounts;
	/** Why single candidates were rejected. */
	readonly rejections: ReasonCounts;
	/** Levels of accepted candidates. */
	readonly levels: ReasonCounts;
	/** Of returned candidates, the accepted ones. */
	readonly acceptedShare: Rate;
	readonly acceptedPerInput: Distribution;
	readonly endToEndMs: { readonly cold: Distribution; readonly warm: Distribution };
}

export interface FrameSummary {
	readonly suiteVersion: string;
	readonly arms: readonly FrameArmSummary[];
	/** Arms that the engine could not run, with the reason. */
	readonly skipped: readonly { readonly arm: string; readonly reason: string }[];
	readonly rows: readonly FrameRow[];
}

/** What the log says of the frame suite; absent where the run had none. */
export const summarizeFrames: (run: EvaluatedRun) => FrameSummary | undefined = oncePerRun((run) => {
	const suite = run.header.suites.find(({ name }) => name === 'frame');
	if (suite === undefined) return undefined;
	const rows = run.samples.flatMap((sample, index) => (sample.suite === 'frame' ? [frameRow(sample, index)] : []));
	return {
		suiteVersion: suite.version,
		arms: Array.from(
			Map.groupBy(rows, (row) => row.arm),
			([arm, group]) => armSummary(arm, group),
		),
		skipped: suite.skipped,
		rows,
	};
});

function frameRow(result: SampleResult, sampleIndex: number): FrameRow {
	const { sample, transcript, timings } = result;
	const { timeToFirstTokenMs } = turnWaiting(timings);
	return {
		id: result.sampleId,
		input: typeof sample.input === 'string' ? sample.input : '',
		habitType: typeof sample.habitType === 'string' ? sample.habitType : '',
		...(typeof sample.anchorHint === 'string' ? { anchorHint: sample.anchorHint } : {}),
		arm: result.arm,
		epoch: result.epoch,
		sampleIndex,
		...frameDetail(sample, transcript),
		...(timeToFirstTokenMs === undefined ? {} : { timeToFirstTokenMs }),
		endToEndMs: timings.endToEndMs,
		cold: timings.cold,
	};
}

function armSummary(arm: string, rows: readonly FrameRow[]): FrameArmSummary {
	const candidates = rows.flatMap((row) => row.candidates);
	const shown = candidates.filter(({ status }) => status === 'accepted' || status === 'warned');
	// Those behind the third are good candidates that nobody asked for: they count neither way.
	const judged = candidates.filter(({ status }) => status !== 'surplus');
	const times = (cold: boolean): Distribution =>
		distribution(rows.filter((row) => row.cold === cold).map((row) => row.endToEndMs));
	return {
		arm,
		valid: rateOf(rows.filter((row) => row.valid).length, rows.length),
		outcomes: countReasons(rows.map((row) => row.reason ?? 'valid')),
		rejections: countReasons(candidates.filter(({ status }) => status === 'rejected').map(({ reason }) => reason)),
		levels: countReasons(shown.map(({ level }) => level)),
		acceptedShare: rateOf(shown.length, judged.length),
		acceptedPerInput: distribution(rows.map((row) => row.accepted)),
		endToEndMs: { cold: times(true), warm: times(false) },
	};
}
