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
	readonly app?: AppConfig | AppUnderTest | undefined;
	readonly suites?: readonly (DeclaredSuite | SuiteDefinition)[] | undefined;
	readonly targets?: readonly TargetConfig[] | undefined;
	/** What `gemmark sweep` tries. */
	readonly sweep?: SweepConfig | undefined;
	/** How runs are compared. */
	readonly compare?: { readonly margin?: Margins | undefined } | undefined;
	/** Whether files may be outside the config's folder. */
	readonly allowOutside?: boolean | undefined;
}

/** Settings of `gemmark run`; a flag overrides each. */
export interface ConfigSettings extends WrittenSettings {
	/** Gate file. */
	readonly gate?: string | undefined;
	/** Run that the gate compares with. */
	readonly baseline?: string | undefined;
	/** Folder of the run. */
	readonly out?: string | undefined;
	readonly lang?: 'en' | 'ko' | undefined;
}

/** Language of the text rules; `any`: rules without a word list. */
export type AppLanguage = 'ko' | 'en' | 'any';

/** An app without code. A string is a file; `system` may also be the text itself. */
export interface AppConfig {
	readonly name: string;
	/** `unversioned` where absent. */
	readonly version?: string | undefined;
	/** `any` where absent. */
	readonly language?: AppLanguage | undefined;
	readonly system: string;
	/** `seed-004`: the model reads failures of all tools in the form of MCP hosts. */
	readonly failureForm?: FailureForm | undefined;
	/** OpenAI functions, an MCP `tools/list` result, BFCL's form, or tools with handlers (`defineTool`). */
	readonly tools?: string | readonly (ToolDefinition<undefined> | JsonObject)[] | JsonObject | undefined;
	/** Canned results by tool and arguments. */
	readonly answers?: string | JsonObject | undefined;
	/** MCP servers with tools of the app, in the form of other hosts. They run during the run. */
	readonly mcpServers?: McpServers | undefined;
	/** Or a file: `{ "mcpServers": { ... } }`. */
	readonly mcp?: string | { readonly mcpServers: McpServers } | undefined;
	/** Initial state of every sample; without code it never changes. */
	readonly state?: string | JsonObject | undefined;
	/** The engine that the app ships with, such as `flutter-gemma`; reports then say what it makes of the calls. */
	readonly engine?: string | undefined;
	/** Time limits that reports check. */
	readonly budgets?: readonly TimeBudget[] | undefined;
	/** Tools that need the user's confirmation. */
	readonly destructive?: readonly string[] | undefined;
	/** Tools of `tools` that the app under test does not have; their schemas are not read. */
	readonly excludeTools?: readonly string[] | undefined;
}

/** A suite by its kind, which checks all other fields. */
export interface DeclaredSuite {
	readonly kind: string;
	readonly [field: string]: unknown;
}

/** A model and its runner, which checks all other fields. */
export interface TargetConfig {
	readonly runner?: string | Runner | undefined;
	readonly model?: string | undefined;
	/** Name for `--target` and reports. */
	readonly name?: string | undefined;
	readonly [option: string]: unknown;
}

/** Values along which the builds of a sweep differ; a flag of `gemmark sweep` overrides each. */
export interface SweepConfig {
	/** Paths, `hf:` references or served names. */
	readonly model?: readonly string[] | undefined;
	/** Names of runners; an http address is a server of the runner openai. */
	readonly runner?: readonly string[] | undefined;
	readonly threads?: readonly number[] | undefined;
	/** Types of cached keys and values. */
	readonly kv?: readonly KvCacheType[] | undefined;
	/** Context sizes, tokens. */
	readonly context?: readonly number[] | undefined;
	readonly flashAttention?: readonly boolean[] | undefined;
	/** Further cells, each a target. */
	readonly targets?: readonly TargetConfig[] | undefined;
	/** `90s`, `30m` or `2h`. */
	readonly budget?: string | undefined;
	/** Peak memory of a cell: `900MB` or `1.5GB`. */
	readonly maxMemory?: string | undefined;
	/** Typical turn: `800ms` or `5s`. */
	readonly maxTurn?: string | undefined;
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
