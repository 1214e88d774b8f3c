import { z } from 'zod';
import { amount, finite, flag, jsonObject, type Parsed, said, text, whole, word } from '../base/border.ts';
import type { EngineError } from '../base/errors.ts';

/** Android's thermal statuses, from cool to hot. */
export const THERMAL_STATUSES = [
	'nominal',
	'light',
	'moderate',
	'severe',
	'critical',
	'emergency',
	'shutdown',
] as const;

/** Index of a thermal status; undefined for an unknown one. */
export function thermalLevel(status: string | undefined): number | undefined {
	const level = (THERMAL_STATUSES as readonly (string | undefined)[]).indexOf(status);
	return level === -1 ? undefined : level;
}

/** State of a device during a sample. Unknown is absent. */
export interface DeviceState extends Parsed<typeof deviceState> {}

export const deviceState = z.looseObject({
	/** Since the sample began, on this machine's clock; negative for the state before it. */
	atMs: finite,
	memoryBytes: amount.optional(),
	/** Kind of memory: Android's proportional set, iOS's footprint, a resident set. */
	memoryKind: word<'pss' | 'footprint' | 'rss'>().optional(),
	/** Android's words; iOS's fair is light, serious is severe. */
	thermal: text.optional(),
	/** Percent. */
	battery: amount.optional(),
	charging: flag.optional(),
	powerSave: flag.optional(),
	availableBytes: amount.optional(),
	/** Thermal headroom in ten seconds; 1 is severe throttling. */
	headroom: amount.optional(),
	temperatureC: finite.optional(),
	/** Charge of the battery, in microampere-hours. */
	chargeUah: amount.optional(),
	/** The app was not in front. */
	background: flag.optional(),
});

/** Why a system ends a process. */
export const EXIT_REASONS = [
	...(['low-memory', 'crash', 'not-responding', 'signal', 'resources', 'user', 'update', 'other'] as const),
] as const;

/** What a separate device went through in a sample. */
export interface DeviceTimeline extends Parsed<typeof deviceTimeline> {}

export const deviceTimeline = z.looseObject({
	states: z.array(deviceState),
	/** The first sample of the app's process. */
	cold: flag,
	/** Time of the model's initialisation, reported with the process's first sample. */
	initMs: amount.optional(),
	/** Why the process before this one ended, reported with the process's first sample. */
	exit: z
		.looseObject({ process: text, reason: z.enum(EXIT_REASONS).catch('other'), detail: text.optional() })
		.optional(),
	/** The engine's counters by generation. */
	counters: z.array(jsonObject).optional(),
	/** Why this sample's times are not comparable. */
	notComparable: z.array(said).optional(),
	/** Dropped messages: repeats and answers to no request. */
	strays: whole.optional(),
});

/** A device that is not this machine. */
export interface DeviceIdentity {
	readonly device: string;
	readonly os: string;
}

/** A sample as its device sees it. */
export interface WatchedSample {
	/** Why the sample is not asked any more. */
	readonly failure?: EngineError;
	/** From the first message to the last one. Absent: gemmark's own clock is used. */
	elapsedMs?(): number;
	/** Ends the watch and returns the timeline; undefined on this machine. */
	timeline(): DeviceTimeline | undefined;
}
