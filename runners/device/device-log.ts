import type { DeviceState, DeviceTimeline, JsonObject, WatchedSample } from '../../src/index.ts';
import type { Hello } from './protocol/hello.ts';
import type { StateTold } from './protocol/messages.ts';

/** What is known of the device over the run. */
export interface DeviceLog {
	/** The app's process of now. */
	join(hello: Hello): void;
	read(state: StateTold): void;
	/** The last state that was told. */
	readonly latest: StateTold | undefined;
	readonly peakBytes: number | undefined;
	/** Begins the timeline of a sample. */
	watch(): WatchedSample;
	/** Of the sample under way. */
	addCounters(counters: JsonObject): void;
	addStray(): void;
	doubtTimes(why: string): void;
	leaveOut(what: Impossible): void;
}

/** What an app may tell that cannot be true, in the words of the log. */
export type Impossible = 'token counts that cannot be' | 'further results of one call';

export function deviceLog(): DeviceLog {
	let process: string | undefined;
	let unused: Hello | undefined;
	let latest: { readonly state: StateTold; readonly atMs: number } | undefined;
	let peakBytes: number | undefined;
	let open = emptyRecord();
	return {
		join(hello) {
			if (hello.process !== process) unused = hello;
			process = hello.process;
		},
		read(state) {
			latest = { state, atMs: performance.now() };
			open.states.push(stateAt(state, latest.atMs - open.startedAt));
			if (state.memoryBytes !== undefined) peakBytes = Math.max(peakBytes ?? 0, state.memoryBytes);
		},
		get latest() {
			return latest?.state;
		},
		get peakBytes() {
			return peakBytes;
		},
		watch() {
			const mine = emptyRecord();
			const fresh = unused;
			unused = undefined;
			open = mine;
			if (latest !== undefined) mine.states.push(stateAt(latest.state, latest.atMs - mine.startedAt));
			return {
				timeline(): DeviceTimeline {
					const doubts = [...mine.doubts, ...new Set(mine.states.flatMap(doubtsOf))];
					return {
						states: mine.states,
						cold: fresh !== undefined,
						...(fresh && { initMs: fresh.initMs }),
						...(mine.counters.length > 0 && { counters: mine.counters }),
						...(doubts.length > 0 && { notComparable: doubts }),
						...(mine.impossible.size > 0 && { impossible: [...mine.impossible] }),
						...(mine.strays > 0 && { strays: mine.strays }),
					};
				},
			};
		},
		addCounters: (counters) => void open.counters.push(counters),
		addStray() {
			open.strays += 1;
		},
		doubtTimes: (why) => void open.doubts.add(why),
		leaveOut: (what) => void open.impossible.add(what),
	};
}

interface OpenRecord {
	readonly startedAt: number;
	readonly states: DeviceState[];
	readonly counters: JsonObject[];
	readonly doubts: Set<string>;
	readonly impossible: Set<Impossible>;
	strays: number;
}

function emptyRecord(): OpenRecord {
	return {
		startedAt: performance.now(),
		states: [],
		counters: [],
		doubts: new Set(),
		impossible: new Set(),
		strays: 0,
	};
}

function stateAt({ type: _, ...state }: StateTold, atMs: number): DeviceState {
	return { atMs: Math.round(atMs), ...state };
}

/** Android calls light what no user would notice. */
function isThrottled(thermal: string): boolean {
	return thermal !== 'nominal' && thermal !== 'light';
}

function doubtsOf({ thermal, powerSave }: DeviceState): readonly string[] {
	return [
		...(thermal !== undefined && isThrottled(thermal) ? [`the device throttled (thermal status ${thermal})`] : []),
		...(powerSave === true ? ['the device saved power'] : []),
	];
}
