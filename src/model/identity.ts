import { z } from 'zod';
import { amount, finite, flag, type Parsed, said, text, whole } from '../base/border.ts';
import { message } from '../base/message.ts';

/** Which weights ran. Unknown is absent. */
export interface ModelIdentity extends Parsed<typeof modelIdentity> {}

export const modelIdentity = z.object({
	/** Name for people: file name or served name. */
	name: text,
	/** Name in the file's metadata. */
	title: text.optional(),
	sizeBytes: amount.optional(),
	sha256: text.optional(),
	/** A server's hash of its model. Of Ollama: weights, template and parameters. */
	digest: text.optional(),
	/** Of the weights' path on a server, if `name` is only its last part. */
	pathSha256: text.optional(),
	architecture: text.optional(),
	/** `Q4_0`, `Q8_0`, `F16`, ... */
	quantization: text.optional(),
	parameters: amount.optional(),
	templateSha256: text.optional(),
	/** Weights added to the model's at load (LoRA). */
	adapter: z
		.looseObject({ name: text, sha256: text.optional(), pathSha256: text.optional(), scale: finite.optional() })
		.optional(),
	/** Name of the chat template, if the file has several: `tool_use`. */
	templateName: text.optional(),
	/** True for the bundled miniature: every surface must say that its results say nothing about Gemma. */
	miniature: flag,
});

/** The engine and its setup. Runs that differ here may differ in output. */
export interface EngineIdentity extends Parsed<typeof engineIdentity> {}

const many = whole.min(1).optional();

export const engineIdentity = z.object({
	runner: text,
	/** Absent if a captured run does not report it. */
	version: text.optional(),
	/** In effect. */
	backend: text.optional(),
	/** Asked for, where the engine does not say which one is in effect. */
	requestedBackend: text.optional(),
	/** Further settings that may change answers. */
	options: z.record(text, z.union([text, finite, flag])).optional(),
	/** Level of requests: raw, rendered and parsed by the engine, or whole turns of an app's controller. */
	api: z.enum(['completion', 'chat', 'app']).optional(),
	/** An app's name for itself on a device; at level `app` all that is known of the requests. */
	app: text.optional(),
	threads: amount.optional(),
	/** Set if prefill has a thread count of its own. */
	prefillThreads: amount.optional(),
	/** Origin of the thread count. */
	threadsFrom: z.enum(['probe', 'option', 'engine']).optional(),
	flashAttention: flag.optional(),
	/** Of keys and values: `f16`, `q8_0`, ... */
	kvCacheType: text.optional(),
	contextSize: amount.optional(),
	batchSize: amount.optional(),
	promptCache: flag.optional(),
	/** Concurrent samples; absent: one. More change outputs and timings. */
	sequences: many,
	/** Processes with this model that samples are dealt to; absent: one. More change timings alone. */
	processes: many,
	/** Set if timings are meaningless, as on a software GPU: why. */
	timingsNotComparable: said.optional(),
});

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
