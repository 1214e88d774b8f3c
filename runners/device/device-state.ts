import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '../../src/base/json.ts';
import { distinct, type Message, message } from '../../src/base/message.ts';
import type { DeviceState, DeviceTimeline, WatchedSample } from '../../src/model/device-timeline.ts';
import type { Hello, ReportedState } from './protocol.ts';

const POLL_MS = 500;
/** A phone in the sun never becomes nominal. */
const MAX_COOL_DOWN_MS = 600_000;
/** Apps report their state about every second. */
const FIRST_STATUS_MS = 5000;

interface SampleRecord {
	readonly startedAt: number;
	readonly states: DeviceState[];
	readonly counters: JsonObject[];
	readonly doubts: Message[];
	strays: number;
}

/** The state of the device over the run, and what happened to it in the current sample. */
export class DeviceLog {
	#process: string | undefined;
	/** The hello of a process that has not answered a sample yet. */
	#unused: Hello | undefined;
	#latest: { readonly state: ReportedState; readonly atMs: number } | undefined;
	#peakBytes: number | undefined;
	#open: SampleRecord = emptyRecord();
	#reportsNoThermal = false;

	get peakBytes(): number | undefined {
		return this.#peakBytes;
	}

	join(hello: Hello): void {
		if (hello.process !== this.#process) this.#unused = hello;
		this.#process = hello.process;
	}

	read(state: ReportedState): void {
		this.#latest = { state, atMs: performance.now() };
		this.#open.states.push(stateAt(state, this.#latest.atMs - this.#open.startedAt));
		if (state.memoryBytes !== undefined) this.#peakBytes = Math.max(this.#peakBytes ?? 0, state.memoryBytes);
	}

	/** Starts the timeline of a sample. */
	watch(): WatchedSample {
		const record = emptyRecord();
		const fresh = this.#unused;
		this.#unused = undefined;
		this.#open = record;
		if (this.#latest !== undefined) {
			record.states.push(stateAt(this.#latest.state, this.#latest.atMs - record.startedAt));
		}
		return { timeline: () => timelineOf(record, fresh) };
	}

	addCounters(counters: JsonObject): void {
		this.#open.counters.push(counters);
	}

	addStray(): void {
		this.#open.strays += 1;
	}

	/** Marks the times of the current sample as not comparable. */
	doubtTimes(why: Message): void {
		this.#open.doubts.push(why);
	}

	/** Waits so many seconds (`30s`), or until the thermal status is nominal. */
	async coolDown(wanted: string, signal: AbortSignal | undefined, say: (line: string) => void): Promise<void> {
		if (wanted !== 'nominal') return await rest(Number.parseFloat(wanted) * 1000, signal);
		if (!(await this.#reportsThermal(signal, say))) return;
		const until = performance.now() + MAX_COOL_DOWN_MS;
		while (this.#thermal !== undefined && this.#thermal !== 'nominal' && signal?.aborted !== true) {
			if (performance.now() > until) {
				return say(`the thermal status is still ${this.#thermal} after ${MAX_COOL_DOWN_MS / 60_000} minutes: going on`);
			}
			await rest(POLL_MS, signal);
		}
	}

	async #reportsThermal(signal: AbortSignal | undefined, say: (line: string) => void): Promise<boolean> {
		const until = performance.now() + (this.#reportsNoThermal ? 0 : FIRST_STATUS_MS);
		while (this.#thermal === undefined && signal?.aborted !== true && performance.now() < until) {
			await rest(POLL_MS / 5, signal);
		}
		if (this.#thermal !== undefined || signal?.aborted === true) return this.#thermal !== undefined;
		if (!this.#reportsNoThermal) say('the app reports no thermal status: --cool-down nominal has nothing to wait for');
		this.#reportsNoThermal = true;
		return false;
	}

	get #thermal(): ReportedState['thermal'] {
		return this.#latest?.state.thermal;
	}
}

function emptyRecord(): SampleRecord {
	return { startedAt: performance.now(), states: [], counters: [], doubts: [], strays: 0 };
}

function timelineOf({ states, counters, doubts, strays }: SampleRecord, fresh: Hello | undefined): DeviceTimeline {
	const notComparable = distinct([...doubts, ...states.flatMap(doubtsOf)]);
	return {
		states,
		cold: fresh !== undefined,
		initMs: fresh?.initMs,
		...(counters.length > 0 && { counters }),
		...(notComparable.length > 0 && { notComparable }),
		...(strays > 0 && { strays }),
	};
}

function stateAt({ type: _, ...state }: ReportedState, atMs: number): DeviceState {
	return { atMs: Math.round(atMs), ...state };
}

/** Android's `light` is not noticeable to users. */
function doubtsOf({ thermal, powerSave, background }: DeviceState): readonly Message[] {
	const throttled = thermal !== undefined && thermal !== 'nominal' && thermal !== 'light';
	return [
		...(throttled ? [message('device.throttled', { status: thermal })] : []),
		...(powerSave === true ? [message('device.saved-power')] : []),
		...(background === true ? [message('device.in-background')] : []),
	];
}

/** An abort ends the rest: the next sample then does not start. */
async function rest(ms: number, signal: AbortSignal | undefined): Promise<void> {
	await sleep(ms, undefined, signal && { signal }).catch(() => undefined);
}
