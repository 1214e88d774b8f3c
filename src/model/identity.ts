import { message, type Said } from '../base/message.ts';

/** Which weights ran. Unknown is absent. */
export interface ModelIdentity {
	/** Name a person recognises: file name or served name. */
	readonly name: string;
	/** Name from the file's own metadata. */
	readonly title?: string;
	readonly sizeBytes?: number;
	readonly sha256?: string;
	/** A server's own hash of what it has under the name. Of Ollama: weights, template and parameters. */
	readonly digest?: string;
	/** Of the path under which a server has the weights, where `name` is its last part alone: two of them may end alike. */
	readonly pathSha256?: string;
	readonly architecture?: string;
	/** `Q4_0`, `Q8_0`, `F16`, ... */
	readonly quantization?: string;
	readonly parameters?: number;
	readonly templateSha256?: string;
	/** Name of the chat template among those of its file, where there are several: `tool_use`. */
	readonly templateName?: string | undefined;
	/** True for the bundled miniature: every surface must then say that the verdict is not Gemma's. */
	readonly miniature: boolean;
}

/** What ran them, and how. Two runs that differ here may differ in output. */
export interface EngineIdentity {
	readonly runner: string;
	/** Absent where a captured run does not tell. */
	readonly version?: string;
	readonly backend?: string;
	/** How a server or an app was asked: raw, with its own rendering and reading, or for whole turns of its own controller. */
	readonly api?: 'completion' | 'chat' | 'app';
	/** What the app on a device calls itself: at level `app` all that is known of what was asked. */
	readonly app?: string | undefined;
	readonly threads?: number;
	/** Where many tokens at once have a number of their own. */
	readonly prefillThreads?: number;
	/** How the thread count came about. */
	readonly threadsFrom?: 'probe' | 'option' | 'engine';
	readonly flashAttention?: boolean;
	readonly contextSize?: number;
	readonly batchSize?: number;
	readonly promptCache?: boolean;
	/** Samples evaluated at once. Absent: one. More change the numbers, and every timing. */
	readonly sequences?: number;
	/** True where timings say nothing, as on a software GPU. */
	readonly timingsNotComparable?: Said;
}

/** What an engine's identity says of samples evaluated at once; nothing where it is one. */
export function samplesAtOnce(sequences = 1): Pick<EngineIdentity, 'sequences' | 'timingsNotComparable'> {
	return sequences === 1 ? {} : { sequences, timingsNotComparable: message('run.samples-at-once', { n: sequences }) };
}

/** The engine as people name it: `llama-cpp 3.22.1`, with what it runs on `llama-cpp 3.22.1 (cpu)`; what is known of it. */
export function engineName({ runner, version }: EngineIdentity): string {
	return version === undefined ? runner : `${runner} ${version}`;
}

export function engineNameWithBackend(engine: EngineIdentity): string {
	return engine.backend === undefined ? engineName(engine) : `${engineName(engine)} (${engine.backend})`;
}
