import { message, type Said } from '../base/message.ts';

/** Which weights ran. Unknown is absent. */
export interface ModelIdentity {
	/** Name for people: file name or served name. */
	readonly name: string;
	/** Name in the file's metadata. */
	readonly title?: string;
	readonly sizeBytes?: number;
	readonly sha256?: string;
	/** A server's hash of its model. Of Ollama: weights, template and parameters. */
	readonly digest?: string;
	/** Of the weights' path on a server, if `name` is only its last part. */
	readonly pathSha256?: string;
	readonly architecture?: string;
	/** `Q4_0`, `Q8_0`, `F16`, ... */
	readonly quantization?: string;
	readonly parameters?: number;
	readonly templateSha256?: string;
	/** Name of the chat template, if the file has several: `tool_use`. */
	readonly templateName?: string;
	/** True for the bundled miniature: every surface must say that its results say nothing about Gemma. */
	readonly miniature: boolean;
}

/** The engine and its setup. Runs that differ here may differ in output. */
export interface EngineIdentity {
	readonly runner: string;
	/** Absent if a captured run does not report it. */
	readonly version?: string;
	/** In effect. */
	readonly backend?: string;
	/** Asked for, where the engine does not say which one is in effect. */
	readonly requestedBackend?: string;
	/** Further settings that may change answers. */
	readonly options?: Readonly<Record<string, string | number | boolean>>;
	/** Level of requests: raw, rendered and parsed by the engine, or whole turns of an app's controller. */
	readonly api?: 'completion' | 'chat' | 'app';
	/** An app's name for itself on a device; at level `app` all that is known of the requests. */
	readonly app?: string;
	readonly threads?: number;
	/** Set if prefill has a thread count of its own. */
	readonly prefillThreads?: number;
	/** Origin of the thread count. */
	readonly threadsFrom?: 'probe' | 'option' | 'engine';
	readonly flashAttention?: boolean;
	/** Of keys and values: `f16`, `q8_0`, ... */
	readonly kvCacheType?: string;
	readonly contextSize?: number;
	readonly batchSize?: number;
	readonly promptCache?: boolean;
	/** Concurrent samples; absent: one. More change outputs and timings. */
	readonly sequences?: number;
	/** Processes with this model that samples are dealt to; absent: one. More change timings alone. */
	readonly processes?: number;
	/** True if timings are meaningless, as on a software GPU. */
	readonly timingsNotComparable?: Said;
}

/** An engine identity's part for concurrent samples, in one engine or in several processes; empty for one. */
export function samplesAtOnce(
	sequences = 1,
	processes = 1,
): Pick<EngineIdentity, 'sequences' | 'processes' | 'timingsNotComparable'> {
	if (processes > 1) return { processes, timingsNotComparable: message('run.processes-at-once', { n: processes }) };
	return sequences === 1 ? {} : { sequences, timingsNotComparable: message('run.samples-at-once', { n: sequences }) };
}

/** The engine's name for people: `llama-cpp 3.22.1`, or `llama-cpp 3.22.1 (cpu)`; known parts only. */
export function engineName({ runner, version }: EngineIdentity): string {
	return version === undefined ? runner : `${runner} ${version}`;
}

export function engineNameWithBackend(engine: EngineIdentity): string {
	return engine.backend === undefined ? engineName(engine) : `${engineName(engine)} (${engine.backend})`;
}
