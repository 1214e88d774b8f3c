import type { Distribution } from '../stats/distribution.ts';
import type { Rate } from '../stats/rate.ts';
import type { EvaluatedRun } from './evaluated-run.ts';
import type { FrameCandidateDetail } from './frame-detail.ts';
import type { ReasonCounts } from './reason-counts.ts';

/** One input in one arm and epoch. */
export interface FrameRow {
	readonly id: string;
	readonly input: string;
	readonly habitType: string;
	readonly anchorHint?: string;
	readonly arm: string;
	readonly epoch: number;
	/** Index in the run's samples, to open its transcript. */
	readonly sampleIndex: number;
	/** At least one L2 or L3 candidate was accepted. */
	readonly valid: boolean;
	/** Why not: `malformed`, `wrong-level`, `hard-avoid`, `length`, `timeout`, `no-call`, `engine`. */
	readonly reason?: string;
	/** As the model returned them, accepted or not. */
	readonly candidates: readonly FrameCandidateDetail[];
	readonly accepted: number;
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
export function summarizeFrames(run: EvaluatedRun): FrameSummary | undefined {
	if (!run.header.suites.some((suite) => suite.name === 'frame')) return undefined;
	throw new Error('not written yet');
}
