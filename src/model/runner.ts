import { z } from 'zod';
import { parseAt } from '../base/border.ts';
import { ConfigError, UsageError } from '../base/errors.ts';
import type { Said } from '../base/message.ts';
import { message } from '../base/message.ts';
import { nearestName } from '../text/nearest-name.ts';
import type { Completer, Sampler } from './completer.ts';
import type { Conversation, ConversationOptions } from './conversation.ts';
import type { DeviceIdentity, WatchedSample } from './device-timeline.ts';
import type { EngineIdentity, ModelIdentity } from './identity.ts';

/** Options of every runner. Options that only some support are declared by the runner. */
export interface LoadOptions {
	/** A path, or a name that the engine knows; empty if none was given. */
	readonly model: string;
	readonly loadTimeoutMs?: number;
	/** Result of another target's probe, used instead of probing, so that targets are comparable. */
	readonly probedThreads?: ProbedThreads;
	/** Processes with this model at once (default 1): each takes its share of the cores. */
	readonly processes?: number;
	/**
	 * `evaluate`: a prompt that comes again is evaluated again after what it shares with others, so that every sample has a
	 * time to first token. `reuse` (default): it is not, where the engine can. Outputs are the same.
	 */
	readonly repeats?: 'evaluate' | 'reuse';
	/** What earlier loads found out. A runner that finds there what a load says need not start its engine before the first request. */
	readonly kept?: KeptFacts;
	/** What is asked, for a runner that records it. */
	readonly run?: { readonly suites: string[] };
	readonly signal?: AbortSignal;
	readonly onProgress?: (progress: LoadProgress) => void;
}

/** Most processes with one model. */
export interface ProcessRoom {
	readonly cores: number;
	readonly memory: number;
	/** How many are worth it where nobody asked for a number. */
	readonly usual: number;
}

/** JSON texts by key, kept between processes. */
export interface KeptFacts {
	get(key: string): string | undefined;
	put(key: string, fact: string): void;
	drop(key: string): void;
}

/** Result of a thread probe. */
export type ProbedThreads = Pick<EngineIdentity, 'threads' | 'prefillThreads'>;

export interface LoadProgress {
	readonly stage: 'download' | 'load' | 'probe';
	/** Done and total in `unit`; unknown is absent. */
	readonly done: number;
	readonly total?: number;
	readonly unit: 'bytes' | 'fraction';
	/** What the load waits for without known progress, and its limit, as words after `waiting for`. */
	readonly waitsFor?: string;
}

/** A loaded model. Raw engines continue our rendered prompts; chat engines render and parse by themselves. */
export type LoadedModel = RawModel | ChatOnlyModel;

interface LoadedModelBase {
	readonly identity: ModelIdentity;
	readonly engine: EngineIdentity;
	/** Sampling options besides temperature and seed; absent: both. A run neither requests nor records others. */
	readonly samplers?: readonly Sampler[];
	/** The device that it runs on, if not this machine. */
	readonly host?: DeviceIdentity;
	/** Awaited before each sample, by its key, outside of its clocks: a device may have to cool down. */
	watchSample?(signal: AbortSignal | undefined, sample?: string): Promise<WatchedSample>;
	/**
	 * Called after each sample and at the run's end. Returns true if the loaded model is confirmed, false if unknown;
	 * throws {@link EngineError} (`unconfirmed`) if it is another one, and samples since the last confirmation become
	 * unscored. After a sample, a slow check may be skipped, and `cut` has the sample asked again.
	 */
	confirm?(after: 'sample' | 'run'): Promise<boolean>;
	/** The same model in further processes, which samples are dealt to. */
	readonly others?: readonly LoadedModel[];
	/** From the call to usable weights; absent where no engine was started. */
	readonly loadMs?: number;
	/** Highest resident set of the engine's process since load; absent if unknown, or if none was started. */
	peakRssBytes(): Promise<number | undefined>;
	/** Reasons to doubt measurements since the load, one line each. */
	doubts?(): readonly Said[];
	/** Ends the engine. Safe to call twice, and during a generation. */
	dispose(): Promise<void>;
}

/** A model that continues text: gemmark renders its prompts and parses its output. */
export interface RawModel extends LoadedModelBase {
	readonly kind: 'raw';
	readonly completer: Completer;
	/** Jinja source of the model file's own template. */
	readonly chatTemplate: string;
	readonly bosToken: string;
	readonly eosToken: string;
	/** Whether the file requests BOS before a prompt; gemmark adds it if the template prints none. */
	readonly addsBos?: boolean;
	/** Whether a request's `grammar` is enforced. */
	readonly grammar: boolean;
	/** Whether the same request gives the same answer, to the last bit, whatever was asked before (default: no). */
	readonly repeatable?: boolean;
	/** Tokens of a text; a special token counts as one, no BOS is added. Absent: estimated. */
	countTokens?(text: string): Promise<number>;
}

/** An engine that renders prompts and parses calls by itself. */
export interface ChatOnlyModel extends LoadedModelBase {
	readonly kind: 'chat';
	/** Whether a conversation's `thinking` reaches the model. Absent: the engine has no such setting. */
	readonly thinking?: boolean;
	/** Whether a conversation can be opened with a history (absent: no). */
	readonly takesHistory?: boolean;
	/** Why tools never reach the model, if known: the template prints none, or the server takes none. */
	readonly unseenTools?: string;
	/** By which LiteRT-LM renders. */
	readonly litertTemplate?: string;
	openConversation(options: ConversationOptions): Conversation;
}

/** A runner's name and options, known without importing the engine. */
export interface RunnerDeclaration<Options extends object = object> {
	/** A unique word: the value of `--runner` and `runner` in a config. */
	readonly name: string;
	/** A zod object with a field per option, described by `describe`; flags and the config's schema derive from it. */
	readonly options: z.ZodType<Options>;
}

/** An engine. */
export interface Runner<Options extends object = object> extends RunnerDeclaration<Options> {
	/** `gguf-file`: gemmark finds or downloads the file and passes its path. `name`: passed unchanged. */
	readonly modelSource: 'gguf-file' | 'name';
	/** Largest `topK` that the engine samples from. Absent: any. */
	readonly maxTopK?: number;
	/**
	 * Throws, as `load` would, what can be known without the engine: missing files, contradictory options. Called before
	 * the first of several targets is loaded.
	 */
	check?(options: LoadOptions & Options): void;
	/** For how many processes with this model the machine has room. Absent: the engine is not a process of this machine. */
	room?(options: LoadOptions & Options): ProcessRoom;
	/** Throws {@link EngineError}, {@link EnvironmentError}, or {@link UsageError} for contradictory options. */
	load(options: LoadOptions & Options): Promise<LoadedModel>;
}

/** Types of cached keys and values that llama.cpp has, native and in a browser, by bits per value. */
export const KV_CACHE_TYPES = ['f32', 'f16', 'q8_0', 'q5_1', 'q5_0', 'q4_1', 'q4_0'] as const;
export type KvCacheType = (typeof KV_CACHE_TYPES)[number];

/** llama.cpp computes with quantized values only in flash attention. Throws {@link UsageError}. */
export function requireFlashAttention(options: {
	readonly kvCacheType?: KvCacheType;
	readonly flashAttention?: boolean;
}): void {
	const { kvCacheType: type = 'f16', flashAttention = false } = options;
	if (!flashAttention && type.startsWith('q')) throw new UsageError(message('engine.kv-flash-attention', { type }));
}

/** JSON Schema of an option, with its `describe` and `meta`. */
export type DeclaredOption = Readonly<Record<string, unknown>>;

/** A runner's options by name, in declared order. */
export function declaredOptions({ options }: RunnerDeclaration): ReadonlyMap<string, DeclaredOption> {
	const { properties = {} } = z.toJSONSchema(options, { io: 'input', unrepresentable: 'any' });
	return new Map(Object.entries(properties).map(([name, schema]) => [name, schema as DeclaredOption]));
}

/**
 * Validates options of a runner and fills in defaults. `source`: where they were set, such as a file; `beside`: fields
 * next to them that are validated elsewhere. Throws {@link ConfigError} for an unknown option or an invalid value.
 */
export function parseRunnerOptions<Options extends object>(
	runner: RunnerDeclaration<Options>,
	values: unknown,
	source: string,
	beside: readonly string[] = [],
): Options {
	refuseUnknown(runner, values, source, beside);
	const parsed = parseAt(runner.options, values);
	if ('value' in parsed) return parsed.value;
	throw new ConfigError(
		message('config.runner-option', { source, ...parsed, field: parsed.field || undefined, runner: runner.name }),
	);
}

/** A plain zod object would drop unknown fields. */
function refuseUnknown(runner: RunnerDeclaration, values: unknown, source: string, beside: readonly string[]): void {
	if (typeof values !== 'object' || values === null) return;
	const names = [...beside, ...declaredOptions(runner).keys()];
	const unknown = Object.keys(values).find((name) => !names.includes(name));
	if (unknown === undefined) return;
	throw new ConfigError(
		message('config.runner-option-unknown', {
			source,
			option: unknown,
			runner: runner.name,
			near: nearestName(unknown, names),
			names: names.length === 0 ? 'none' : names,
		}),
	);
}
