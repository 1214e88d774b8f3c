import { type DeviceTimeline, THERMAL_STATUSES, thermalLevel } from '../../../model/device-timeline.ts';
import type { EvaluatedRun } from '../../run.ts';
import type { SampleResult } from '../../sample.ts';

/** What a run on a device of its own went through. What the device did not tell is absent. */
export interface DeviceSummary {
	/** The model's initialisation in the first process, and in each that came after it, in their order. */
	readonly firstInitMs?: number | undefined;
	readonly laterInitMs: readonly number[];
	readonly peakBytes?: number | undefined;
	/** Samples of the run, and those that were asked again because the app was lost in them. */
	readonly samples: number;
	readonly askedAgain: number;
	/** Samples of which the times cannot be held against others, and why: each reason once, with its samples. */
	readonly notComparable: number;
	readonly doubts: readonly { readonly why: string; readonly samples: number }[];
	/** What the app told that cannot be true, and was left out. */
	readonly impossible: readonly { readonly what: string; readonly samples: number }[];
	/** Messages that answered nothing, or came twice. */
	readonly strays: number;
	/** Of each sample, in the order of the log. */
	readonly states: readonly SampleState[];
}

/** How a device was in one sample: at its hottest, with the most memory, and the battery at its end. Untold is absent. */
export interface SampleState {
	readonly suite: string;
	readonly sampleId: string;
	readonly thermal?: string | undefined;
	readonly memoryBytes?: number | undefined;
	/** Percent. */
	readonly battery?: number | undefined;
	readonly powerSave?: boolean | undefined;
	readonly notComparable: boolean;
}

/** Undefined where no sample ran on a device of its own. */
export function summarizeDevice({ header, samples }: EvaluatedRun): DeviceSummary | undefined {
	const timings = samples.map(({ timings: told }) => told).filter(({ device }) => device !== undefined);
	if (timings.length === 0) return undefined;
	const devices = timings.flatMap(({ device }) => device ?? []);
	const inits = devices.flatMap(({ initMs }) => initMs ?? []);
	const bytes = devices.flatMap(({ states }) => states.flatMap(({ memoryBytes }) => memoryBytes ?? []));
	const counted = (reasons: readonly string[]): readonly (readonly [why: string, samples: number])[] =>
		Array.from(
			Map.groupBy(reasons, (why) => why),
			([why, all]) => [why, all.length],
		);
	const doubts = counted(devices.flatMap(({ notComparable = [] }) => notComparable));
	const impossible = counted(devices.flatMap(({ impossible: told = [] }) => told));
	const [firstInitMs = header.loadMs, ...laterInitMs] = inits;
	return {
		firstInitMs,
		laterInitMs,
		peakBytes: bytes.length === 0 ? undefined : bytes.reduce((most, one) => Math.max(most, one)),
		samples: timings.length,
		askedAgain: timings.filter(({ attempts = 1 }) => attempts > 1).length,
		notComparable: devices.filter(({ notComparable }) => notComparable !== undefined).length,
		doubts: doubts.map(([why, count]) => ({ why, samples: count })),
		impossible: impossible.map(([what, count]) => ({ what, samples: count })),
		strays: devices.reduce((sum, { strays = 0 }) => sum + strays, 0),
		states: samples.flatMap((sample) => (sample.timings.device ? stateOf(sample, sample.timings.device) : [])),
	};
}

function stateOf({ suite, sampleId }: SampleResult, { states, notComparable }: DeviceTimeline): SampleState {
	const bytes = states.flatMap(({ memoryBytes }) => memoryBytes ?? []);
	const heats = states.map(({ thermal }) => thermalLevel(thermal) ?? -1);
	const saves = states.flatMap(({ powerSave }) => powerSave ?? []);
	return {
		suite,
		sampleId,
		thermal: THERMAL_STATUSES[heats.reduce((most, one) => Math.max(most, one), -1)],
		memoryBytes: bytes.length === 0 ? undefined : bytes.reduce((most, one) => Math.max(most, one)),
		battery: states.findLast(({ battery }) => battery !== undefined)?.battery,
		powerSave: saves.length === 0 ? undefined : saves.includes(true),
		notComparable: notComparable !== undefined,
	};
}
