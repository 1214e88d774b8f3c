import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '../../src/base/json.ts';
import { distinct, type Message, message } from '../../src/base/message.ts';
import type { DeviceState, DeviceTimeline, WatchedSample } from '../../src/model/device-timeline.ts';
import type { ExchangeLine } from './exchange.ts';
import type { FromApp, Hello, ReportedState, ToApp } from './protocol.ts';

const POLL_MS = 500;
/** A phone in the sun never becomes nominal. */
const MAX_COOL_DOWN_MS = 600_000;
/** Apps report their state about every second. */
const FIRST_STATUS_MS = 5000;

/** A state, and when it came. */
type Reported = ReportedState & { readonly at: number };

interface SampleRecord {
	/** First and last message about it, apart from states; absent: nothing was said. */
	startedAt?: number;
	lastAt?: number;
	readonly begunAt: number;
	states: Reported[];
	readonly counters: JsonObject[];
	readonly doubts: Message[];
	strays: number;
}

/** What is said and heard: the state of the device over the run, and what happened to it in the current sample. */
export class DeviceLog {
	readonly #record: ((line: ExchangeLine) => void) | undefined;
	#process: string | undefined;
	/** The hello of a process that has not answered a sample yet. */
	#unused: Hello | undefined;
	#latest: Reported | undefined;
	#peakBytes: number | undefined;
	#open: SampleRecord = emptyRecord();
	#reportsNoThermal = false;

	/** `record` receives every message but pings, as they come. */
	constructor(record?: (line: ExchangeLine) => void) {
		this.#record = record;
	}

	get peakBytes(): number | undefined {
		return this.#peakBytes;
	}

	/** The last state of this process, with the time from it to the last message. */
	get lastState(): (ReportedState & { readonly beforeMs: number }) | undefined {
		const { lastAt = 0 } = this.#open;
		return this.#latest && { ...this.#latest, beforeMs: Math.max(0, Math.round(lastAt - this.#latest.at)) };
	}

	/** `isNew`: its process has answered no sample yet. */
	join(hello: Hello, at: number = now(), isNew: boolean = hello.process !== this.#process): void {
		const time = new Date().toISOString();
		this.#record?.({ from: 'app', at, time, message: { ...hello, token: '' } });
		if (hello.process !== this.#process) this.#latest = undefined;
		if (isNew) this.#unused = hello;
		this.#process = hello.process;
	}

	/** Times of a sample begin with its first ask. */
	said(message: ToApp, at: number = now()): void {
		if (message.type === 'ping') return;
		this.#record?.({ from: 'gemmark', at, message });
		const record = this.#open;
		if (record.startedAt === undefined && (message.type === 'open' || message.type === 'ask')) {
			record.startedAt = at;
			record.states = this.#latest === undefined ? [] : [this.#latest];
		}
		record.lastAt = at;
	}

	heard(message: FromApp, at: number = now()): void {
		if (message.type === 'pong') return;
		this.#record?.({ from: 'app', at, message });
		if (message.type !== 'state') {
			this.#open.lastAt = at;
			return;
		}
		const { memoryBytes } = message;
		this.#latest = { ...message, at };
		this.#open.states.push(this.#latest);
		if (memoryBytes !== undefined) this.#peakBytes = Math.max(this.#peakBytes ?? 0, memoryBytes);
	}

	/** Starts the timeline of a sample. */
	watch(): WatchedSample {
		const record = emptyRecord(this.#latest);
		const fresh = this.#unused;
		this.#unused = undefined;
		this.#open = record;
		return {
			timeline: () => timelineOf(record, fresh),
			elapsedMs: () => (record.lastAt ?? 0) - (record.startedAt ?? 0),
		};
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
		return this.#latest?.thermal;
	}
}

/** As exact as it is written. */
function now(): number {
	return Math.round(performance.now() * 1000) / 1000;
}

function emptyRecord(latest?: Reported): SampleRecord {
	return { begunAt: now(), states: latest === undefined ? [] : [latest], counters: [], doubts: [], strays: 0 };
}

/** Without states after the answer, which came while gemmark was busy with it. */
function timelineOf(record: SampleRecord, fresh: Hello | undefined): DeviceTimeline {
	const { startedAt = record.begunAt, lastAt = Number.POSITIVE_INFINITY, counters, doubts, strays } = record;
	const states = record.states
		.filter(({ at }) => at <= lastAt)
		.map(({ at, type: _, ...state }): DeviceState => ({ atMs: Math.round(at - startedAt), ...state }));
	const notComparable = distinct([...doubts, ...states.flatMap(doubtsOf)]);
	return {
		states,
		cold: fresh !== undefined,
		initMs: fresh?.initMs,
		exit: fresh?.exit,
		...(counters.length > 0 && { counters }),
		...(notComparable.length > 0 && { notComparable }),
		...(strays > 0 && { strays }),
	};
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
