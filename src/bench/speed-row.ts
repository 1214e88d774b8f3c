import { type Distribution, distribution } from '../stats/distribution.ts';

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
	/** Tokens per second of output alone where each is evaluated with its logits and none is chosen: llama-bench's `tg`. */
	readonly decode_ts?: Distribution;
}

/** Summarises the repetitions of one test, at least one. */
export function speedRow(
	subject: SpeedSubject,
	lengths: SpeedLengths,
	state: SpeedRow['state'],
	runs: readonly SpeedRun[],
	testTime: string,
	decoded: readonly SpeedRun[] = [],
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
		...(decoded.length > 0 && {
			decode_ts: distribution(decoded.map(({ totalMs }) => (outputTokens / totalMs) * 1000)),
		}),
	};
}

/** Name of a test as llama-bench prints it: `pp512`, `tg128 @ d256`, `pp512+tg128`. */
export function testName({ n_prompt, n_gen, n_depth }: Pick<SpeedRow, 'n_prompt' | 'n_gen' | 'n_depth'>): string {
	const parts = [...(n_prompt > 0 ? [`pp${n_prompt}`] : []), ...(n_gen > 0 ? [`tg${n_gen}`] : [])];
	return `${parts.join('+')}${n_depth > 0 ? ` @ d${n_depth}` : ''}`;
}
