import type { EvaluatedRun } from '../../evaluated-run.ts';

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
	/** Messages that answered nothing, or came twice. */
	readonly strays: number;
}

/** Undefined where no sample ran on a device of its own. */
export function summarizeDevice({ header, samples }: EvaluatedRun): DeviceSummary | undefined {
	const timings = samples.map(({ timings: told }) => told).filter(({ device }) => device !== undefined);
	if (timings.length === 0) return undefined;
	const devices = timings.flatMap(({ device }) => device ?? []);
	const inits = devices.flatMap(({ initMs }) => initMs ?? []);
	const bytes = devices.flatMap(({ states }) => states.flatMap(({ memoryBytes }) => memoryBytes ?? []));
	const reasons = devices.flatMap(({ notComparable = [] }) => notComparable);
	const [firstInitMs = header.loadMs, ...laterInitMs] = inits;
	return {
		firstInitMs,
		laterInitMs,
		peakBytes: bytes.length === 0 ? undefined : bytes.reduce((most, one) => Math.max(most, one)),
		samples: timings.length,
		askedAgain: timings.filter(({ attempts = 1 }) => attempts > 1).length,
		notComparable: devices.filter(({ notComparable }) => notComparable !== undefined).length,
		doubts: [...Map.groupBy(reasons, (why) => why)].map(([why, all]) => ({ why, samples: all.length })),
		strays: devices.reduce((sum, { strays = 0 }) => sum + strays, 0),
	};
}
