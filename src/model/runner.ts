import { z } from 'zod';
import { parseAt } from '../base/border.ts';
import { ConfigError } from '../base/errors.ts';
import type { Said } from '../base/message.ts';
import { message } from '../base/message.ts';
import { nearestName } from '../text/nearest-name.ts';
import type { Completer, Sampler } from './completer.ts';
import type { Conversation, ConversationOptions } from './conversation.ts';
import type { DeviceIdentity, WatchedSample } from './device-timeline.ts';
import type { EngineIdentity, ModelIdentity } from './identity.ts';

/** What every runner is told. What only some honour, they declare as their own options. */
export interface LoadOptions {
	/** A path, or a name that the engine knows, as the runner documents; empty where nothing was named. */
	readonly model: string;
	readonly loadTimeoutMs?: number | undefined;
	/** What the probe of another target found: where this one would probe too, it takes the same, to be comparable. */
	readonly probedThreads?: ProbedThreads | undefined;
	readonly signal?: AbortSignal | undefined;
	readonly onProgress?: ((progress: LoadProgress) => void) | undefined;
}

/** What a probe of threads found. */
export type ProbedThreads = Pick<EngineIdentity, 'threads' | 'prefillThreads'>;

export interface LoadProgress {
	readonly stage: 'download' | 'load' | 'probe';
	/** Done and all of `unit`; `total` is absent when unknown. */
	readonly done: number;
	readonly total?: number;
	readonly unit: 'bytes' | 'fraction';
	/** Whom the load waits for without knowing how far they are, and how long at most, as words behind `waiting for`. */
	readonly waitsFor?: string;
}

/** A loaded model. Raw engines continue our rendered prompts; chat engines render and parse by themselves. */
export type LoadedModel = RawModel | ChatOnlyModel;

interface LoadedModelBase {
	readonly identity: ModelIdentity;
	readonly engine: EngineIdentity;
	/** What its engine samples by beside temperature and seed; absent: both. A run asks for no other, and records none. */
	readonly samplers?: readonly Sampler[] | undefined;
	/** The device that it runs on, where that is not this machine. */
	readonly host?: DeviceIdentity | undefined;
	/** Waited for before each sample, outside of its clocks: a device may have to cool down. */
	watchSample?(signal: AbortSignal | undefined): Promise<WatchedSample>;
	/**
	 * Asked behind each sample, before it counts, and however the run ends: gives whether it is known to be the model that was
	 * loaded, false where nobody can tell, and throws {@link EngineError} (`unconfirmed`) where it is another one: then all
	 * samples since it last was known are left unscored. Behind a sample a model may leave out what takes long to ask.
	 */
	confirm?(after: 'sample' | 'run'): Promise<boolean>;
	/** From the call to usable weights. */
	readonly loadMs: number;
	/** Highest resident set of the engine's process since load; absent when it cannot be told. */
	peakRssBytes(): Promise<number | undefined>;
	/** What came to put its measures in doubt since it was loaded, one line each. */
	doubts?(): readonly Said[];
	/** Ends the engine. Safe to call twice, and during a generation. */
	dispose(): Promise<void>;
}

/** A model that continues text: gemmark renders its prompts and reads what it writes. */
export interface RawModel extends LoadedModelBase {
	readonly kind: 'raw';
	readonly completer: Completer;
	/** Jinja source of the model file's own template. */
	readonly chatTemplate: string;
	readonly bosToken: string;
	readonly eosToken: string;
	/** Whether the file tells engines to put BOS before a prompt: gemmark does where the template prints none. */
	readonly addsBos?: boolean | undefined;
	/** Whether `grammar` of a request is obeyed. */
	readonly grammar: boolean;
	/** Tokens of a text, special ones as one, no BOS added. Absent: estimated, as it is of a runner of one's own, which is not asked. */
	countTokens?(text: string): Promise<number>;
}

/** A model behind an engine that renders prompts and parses calls by itself. */
export interface ChatOnlyModel extends LoadedModelBase {
	readonly kind: 'chat';
	/** Whether `thinking` of a conversation reaches the model. Absent: the engine has no such setting. */
	readonly thinking?: boolean | undefined;
	/** Whether a conversation can be opened with a history (absent: no). */
	readonly takesHistory?: boolean | undefined;
	/** Why tools never reach the model, where that is known: its template prints none, or its server takes none. */
	readonly unseenTools?: string | undefined;
	openConversation(options: ConversationOptions): Conversation;
}

/** A runner's name and what may be set in it. It can be known without importing the engine. */
export interface RunnerDeclaration<Options extends object = object> {
	/** Any word that no other runner has: what `--runner` and a config name. */
	readonly name: string;
	/** A zod object, one field for each option, with help texts by `describe`; flags and the check of a config derive from it. */
	readonly options: z.ZodType<Options>;
}

/** One engine. */
export interface Runner<Options extends object = object> extends RunnerDeclaration<Options> {
	/** `gguf-file`: gemmark finds or downloads the file and gives its path. `name`: the engine gets what was named. */
	readonly modelSource: 'gguf-file' | 'name';
	/**
	 * Throws, as `load` would, for what can be told without the engine: files that are not there, options that do not hold
	 * together. Called before the first of several targets is loaded.
	 */
	check?(options: LoadOptions & Options): void;
	/** Throws {@link EngineError}, {@link EnvironmentError}, or {@link UsageError} for options that do not hold together. */
	load(options: LoadOptions & Options): Promise<LoadedModel>;
}

/** JSON Schema of one option, with the texts and keys that its runner gave it by `describe` and `meta`. */
export type DeclaredOption = Readonly<Record<string, unknown>>;

/** The options of a runner by name, in the order they were declared. */
export function declaredOptions({ options }: RunnerDeclaration): ReadonlyMap<string, DeclaredOption> {
	const { properties = {} } = z.toJSONSchema(options, { io: 'input', unrepresentable: 'any' });
	return new Map(Object.entries(properties).map(([name, schema]) => [name, schema as DeclaredOption]));
}

/**
 * What somebody set in a runner, checked, defaults filled in. `source` is where they set it, such as a file; `beside` are
 * fields that may stand there too and are checked elsewhere. Throws {@link ConfigError} for an option that the runner does
 * not have, and for a value that the option cannot take.
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

/** Not left to the schema: a plain zod object would drop what it does not know. */
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
