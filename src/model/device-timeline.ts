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

/** Index of a thermal status; undefined for an unknown one. */
export function thermalLevel(status: string | undefined): number | undefined {
	const level = (THERMAL_STATUSES as readonly (string | undefined)[]).indexOf(status);
	return level === -1 ? undefined : level;
}

/** State of a device during a sample. Unknown is absent. */
export interface DeviceState {
	/** Since the sample began, on this machine's clock; negative for the state before it. */
	readonly atMs: number;
	readonly memoryBytes?: number;
	/** Kind of memory: Android's proportional set, iOS's footprint, a resident set. */
	readonly memoryKind?: 'pss' | 'footprint' | 'rss';
	/** Android's words; iOS's fair is light, serious is severe. */
	readonly thermal?: string;
	/** Percent. */
	readonly battery?: number;
	readonly charging?: boolean;
	readonly powerSave?: boolean;
}

/** What a separate device went through in a sample. */
export interface DeviceTimeline {
	readonly states: readonly DeviceState[];
	/** The first sample of the app's process. */
	readonly cold: boolean;
	/** Time of the model's initialisation, reported with the process's first sample. */
	readonly initMs?: number;
	/** The engine's counters by generation. */
	readonly counters?: readonly JsonObject[];
	/** Why this sample's times are not comparable. */
	readonly notComparable?: readonly Said[];
	/** Dropped messages: repeats and answers to no request. */
	readonly strays?: number;
}

/** A device that is not this machine. */
export interface DeviceIdentity {
	readonly device: string;
	readonly os: string;
}

/** A sample as its device sees it. */
export interface WatchedSample {
	/** Ends the watch and returns the timeline. */
	timeline(): DeviceTimeline;
}
