import { type Distribution, distribution, quantile } from '../stats/distribution.ts';

/** Token counts of a fixed-length run. */
export interface SpeedLengths {
	readonly promptTokens: number;
	readonly outputTokens: number;
	readonly depth: number;
}

/** Times of the tokens of one fixed-length run, milliseconds from its start. */
export interface SpeedRun {
	readonly tokenAtMs: readonly number[];
	readonly totalMs: number;
	/** From the call to usable weights, where the run came right after a load. */
	readonly loadMs?: number;
}

/** What was measured, in llama-bench's column names. Unknown is absent. */
export interface SpeedSubject {
	/** Engine and its version. */
	readonly build_commit?: string;
	readonly cpu_info?: string;
	readonly backends?: string;
	readonly model_filename: string;
	readonly model_type?: string;
	/** Bytes of the file. */
	readonly model_size?: number;
	readonly model_n_params?: number;
	readonly n_batch?: number;
	readonly n_threads?: number;
	readonly flash_attn?: boolean;
}

/**
 * A row under llama-bench's column names, followed by what it does not measure. `warm`: the same work was done before, as
 * llama-bench does it. `cold`: each repetition in a fresh process, right after the load; the page cache may be warm.
 */
export interface SpeedRow extends SpeedSubject {
	readonly n_prompt: number;
	readonly n_gen: number;
	readonly n_depth: number;
	/** ISO 8601. */
	readonly test_time: string;
	readonly avg_ns: number;
	/** Sample standard deviation; absent for a single repetition. */
	readonly stddev_ns?: number;
	/** Tokens per second, prompt and output together. */
	readonly avg_ts: number;
	readonly stddev_ts?: number;
	readonly samples_ns: readonly number[];
	readonly samples_ts: readonly number[];
	readonly state: 'cold' | 'warm';
	/** Milliseconds to the first output token; only where there is a prompt and an output. */
	readonly ttft_ms?: Distribution;
	/** Milliseconds between output tokens. */
	readonly itl_ms?: Distribution;
	readonly load_ms?: Distribution;
}

/** Summarises the repetitions of one test, at least one. */
export function speedRow(
	subject: SpeedSubject,
	lengths: SpeedLengths,
	state: SpeedRow['state'],
	runs: readonly SpeedRun[],
	testTime: string,
): SpeedRow {
	const { promptTokens, outputTokens, depth } = lengths;
	const nanoseconds = runs.map(({ totalMs }) => Math.round(totalMs * 1e6));
	const speeds = nanoseconds.map((ns) => ((promptTokens + outputTokens) / ns) * 1e9);
	const time = distribution(nanoseconds);
	const speed = distribution(speeds);
	if (time.mean === undefined || speed.mean === undefined) throw new RangeError('a test without repetitions');
	const gaps = runs.flatMap(({ tokenAtMs }) => tokenAtMs.slice(1).map((at, index) => at - (tokenAtMs[index] ?? at)));
	const loads = runs.flatMap(({ loadMs }) => loadMs ?? []);
	const firsts = promptTokens > 0 ? runs.flatMap(({ tokenAtMs }) => tokenAtMs[0] ?? []) : [];
	return {
		...subject,
		n_prompt: promptTokens,
		n_gen: outputTokens,
		n_depth: depth,
		test_time: testTime,
		avg_ns: Math.round(time.mean),
		stddev_ns: time.sd === undefined ? undefined : Math.round(time.sd),
		avg_ts: speed.mean,
		stddev_ts: speed.sd,
		samples_ns: nanoseconds,
		samples_ts: speeds,
		state,
		...(firsts.length === 0 ? {} : { ttft_ms: distribution(firsts) }),
		...(gaps.length === 0 ? {} : { itl_ms: distribution(gaps) }),
		...(loads.length === 0 ? {} : { load_ms: distribution(loads) }),
	};
}

/** Name of a test as llama-bench prints it: `pp512`, `tg128 @ d256`, `pp512+tg128`. */
export function testName({ n_prompt, n_gen, n_depth }: Pick<SpeedRow, 'n_prompt' | 'n_gen' | 'n_depth'>): string {
	const parts = [...(n_prompt > 0 ? [`pp${n_prompt}`] : []), ...(n_gen > 0 ? [`tg${n_gen}`] : [])];
	return `${parts.join('+')}${n_depth > 0 ? ` @ d${n_depth}` : ''}`;
}

/** Two ways of doing the same work, measured alternately so that both meet the same machine. */
export interface SideBySide {
	/** Turns. */
	readonly n: number;
	/** Medians in the measured unit. */
	readonly first: number;
	readonly second: number;
	/** Median over the turns of second by first. */
	readonly ratio: number;
	/** Its 95 % interval by order statistics; absent for fewer than six turns. */
	readonly interval?: readonly [number, number];
}

/** Compares turn by turn: lists of equal length, at least one turn. */
export function sideBySide(first: readonly number[], second: readonly number[]): SideBySide {
	const ratios = Float64Array.from(second, (value, turn) => value / (first[turn] ?? Number.NaN)).sort();
	const interval = medianInterval(ratios);
	return {
		n: ratios.length,
		first: quantile(Float64Array.from(first).sort(), 0.5),
		second: quantile(Float64Array.from(second).sort(), 0.5),
		ratio: quantile(ratios, 0.5),
		interval,
	};
}

/** Order statistics that contain the median with at least 95 %, by the binomial distribution of n fair coins. */
function medianInterval(sorted: Float64Array): readonly [number, number] | undefined {
	const n = sorted.length;
	let tail = 0.5 ** n;
	let term = tail;
	let rank = 0;
	while (tail <= 0.025 && rank < n / 2) {
		rank += 1;
		term *= (n - rank + 1) / rank;
		tail += term;
	}
	const low = sorted[rank - 1];
	const high = sorted[n - rank];
	return low === undefined || high === undefined ? undefined : [low, high];
}
