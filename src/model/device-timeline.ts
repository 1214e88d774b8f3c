import type { JsonObject } from '../base/json.ts';
import type { Said } from '../base/message.ts';

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

/** How hot that is, from 0; undefined for what is no such status. */
export function thermalLevel(status: string | undefined): number | undefined {
	const level = (THERMAL_STATUSES as readonly (string | undefined)[]).indexOf(status);
	return level === -1 ? undefined : level;
}

/** The state of a device while a sample ran. What it does not tell is absent. */
export interface DeviceState {
	/** Since the beginning of the sample, on this machine's clock; negative for the state that held before. */
	readonly atMs: number;
	readonly memoryBytes?: number | undefined;
	/** What is counted: Android's proportional set, iOS's footprint, a resident set. */
	readonly memoryKind?: 'pss' | 'footprint' | 'rss' | undefined;
	/** In Android's words; iOS's fair is light, serious is severe. */
	readonly thermal?: string | undefined;
	/** Percent. */
	readonly battery?: number | undefined;
	readonly charging?: boolean | undefined;
	readonly powerSave?: boolean | undefined;
}

/** What a device of its own went through in one sample. */
export interface DeviceTimeline {
	readonly states: readonly DeviceState[];
	/** The first sample of the app's process. */
	readonly cold: boolean;
	/** Of that process, told with its first sample: how long the model's initialisation took. */
	readonly initMs?: number | undefined;
	/** The engine's own counters, by generation. */
	readonly counters?: readonly JsonObject[] | undefined;
	/** Why the times of this sample cannot be compared with others. */
	readonly notComparable?: readonly Said[] | undefined;
	/** Messages that answered nothing that was asked, and repeats; they were left out. */
	readonly strays?: number | undefined;
}

/** Where a model runs that does not run on this machine. */
export interface DeviceIdentity {
	readonly device: string;
	readonly os: string;
}

/** A sample as its device sees it. */
export interface WatchedSample {
	/** Ends the watch: what the device went through. */
	timeline(): DeviceTimeline;
}
