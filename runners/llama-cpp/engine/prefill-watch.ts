/** Tokens a step on average, from which the speed of a prefill says something. */
const MIN_STEP_TOKENS = 16;
/** Share of the speed before at which prefill has fallen. */
const FALLEN = 0.5;
const FALLEN_IN_ROW = 3;

/** A prefill, as a generation had it. */
export interface Prefill {
	readonly tokens: number;
	/** In which they were evaluated. */
	readonly steps: number;
	readonly ms: number;
}

/** Speeds of prefill, tokens per second: of the generation that was too slow, and the best before. */
interface FallenSpeed {
	readonly speed: number;
	readonly before: number;
}

/**
 * Notices that prefill has become slow, as it does when another process takes a core: the threads of a step then wait for
 * the one that has none. Small steps are slower than large ones, so that each is compared with those of its size or less.
 */
export class PrefillWatch {
	/** Fastest so far, by the binary logarithm of the step's size. */
	#fastest: number[] = [];
	#fallen = 0;

	/** Starts anew after a probe, which may have measured steps of few tokens. */
	probed(tokensPerSecond = 0): void {
		this.#fastest = [tokensPerSecond];
		this.#fallen = 0;
	}

	/** Adds a generation's prefill; gives the speeds when so many in a row are below half of what was measured before. */
	note({ tokens, steps, ms }: Prefill): FallenSpeed | undefined {
		if (tokens < MIN_STEP_TOKENS * steps || ms === 0) return undefined;
		const speed = (1000 * tokens) / ms;
		const size = Math.floor(Math.log2(tokens / steps));
		const before = Math.max(0, ...this.#fastest.slice(0, size + 1).filter((known) => known !== undefined));
		if (speed >= FALLEN * before) {
			this.#fastest[size] = Math.max(this.#fastest[size] ?? 0, speed);
			this.#fallen = 0;
			return undefined;
		}
		this.#fallen++;
		return this.#fallen < FALLEN_IN_ROW ? undefined : { speed: Math.round(speed), before: Math.round(before) };
	}
}
