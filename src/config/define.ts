import type { JsonObject } from '../base/json.ts';
import type { PrefixPolicy } from '../chat/turn-loop.ts';
import type { AppUnderTest, TimeBudget } from '../eval/app.ts';
import type { SuiteDefinition } from '../eval/define/define-suite.ts';
import type { PolicyChoice, WrittenSettings } from '../eval/settings.ts';
import type { McpServers } from '../mcp/config.ts';
import type { KvCacheType, Runner } from '../model/runner.ts';
import type { Margins } from '../summary/compare/answer.ts';
import { givenOptions } from '../text/given-options.ts';
import type { FailureForm, ToolDefinition } from '../tool/tool.ts';

/**
 * Content of `gemmark.config.*`. Defaults: the habit coach, its suites, the bundled model and the defaults of `gemmark run`.
 * Paths are relative to the config's folder.
 */
export interface Config extends ConfigSettings {
	readonly app?: AppConfig | AppUnderTest;
	readonly suites?: readonly (DeclaredSuite | SuiteDefinition)[];
	readonly targets?: readonly TargetConfig[];
	/** What `gemmark sweep` tries. */
	readonly sweep?: SweepConfig;
	/** How runs are compared. */
	readonly compare?: { readonly margin?: Margins };
	/** Whether files may be outside the config's folder. */
	readonly allowOutside?: boolean;
}

/** Settings of `gemmark run`; a flag overrides each. */
export interface ConfigSettings extends WrittenSettings {
	/** Gate file. */
	readonly gate?: string;
	/** Run that the gate compares with. */
	readonly baseline?: string;
	/** Folder of the run. */
	readonly out?: string;
	readonly lang?: 'en' | 'ko';
}

/** Language of the text rules; `any`: rules without a word list. */
export type AppLanguage = 'ko' | 'en' | 'any';

/** An app without code. A string is a file; `system` may also be the text itself. */
export interface AppConfig {
	readonly name: string;
	/** `unversioned` where absent. */
	readonly version?: string;
	/** `any` where absent. */
	readonly language?: AppLanguage;
	readonly system: string;
	/** `seed-004`: the model reads failures of all tools in the form of MCP hosts. */
	readonly failureForm?: FailureForm;
	/** OpenAI functions, an MCP `tools/list` result, BFCL's form, or tools with handlers (`defineTool`). */
	readonly tools?: string | readonly (ToolDefinition<undefined> | JsonObject)[] | JsonObject;
	/** Canned results by tool and arguments. */
	readonly answers?: string | JsonObject;
	/** MCP servers with tools of the app, in the form of other hosts. They run during the run. */
	readonly mcpServers?: McpServers;
	/** Or a file: `{ "mcpServers": { ... } }`. */
	readonly mcp?: string | { readonly mcpServers: McpServers };
	/** Initial state of every sample; without code it never changes. */
	readonly state?: string | JsonObject;
	/** The engine that the app ships with, such as `flutter-gemma`; reports then say what it makes of the calls. */
	readonly engine?: string;
	/** Time limits that reports check. */
	readonly budgets?: readonly TimeBudget[];
	/** Tools that need the user's confirmation. */
	readonly destructive?: readonly string[];
	/** Tools of `tools` that the app under test does not have; their schemas are not read. */
	readonly excludeTools?: readonly string[];
}

/** A suite by its kind, which checks all other fields. */
export interface DeclaredSuite {
	readonly kind: string;
	readonly [field: string]: unknown;
}

/** A model and its runner, which checks all other fields. */
export interface TargetConfig {
	readonly runner?: string | Runner;
	readonly model?: string;
	/** Name for `--target` and reports. */
	readonly name?: string;
	/** Of a checkpoint: its step in training. */
	readonly step?: number;
	readonly [option: string]: unknown;
}

/** Values along which the builds of a sweep differ; a flag of `gemmark sweep` overrides each. */
export interface SweepConfig {
	/** Paths, `hf:` references or served names. */
	readonly model?: readonly string[];
	/** Names of runners; an http address is a server of the runner openai. */
	readonly runner?: readonly string[];
	readonly threads?: readonly number[];
	/** Types of cached keys and values. */
	readonly kv?: readonly KvCacheType[];
	/** Context sizes, tokens. */
	readonly context?: readonly number[];
	readonly flashAttention?: readonly boolean[];
	/** Further cells, each a target. */
	readonly targets?: readonly TargetConfig[];
	/** `90s`, `30m` or `2h`. */
	readonly budget?: string;
	/** Peak memory of a cell: `900MB` or `1.5GB`. */
	readonly maxMemory?: string;
	/** Typical turn: `800ms` or `5s`. */
	readonly maxTurn?: string;
}

/** Types a config for editors; returns it unchanged. */
export function defineConfig(config: Config): Config {
	return config;
}

/** Defines an app with code. `version` is `unversioned` by default. */
export function defineApp(app: Omit<AppUnderTest, 'version'> & { readonly version?: string }): AppUnderTest {
	givenOptions(app, 'defineApp');
	// Bound: it may be an instance of a class.
	const close = typeof app.close === 'function' ? () => app.close?.() : app.close;
	return { version: 'unversioned', ...app, open: () => app.open(), close };
}

/** The run of a `from:` policy. */
export function policyRun(policy: PolicyChoice): string | undefined {
	return policy === 'push' || policy === 'discard' ? undefined : policy.slice(FROM.length);
}

/** A config's policy, with its run's path resolved by `pathOf`. */
export function policyWithin(
	policy: PolicyChoice | { readonly from: string },
	pathOf: (run: string) => string,
): PolicyChoice {
	const run = typeof policy === 'string' ? policyRun(policy) : policy.from;
	if (run === undefined) return policy as PrefixPolicy;
	return `${FROM}${pathOf(run)}`;
}

export function isPolicyChoice(text: string): text is PolicyChoice {
	return text === 'push' || text === 'discard' || (text.startsWith(FROM) && text.slice(FROM.length).trim() !== '');
}

const FROM = 'from:';
