import type { GenerationTimings } from '../generation.ts';
import { quoted } from './told-events.ts';

/** gemmark's own clock of one generation, against which the times are held that its engine tells. */
export class OwnClock {
	readonly #startedAt: number = performance.now();
	#nowMs = 0;
	#waitedMs = 0;
	#contradiction: string | undefined;
	#first: Arrival | undefined;
	#last: Arrival | undefined;

	/** When the last event came, milliseconds since the generation was asked for. */
	get nowMs(): number {
		return this.#nowMs;
	}

	/** Since the generation was asked for. */
	get elapsedMs(): number {
		return performance.now() - this.#startedAt;
	}

	/** The events as they come. What their reader does between two of them is no waiting for the engine. */
	async *watch<Event>(events: AsyncIterable<Event>): AsyncGenerator<Event, void, undefined> {
		let askedMs = 0;
		for await (const event of events) {
			this.#nowMs = this.elapsedMs;
			this.#waitedMs += this.#nowMs - askedMs;
			yield event;
			askedMs = this.elapsedMs;
		}
	}

	/** The time of what just came, as {@link held}. */
	arrived(atMs: unknown): number {
		const toldMs = this.held(atMs);
		this.#last = { toldMs, waitedMs: this.#waitedMs };
		this.#first ??= this.#last;
		return toldMs;
	}

	/** A time that was told so far; our own where it is none, or lies ahead. */
	held(atMs: unknown): number {
		if (typeof atMs === 'number' && atMs >= 0 && atMs <= this.#nowMs + TOLERANCE_MS) return atMs;
		this.#contradiction ??= this.#against(atMs, 'atMs');
		return this.#nowMs;
	}

	/** Why nothing can be held of an engine's times, in words; absent where they can be. */
	contradictionOf(totalMs: unknown, refusedMs: number): string | undefined {
		if (this.#contradiction !== undefined) return this.#contradiction;
		const isTime = typeof totalMs === 'number' && totalMs >= 0 && totalMs <= this.#nowMs + TOLERANCE_MS;
		if (!isTime || totalMs < leastOf(this.#waitedMs - refusedMs)) return this.#against(totalMs, 'totalMs');
		const [first, last] = [this.#first, this.#last];
		if (first === undefined || last === undefined) return undefined;
		const [toldMs, waitedMs] = [last.toldMs - first.toldMs, last.waitedMs - first.waitedMs];
		// A clock that runs backwards is told as that.
		if (toldMs < 0 || toldMs >= leastOf(waitedMs)) return undefined;
		return `its first and last words ${Number(toldMs.toPrecision(3))} ms apart where gemmark's own clock has ${Math.round(waitedMs)} ms`;
	}

	/** What a server did not take at first, as far as it can be. */
	refused(told: GenerationTimings['refused']): GenerationTimings['refused'] {
		const { attempts, ms } = told ?? { attempts: 0, ms: 0 };
		const isTime = typeof ms === 'number' && ms >= 0 && ms <= this.#nowMs;
		return isTime && Number.isSafeInteger(attempts) && attempts > 0 ? { attempts, ms } : undefined;
	}

	#against(told: unknown, name: string): string {
		return `${typeof told === 'number' ? Number(told.toPrecision(3)) : quoted(told)} ms of ${name} where gemmark's own clock has ${Math.round(this.#nowMs)} ms`;
	}
}

/** When something came: as it is told, and how long it was waited for. */
interface Arrival {
	readonly toldMs: number;
	readonly waitedMs: number;
}

/** As of an app on a device: a clock may run so much faster than ours, and an event may have waited. */
const TOLERANCE_MS = 50;

/**
 * What another clock must have of our wait: what is made elsewhere may have been on its way longer than it took, on a machine
 * that is busy.
 */
function leastOf(waitedMs: number): number {
	return (waitedMs - ON_ITS_WAY_MS) / 4;
}

const ON_ITS_WAY_MS = 10;
